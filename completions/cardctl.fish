# fish completion for cardctl
#
# The tool prints this file with --completion.
#
# The script knows no command and no option. It runs `cardctl __complete WORD...` with the words
# up to the cursor, the last being the one that is typed, and gets a line for each word that
# may stand there, with a tab and its meaning, and then one of these:
#
#   :word              a space follows
#   :open              the word may go on
#   :files [EXT]...    files may stand there too: those that end so, or all
#
# Without such a line, or at any other status than 0, nothing is offered.
#
# Install this file in ~/.config/fish/completions, or in share/fish/vendor_completions.d of the
# prefix.

function __cardctl_files --argument-names before path
    set -l endings $argv[3..-1]
    set -l found
    set -l others
    for line in (__fish_complete_path $path)
        set -l file (string split -m 1 \t -- $line)[1]
        set -l ending (string match -r '[^.]*$' -- $file)
        if test (count $endings) -eq 0; or string match -q '*/' -- $file
            set -a found $file
        else if contains -- $ending $endings
            set -a found $file
        else
            set -a others $file
        end
    end
    # Where no file ends so, another one may be meant.
    if test (count $found) -eq 0
        set found $others
    end
    for file in $found
        printf '%s%s\n' $before $file
    end
end

function __cardctl_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l bare (string unescape -- $current 2>/dev/null)
    or set bare (string replace -r '^["\']' '' -- $current)
    set -l tool (string replace -r '^~/' $HOME/ -- $before[1])
    set -e before[1]
    set -l answer ($tool __complete $before "$bare" 2>/dev/null)
    or return
    set -l directive (string split ' ' -- $answer[-1])
    string match -q ':*' -- $directive[1]
    or return
    set -e answer[-1]
    if test (count $answer) -gt 0
        printf '%s\n' $answer
    end
    set -l kept (string match -r '^--[^=]*=' -- $bare)
    set -l path (string replace -r '^--[^=]*=' '' -- $bare)
    switch $directive[1]
        case :files
            __cardctl_files "$kept" "$path" $directive[2..-1]
    end
end

complete -c cardctl -e
complete -c cardctl -f -a '(__cardctl_complete)'
