// The files of the page that `cardctl inspect --to html` writes, as text that ends with a zero.
#ifndef CARD_PAGE_H
#define CARD_PAGE_H

// The template, with a word in double braces for each other part.
const char *card_page_html(void);

// The style.
const char *card_page_css(void);

// The script.
const char *card_page_script(void);

// The SHA-256 of the script in Base64, by which the page's policy knows it; a test recomputes it.
const char *card_page_script_hash(void);

#endif
