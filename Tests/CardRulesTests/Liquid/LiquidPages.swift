/// Liquid like that in Braze's documentation, in our own words: titles of cards, and whole bodies.
struct LiquidPage {
  /// The address below https://www.braze.com/docs/.
  let path: String
  /// Titles of cards without mistakes.
  var titles: [String] = []
  /// Bodies without mistakes.
  var bodies: [String] = []

  private static let liquid = "user_guide/personalization_and_dynamic_content/liquid/"
  private static let webhooks = "user_guide/message_building_by_channel/webhooks/"

  static let all = [
    LiquidPage(
      path: liquid + "using_liquid/",
      titles: [
        "Hello {{ ${first_name} | default: 'dear guest' }}, welcome back!",
        "{{custom_attribute.${zip code}}} has a new shop",
        "{% assign sum = {{custom_attribute.${coins}}} %}{% assign all = sum | plus: {{custom_attribute.${notes}}} %}{{all}}",
        "You own ${{custom_attribute.${vouchers} | plus: {{sum}}}} in all",
        "{% if {{custom_attribute.${visits}}} == 1 %}First visit{% endif %}",
      ]),
    LiquidPage(
      path: liquid + "conditional_logic/",
      titles: [
        "{% if ${language} == 'de' %}Hallo{% elsif ${language} == 'fr' %}Salut{% else %}Hi{% endif %}",
        "{% if ${first_name} == blank %}Sale today{% else %}{{${first_name} | default: 'You'}}, sale today{% endif %}",
        "{% if {{custom_attribute.${miles}}} >= 900 %}Gold{% else %}Silver{% endif %}",
        "{% if {{custom_attribute.${shows}}} contains 'news' %}New news{% endif %}",
        "{% assign end = {{custom_attribute.${ends_on}}} | plus: 0 %}{{end}}",
      ]),
    LiquidPage(
      path: liquid + "aborting_messages/",
      titles: [
        "{% if ${language} == 'it' %}Ciao{% else %}{% abort_message('no text for it') %}{% endif %}",
        "{% if custom_attribute.${hotel} == blank %}{% abort_message() %}{% endif %}Book again",
      ]),
    LiquidPage(
      path: liquid + "setting_default_values/",
      titles: [
        "Hi {{${first_name} | default: 'friend'}}",
        "{{custom_attribute.${score} | default: 0}} points",
      ]),
    LiquidPage(
      path: liquid + "operators/",
      titles: [
        "{% if {{custom_attribute.${spent}}} > 10 and {{custom_attribute.${city}}} != 'Rome' %}A{% endif %}",
        "{% unless custom_attribute.${a} == true %}B{% endunless %}",
        "{% case custom_attribute.${tier} %}{% when 'a', 'b' %}1{% when 'c' %}2{% else %}3{% endcase %}",
      ]),
    LiquidPage(
      path: liquid + "filters/",
      titles: [
        "{{ 'now' | date: '%B %d' }} and {{${last_name} | upcase | truncate: 5, \"\"}}",
        "{{custom_attribute.${price} | divided_by: 3.0 | round: 2 | number_with_delimiter}}",
        "{{ event_properties.${link} | url_escape }}, {{'a' | md5}}, {{ list | json_escape }}",
        "{{ ${phone_number} | replace: '+', '' | slice: 0, 3 }}",
        "{{'%{a} of %{b}' | property_accessor: 'x'}}",
      ]),
    LiquidPage(
      path: liquid + "advanced_filters/message_extras/",
      titles: [
        "{% message_extras :key shop :value 12 %}Hi",
        "{% assign v = '1' %}{% assign k = 'n' %}{% message_extras :key {{k}} :value {{v}} %}Hi",
      ]),
    LiquidPage(
      path: liquid + "supported_personalization_tags/",
      titles: [
        "{{most_recently_used_device.${model}}} {{targeted_device.${os}}} {{campaign.${name}}}",
        "{{subscribed_state.${email_global}}} {{canvas.${name}}} {{card.${api_id}}}",
        "{{${set_user_to_unsubscribed_url}}} {{${random_bucket_number}}} {{content_blocks.${footer}}}",
        "{{api_trigger_properties.${order}}} {{event_properties.${sku}}} {{context.${plan}}}",
        "{% comment %} {{first_name}} is never shown {% endcomment %}Hi",
        "{% raw %}{{first_name}} {% if x %}{% endraw %}",
      ]),
    LiquidPage(
      path: liquid + "tutorials/",
      titles: [
        "{% assign left = {{custom_attribute.${party}}} | date: \"%s\" %}{% assign days = left | divided_by: 86400 %}{{ days }} days",
        "{% assign month = {{${date_of_birth}}} | date: \"%B\" %}{% if {{month}} == 'May' %}Cake{% else %}{% abort_message(\"no cake\") %}{% endif %}",
        "{{custom_attribute.${cart[0]}}}, {{custom_attribute.${cart[1]}}} and more",
      ]),
    LiquidPage(
      path: liquid + "liquid_use_cases/",
      titles: [
        "{% assign names = {{custom_attribute.${street}}} | split: ' ' %}{% for name in {{names}} %}{{ name | capitalize | append: ' ' }}{% endfor %}",
        "{% for shop in shops %}{% if {{custom_attribute.${shops}}} contains {{shop}} %}{{shop}}{% break %}{% endif %}{% endfor %}",
        "{% assign last = {{{{word}} | split: \"\" | reverse | join: \"\" | truncate: 4, \"\"}} %}{{last}}",
        "{% capture name %}{{${first_name}}}{% endcapture %}{{ name | strip }}",
        "{% tablerow p in list cols:2 %}{{p}}{% endtablerow %}",
      ],
      bodies: [
        """
        {% comment %} It's sent 26 days before. {% endcomment %}
        {% if {{wait}} > 2246400 %}
        {{ start | date: "%Y-%m-%dT%H:%M" }}
        {
        "canvas_id": "c-1",
        "recipients": [ {"external_user_id": "{{${user_id}}}"} ],
        "trigger_properties" : {
        "day" : "{{event_properties.${day} | date: "%Y-%m-%dT%H:%M:%S+0000}}",
        "shop" : "{{event_properties.${shop}}}"
        },
        "schedule": {"time": "{{ start | date: "%Y-%m-%dT%H:%M:%S+0000" }}"}
        }
        {% elsif 1 < {{wait}} and {{wait}} < 9 %}
        {"canvas_id": "c-1", "recipients": [{"external_user_id": "{{${user_id}}}"}]}
        {% else {{wait}} < 4 %}
        {"canvas_id": "c-2", "broadcast": true}
        {% endif %}
        """
      ]),
    LiquidPage(
      path: webhooks + "braze_to_braze_webhooks/",
      bodies: [
        """
        {% assign next = {{custom_attribute.${seen}}} | plus: 1 %}
        {
            "attributes": [
                {
                "external_id": "{{${user_id}}}",
                "seen": "{{next}}"
                }
            ]
        }
        """,
        """
        {% if {{event_properties.${kind}}} == 'tea' %}
        {"events": [{"external_id": "{{${user_id}}}", "name": "tea", "time": "{{ 'now' | date: '%FT%TZ' }}"}]}
        {% else %}
        {"campaign_id": "c-1", "recipients": [{"external_user_id": "{{${user_id}}}"}],
         "trigger_properties": {"cups": {{event_properties.${cups} | default: 1}}}}
        {% endif %}
        """,
        """
        {
          "canvas_id": "c-1",
          "recipients": [{"external_user_id": "{{${user_id}}}" {% if a %}, "context": {"p": "{{x}}"} {% endif %}}]
        }
        """,
      ]),
    LiquidPage(
      path: webhooks + "creating_a_webhook/",
      bodies: [
        """
        {"purchases": [
          {% for item in {{event_properties.${items}}} %}
          {"external_id": "{{${user_id}}}", "product_id": "{{item.sku}}", "currency": "EUR",
           "price": {{item.price}}, "quantity": {{ item.count | default: 1 }},
           "time": "{{ 'now' | date: "%Y-%m-%dT%H:%M:%SZ" }}"}{% unless forloop.last %},{% endunless %}
          {% endfor %}
        ]}
        """,
        """
        {"attributes": [{"external_id": "{{${user_id}}}",
          {% if ${first_name} != blank %}"first_name": "{{${first_name}}}",{% endif %}
          "plan": {% case a %}{% when 'x' %}"gold"{% else %}"none"{% endcase %}}]}
        """,
      ]),
    LiquidPage(
      path: "user_guide/personalization_and_dynamic_content/connected_content/making_an_api_call/",
      titles: [
        "{% connected_content https://api.example.com/w?q={{${city}}} :save weather %}{{weather.text}}",
        "{% connected_content https://api.example.com/p :method post :body a={{b}} :save card %}{{card.name}}",
      ],
      bodies: [
        """
        {% connected_content https://api.example.com/{{${user_id}}} :save answer :basic_auth shop %}
        {"events": [{"external_id": "{{${user_id}}}", "name": "visit",
          "time": "2026-11-01T10:00:00Z", "properties": {{ answer | json_escape }}}]}
        """
      ]),
    LiquidPage(
      path: "user_guide/data/activation/catalogs/using_catalogs/",
      titles: [
        "{% catalog_items Games 17 %}{{ items[0].title }} for {{ items[0].price }}",
        "{% catalog_selection_items Games cheap %}{% for item in items %}{{ item.title }}{% endfor %}",
      ]),
    LiquidPage(
      path: "user_guide/messaging/localization/",
      titles: ["{% translation greeting %}Hello{% endtranslation %}, {{${first_name}}}"]),
  ]
}
