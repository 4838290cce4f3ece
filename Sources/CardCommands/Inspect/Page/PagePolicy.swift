/// What the page may do, as its content security policy says it.
///
/// Nothing is allowed but the page's own script, known by its SHA-256, and styles. Frames inherit
/// the policy, and a card's HTML brings styles of its own, so styles cannot be limited to known
/// ones; they can load nothing, as neither fonts nor style sheets are allowed. A frame's scripts are
/// stopped twice: by this and by the frame's sandbox.
enum PagePolicy {
  /// Writes the policy; with `loadsImages` images may come from secure addresses.
  static func append(loadsImages: Bool, to html: inout HTMLWriter) {
    html.markup(#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; "#)
    html.markup("script-src 'sha256-")
    html.markup(PageScript.hash)
    html.markup("'; style-src 'unsafe-inline'; img-src ")
    html.markup(loadsImages ? "https: data:" : "'none'")
    html.markup("; base-uri 'none'; form-action 'none'\">\n")
  }
}
