# bash completion for cardctl, for bash 3.2 and later
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
# Source this file from ~/.bashrc, or install it as cardctl in the directory
# share/bash-completion/completions of the prefix.

# Takes quotes and backslashes off the word $1. REPLY becomes the bare word, _cardctl_quote the
# quote that is open at its end, and _cardctl_start where in the bare word it was opened.
_cardctl_bare() {
  local word=$1 char
  REPLY='' _cardctl_quote='' _cardctl_start=0
  while [[ -n $word ]]; do
    char=${word:0:1} word=${word:1}
    if [[ -n $_cardctl_quote && $char == "$_cardctl_quote" ]]; then
      _cardctl_quote=''
    elif [[ $char == "\\" && $_cardctl_quote != "'" ]]; then
      REPLY+=${word:0:1} word=${word:1}
    elif [[ -z $_cardctl_quote && ($char == "'" || $char == '"') ]]; then
      _cardctl_quote=$char _cardctl_start=${#REPLY}
    else
      REPLY+=$char
    fi
  done
}

# Adds the word $1 to what bash offers, without the part that bash leaves as it is.
_cardctl_offer() {
  local word=$1
  if [[ -n $_cardctl_quote ]]; then
    # Behind an open quote such a word would end it or act.
    [[ $2 == raw || ($_cardctl_quote$word != "'"*"'"* && $_cardctl_quote$word != '"'*[\"\$\`\\!]*) ]] ||
      return 0
    word=${word:_cardctl_start}
  else
    [[ $2 == raw || $word != *[!A-Za-z0-9_./=:,@%+-]* ]] || printf -v word '%q' "$word"
    word=${word#"$_cardctl_cut"}
  fi
  COMPREPLY+=("$word")
}

# Offers the files and directories that begin with $2, behind $1; with more arguments only the
# files that end in one of them, unless there is none.
_cardctl_files() {
  local before=$1 path=$2 file ending found='' others=() raw=raw
  shift 2
  # bash puts quotes where names need them, and a slash behind directories; bash 3.2 does not.
  compopt -o filenames 2>/dev/null || raw=''
  while IFS= read -r file; do
    # shellcheck disable=SC2088 # A tilde that was typed is no path until it is resolved here.
    if [[ -d ${file/#"~/"/$HOME/} || $# -eq 0 ]]; then
      found+="$file"$'\n'
      continue
    fi
    for ending; do
      if [[ $file == *".$ending" ]]; then
        found+="$file"$'\n'
        continue 2
      fi
    done
    others+=("$file")
  done < <(compgen -f -- "$path")
  if [[ -z $found ]]; then
    [[ ${#others[@]} -eq 0 ]] && return
    printf -v found '%s\n' "${others[@]}"
  fi
  while IFS= read -r file; do
    [[ -n $file ]] && _cardctl_offer "$before$file" "$raw"
  done <<<"$found"
}

# Not called _cardctl: the completion of another program of that name may call its function so.
_cardctl_complete() {
  local line=${COMP_LINE:0:COMP_POINT} words=() index piece REPLY
  local _cardctl_quote='' _cardctl_start=0 _cardctl_cut=''
  COMPREPLY=()
  # bash cuts words at = and : as well; what no space stands between is one word.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    piece=${COMP_WORDS[index]}
    if [[ $index -eq 0 || $line == [[:space:]]* ]]; then
      words+=('')
      line=${line#"${line%%[![:space:]]*}"}
    fi
    if [[ $index -eq $COMP_CWORD ]]; then piece=$line; fi
    words[${#words[@]} - 1]+=$piece
    line=${line#"$piece"}
  done
  local typed=${words[${#words[@]} - 1]} bare=() word tool answer directive
  for word in "${words[@]}"; do
    _cardctl_bare "$word"
    bare+=("$REPLY")
  done
  local current=$REPLY
  # What stands before the last = or : stays as it is.
  if [[ -z $_cardctl_quote ]]; then
    for ((index = ${#typed}; index > 0; index--)); do
      piece=${typed:index-1:1}
      if [[ $piece == [=:@] && $COMP_WORDBREAKS == *"$piece"* ]]; then
        _cardctl_cut=${typed:0:index}
        break
      fi
    done
  fi
  tool=${bare[0]}
  # shellcheck disable=SC2088 # As above.
  [[ $tool == "~/"* ]] && tool=$HOME/${tool#"~/"}
  answer=$("$tool" __complete "${bare[@]:1}" 2>/dev/null) || return 0
  directive=${answer##*$'\n'}
  [[ $directive == :* ]] || return 0
  while IFS= read -r word; do
    [[ $word == :* || -z $word ]] || _cardctl_offer "${word%%$'\t'*}"
  done <<<"$answer"
  local before=''
  if [[ $current == --*=* ]]; then before=${current%%=*}=; fi
  case $directive in
    :open) compopt -o nospace 2>/dev/null ;;
    :files*)
      # shellcheck disable=SC2086 # The extensions are words of their own.
      _cardctl_files "$before" "${current#"$before"}" ${directive#:files}
      ;;
  esac
  return 0
}

complete -F _cardctl_complete cardctl
