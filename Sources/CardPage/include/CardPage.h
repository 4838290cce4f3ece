// The files of the page that `cardctl inspect --to html` writes, as null-terminated text.
#ifndef CARD_PAGE_H
#define CARD_PAGE_H

// The template, with a placeholder in double braces for each other part.
const char *card_page_html(void);

// The style.
const char *card_page_css(void);

// The script.
const char *card_page_script(void);

// The SHA-256 of the script in Base64, for the page's content security policy; a test recomputes it.
const char *card_page_script_hash(void);

#endif
