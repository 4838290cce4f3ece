// Text that the tool prints: pages of the manual, the rules of `validate`, and the completion
// scripts in `completions/`. All strings are null-terminated.
#ifndef CARD_HELP_H
#define CARD_HELP_H

// Pages of the manual, or the parts of a page that are not generated from declarations, in the
// markup that `ManualSection.parse` reads. A name in double braces is replaced with generated text.
const char *card_help_tool(void);
const char *card_help_convert(void);
const char *card_help_inspect(void);
const char *card_help_formats(void);
const char *card_help_inputs(void);
const char *card_help_log(void);
const char *card_help_recipes(void);
const char *card_help_validate(void);

// The environment variables, one per line.
const char *card_help_environment(void);

// The rules of `validate`, in the markup that `Rule` reads.
const char *card_help_rules(void);

// The completion scripts.
const char *card_help_bash(void);
const char *card_help_zsh(void);
const char *card_help_fish(void);

#endif
