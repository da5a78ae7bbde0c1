#compdef crawlform
# crawlform completion for zsh: eval "$(crawlform completion zsh)", after compinit
# For an installation in a project, define this before: crawlform() { npx --no -- crawlform "$@"; }
_crawlform() {
  local -a candidates
  candidates=("${(@f)$(crawlform completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "${candidates[1]}" ]]; then
    compadd -- "${candidates[@]}"
  else
    _files
  fi
}
compdef _crawlform crawlform
