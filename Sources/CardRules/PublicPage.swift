/// The pages from which rules come.
///
/// A rule names one of them, or the manual page that describes a format of cardctl's own.
enum PublicPage {
  private static let docs = "https://www.braze.com/docs/"
  private static let objects = docs + "api/objects_filters/"
  private static let endpoints = docs + "api/endpoints/"
  private static let sending = endpoints + "messaging/send_messages/"
  private static let github = "https://github.com/"

  // The REST API.
  static let contentCardObject = objects + "messaging/content_cards_object/"
  static let recipientObject = objects + "recipient_object/"
  static let scheduleObject = objects + "schedule_object/"
  static let triggerProperties = objects + "trigger_properties_object/"
  static let attributesObject = objects + "user_attributes_object/"
  static let eventObject = objects + "event_object/"
  static let purchaseObject = objects + "purchase_object/"
  static let messagesSend = sending + "post_send_messages/"
  static let triggerSend = sending + "post_send_triggered_campaigns/"
  static let usersTrack = endpoints + "user_data/post_user_track/"
  static let api = docs + "api/home/"
  static let errors = docs + "api/errors/"
  static let liquid = docs + "user_guide/personalization_and_dynamic_content/liquid/"

  // Content cards, in the dashboard and in apps.
  static let creation = docs + "user_guide/channels/content_cards/create_a_content_card/"
  static let creativeDetails = docs + "user_guide/channels/content_cards/creative_details/"
  static let contentCards = docs + "developer_guide/content_cards/"
  static let behavior = contentCards + "customizing_cards/behavior/"
  static let gifs = contentCards + "embedding_gifs/"
  static let brazeActions = docs + "developer_guide/braze_actions/"
  static let guide =
    docs + "developer_guide/platforms/legacy_sdks/ios/content_cards/implementation_guide/"
  static let demoApp = github + "braze-inc/braze-growth-shares-ios-demo-app"
  static let androidDemoApp = github + "braze-inc/braze-growth-shares-android-demo-app"

  // The SDKs.
  static let swiftChanges = github + "braze-inc/braze-swift-sdk/blob/main/CHANGELOG.md"
  static let androidChanges = github + "braze-inc/braze-android-sdk/blob/master/CHANGELOG.md"
  static let reactNativeChanges =
    github + "braze-inc/braze-react-native-sdk/blob/master/CHANGELOG.md"
  static let reactNativeTypes =
    github + "braze-inc/braze-react-native-sdk/blob/master/src/index.d.ts"
  static let legacyCards =
    github + "Appboy/appboy-ios-sdk/blob/master/AppboyKit/include/ABKContentCard.h"
  static let cordovaPlugin =
    github + "braze-inc/braze-cordova-sdk/blob/master/src/ios/BrazePlugin.m"
  static let flutterCard =
    "https://pub.dev/documentation/braze_plugin/latest/braze_plugin/BrazeContentCard/"
    + "BrazeContentCard.html"
  static let unityCard =
    github + "braze-inc/braze-unity-sdk/blob/master/Assets/Plugins/Appboy/Models/Cards/"
    + "ContentCard.cs"
  private static let webSources = "https://app.unpkg.com/@braze/web-sdk@6.4.0/files/src/"
  static let webCardFactory = webSources + "Card/util/card-factory.js"
  static let webImageOnly = webSources + "Card/models/image-only.js"
  /// Tests that hand sync responses to the real Swift SDK, and say what it refuses.
  static let swiftWireTests =
    github + "bma342/capacitor-braze/blob/b62ebc37a4304484aedb826ae2a1cb0a86b1ac56/"
    + "ios/Tests/BrazePluginTests/BrazePluginWireIntegrationTests.swift"
  static let duplicates = github + "braze-inc/braze-web-sdk/issues/137"
  static let valuesOfJSON = github + "braze-inc/braze-docs/issues/3980"

  // Standards.
  static let json = "https://www.rfc-editor.org/rfc/rfc8259"
  static let addresses = "https://www.rfc-editor.org/rfc/rfc3986"
  static let transportSecurity =
    "https://developer.apple.com/documentation/bundleresources/information-property-list/"
    + "nsapptransportsecurity"

  // The manual of cardctl.
  static let formatsManual = "cardctl-formats(5)"
  static let validateManual = "cardctl-validate(1)"
}
