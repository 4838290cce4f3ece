extension Tool {
  /// The text of the manual page that is not in the declaration.
  static let prose = """
    ## Output

    Results go to standard output, everything else to standard error. Numbers keep their spelling
    and strings their escapes. On a terminal, control characters of cards appear as escapes;
    elsewhere bytes are exact.

    --output writes a temporary file next to the target, and renames it when everything is written
    and the status is 0 or 1; otherwise the old file is not touched. A run that would write a file
    that it reads (an input, a registry, the configuration, the journal) is refused with status 2,
    whatever the spelling of the path. A failed write is never status 0. If the reader closes the
    pipe, cardctl ends quietly with status 141, as shells report it for any program.

    Work on cards that takes longer than a second shows its progress on standard error, if that is a
    terminal and standard output is not; `--quiet` and `TERM=dumb` turn it off.

    ## Completion

    `cardctl --completion bash` (or `zsh`, `fish`) prints a completion script. An old tool for
    PCMCIA sockets has the same name: if bash-completion completes that one, put `eval "$(cardctl
    --completion bash)"` into `~/.bashrc`.
    """
}
