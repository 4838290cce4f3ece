extension CompletionScript {
  static let zshTemplate = #"""
    #compdef TOOL
    # zsh completion for TOOL
    #
    # PROTOCOL
    #
    # Install this file as _TOOL in a directory of $fpath, such as share/zsh/site-functions of the
    # prefix, or source it after compinit.

    _TOOL() {
      local tool=${(Q)words[1]} directive line
      local -a answer offers options
      [[ $tool == '~/'* ]] && tool=$HOME/${tool#'~/'}
      answer=("${(@f)$("$tool" __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      directive=$answer[-1]
      [[ $directive == :* ]] || return 1
      answer[-1]=()
      for line in "${(@)answer}"; do
        # A colon ends the word unless it is escaped.
        offers+=("${${${line%%$'\t'*}//\\/\\\\}//:/\\:}${${(M)line:#*$'\t'*}:+:${line#*$'\t'}}")
      done
      [[ $directive == :open ]] && options=(-S '')
      (( $#offers )) && _describe -t TOOL TOOL offers "${(@)options}"
      local status_=$?
      case $directive in
        (:files*)
          compset -P 1 '--*='
          ;|
        (:files) _files ;;
        (:files*) _files -g "*.(${${directive#:files }// /|})(-.)" ;;
        (*) return $status_ ;;
      esac
    }

    if [[ $funcstack[1] == _TOOL ]]; then
      _TOOL "$@"
    else
      compdef _TOOL TOOL
    fi

    """#
}
