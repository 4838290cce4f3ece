import CardPage

/// The files of the page, which the compiler embeds from the directory CardPage.
enum PageFiles {
  /// The template.
  static var html: String { unsafe String(cString: card_page_html()) }
  /// The style.
  static var css: String { unsafe String(cString: card_page_css()) }
  /// The script.
  static var script: String { unsafe String(cString: card_page_script()) }
  /// The SHA-256 of the script in Base64, by which the page's policy knows it.
  static var scriptHash: String { unsafe String(cString: card_page_script_hash()) }
}
