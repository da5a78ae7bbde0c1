# crawlform completion for bash: eval "$(crawlform completion bash)"
# For an installation in a project, define this before: crawlform() { npx --no -- crawlform "$@"; }
_crawlform() {
  local IFS=$'\n'
  COMPREPLY=($(crawlform completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _crawlform crawlform
