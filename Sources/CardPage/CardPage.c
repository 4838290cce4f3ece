#include "CardPage.h"

// `#embed` is part of C23. This compiler also supports it in earlier standards.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char html[] = {
#embed "page.html"
    , 0};

static const char css[] = {
#embed "page.css"
    , 0};

// Functions that create elements, functions that draw cards, and the rest of the page.
static const char script[] = {
#embed "elements.js"
    , '\n',
#embed "cards.js"
    , '\n',
#embed "page.js"
    , 0};

const char *card_page_html(void) { return html; }
const char *card_page_css(void) { return css; }
const char *card_page_script(void) { return script; }
const char *card_page_script_hash(void) { return "SKEVabWXadIvsHmSIc0KdkNYgfhhm1tU2RF4shxcKR0="; }
