#include "CardPage.h"

// A part of C23, which earlier standards of this compiler have too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char html[] = {
#embed "page.html"
    , 0};

static const char css[] = {
#embed "page.css"
    , 0};

// What elements are made with, what a card is drawn with, and the page around the cards.
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
const char *card_page_script_hash(void) { return "e84tSy4di2rJNro96OAGj/DXN8soU46v0CIwkmWD3q4="; }
