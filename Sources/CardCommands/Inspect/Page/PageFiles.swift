import CardPage

/// The files of the page, which the compiler embeds from the directory CardPage.
enum PageFiles {
  /// The template.
  static var html: String { unsafe String(cString: card_page_html()) }
  /// The style.
  static var css: String { unsafe String(cString: card_page_css()) }
  /// The script.
  static var script: String { unsafe String(cString: card_page_script()) }
  /// The SHA-256 of the script in Base64, by which the page's policy knows it; a test recomputes it.
  static let scriptHash: StaticString = "e84tSy4di2rJNro96OAGj/DXN8soU46v0CIwkmWD3q4="
}
