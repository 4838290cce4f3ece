import CardJSON

// Messages of other channels: the tables list only the keys that Braze requires.
extension RequestPart {
  /// An email.
  ///
  /// Only its attachments and the keys that Braze requires are described, as of other messages.
  static let email = RequestPart(
    name: "email", title: "an email", isOpen: true,
    keys: [
      .text("app_id", "the app that the email belongs to"),
      .text("from", "the sender, as in \"Name <name@example.com>\""),
      .text("body", "the HTML of the email"),
      .id("email_template_id", "the template of the email"),
      .init("attachments", "the files of the email", of: .list(of: .part(.attachment))),
    ], requirements: emailRequirements)

  /// A text message.
  static let sms = RequestPart(
    name: "sms", title: "a text message", isOpen: true,
    keys: [
      .id("subscription_group_id", "the subscription group that it is sent to").required,
      .text("body", "the text").required,
    ])

  /// A push message for Apple devices, whose alert is a string or an object.
  static let applePush = RequestPart(
    name: "apple_push", title: "a push message for Apple devices", isOpen: true, keys: [],
    requirements: [appleAlert])

  /// A push message for Android.
  static let androidPush = RequestPart(
    name: "android_push", title: "a push message for Android", isOpen: true,
    keys: [.text("alert", "the text"), .text("title", "the title")], requirements: [androidText])

  /// One attachment of an email.
  static let attachment = RequestPart(
    name: "attachment", title: "an attachment",
    keys: [
      .text("file_name", "the name of the file, without extension").required,
      .text("url", "the URL of the file").required,
      .text("basic_auth_credential", "the credential for the URL"),
    ], misnomers: ["file_name": ["filename", "name"], "url": ["file_url"]],
    checks: [{ $0.checkAttachment(&$1) }])
}
