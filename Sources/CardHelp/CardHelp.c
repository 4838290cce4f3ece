#include "CardHelp.h"

// `#embed` is part of C23, but the compiler also supports it in earlier standards.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char tool[] = {
#embed "tool.md"
    , 0};

static const char convert[] = {
#embed "convert.md"
    , 0};

static const char inspect[] = {
#embed "inspect.md"
    , 0};

static const char formats[] = {
#embed "formats.md"
    , 0};

static const char inputs[] = {
#embed "inputs.md"
    , 0};

static const char log_page[] = {
#embed "log.md"
    , 0};

static const char environment[] = {
#embed "environment.md"
    , 0};

static const char recipes[] = {
#embed "recipes.md"
    , 0};

static const char validate[] = {
#embed "validate.md"
    , 0};

static const char rules[] = {
#embed "rules/cards.md"
    ,
#embed "rules/files.md"
    ,
#embed "rules/requests.md"
    , 0};

static const char bash[] = {
#embed "../../completions/cardctl.bash"
    , 0};

static const char zsh[] = {
#embed "../../completions/_cardctl"
    , 0};

static const char fish[] = {
#embed "../../completions/cardctl.fish"
    , 0};

const char *card_help_tool(void) { return tool; }
const char *card_help_convert(void) { return convert; }
const char *card_help_inspect(void) { return inspect; }
const char *card_help_formats(void) { return formats; }
const char *card_help_inputs(void) { return inputs; }
const char *card_help_log(void) { return log_page; }
const char *card_help_environment(void) { return environment; }
const char *card_help_recipes(void) { return recipes; }
const char *card_help_validate(void) { return validate; }
const char *card_help_rules(void) { return rules; }
const char *card_help_bash(void) { return bash; }
const char *card_help_zsh(void) { return zsh; }
const char *card_help_fish(void) { return fish; }
