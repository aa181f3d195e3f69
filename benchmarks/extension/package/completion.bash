# bash completion of impactbench; the table of options below is made from its parsers.
declare -A _impactbench_words

# Names of one kind, as the program lists them with the plug-ins of this command line. compgen expands
# its words as a shell does: nothing but plain names may reach it.
_impactbench_names() {
  local -a plugins=()
  local k
  for ((k = 1; k + 1 < ${#COMP_WORDS[@]}; ++k)); do
    [ "${COMP_WORDS[k]}" != --plugin ] || plugins+=(--plugin "${COMP_WORDS[k + 1]}")
  done
  "${COMP_WORDS[0]}" "${plugins[@]}" list "$1" 2>/dev/null | awk '/^  [a-z]/ && $1 ~ /^[a-z0-9_]+$/ { print $1 }'
}

_impactbench() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= k
  for ((k = 1; k < COMP_CWORD; ++k)); do
    case ${COMP_WORDS[k]} in
      --plugin) ((++k)) ;;
      -*) ;;
      *) command=${COMP_WORDS[k]}; break ;;
    esac
  done
  COMPREPLY=()
  case $before in
    --problem) COMPREPLY=($(compgen -W "$(_impactbench_names problems)" -- "$word")); return ;;
    --scheme) COMPREPLY=($(compgen -W "$(_impactbench_names schemes)" -- "$word")); return ;;
    --solver) COMPREPLY=($(compgen -W "$(_impactbench_names solvers)" -- "$word")); return ;;
  esac
  if [ -z "$command" ]; then
    COMPREPLY=($(compgen -W "${!_impactbench_words[*]} --help --version --plugin" -- "$word"))
  elif [ "$command" = list ] && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -W "problems schemes solvers references quantities" -- "$word"))
  elif [ "$command" = new ] && [ "$before" = new ] && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -W "problem scheme solver regression" -- "$word"))
  elif [ "$command" = properties ] && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -W "$(_impactbench_names problems; _impactbench_names schemes; _impactbench_names solvers)" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "${_impactbench_words[$command]} --plugin" -- "$word"))
  fi
}
complete -o default -F _impactbench impactbench
