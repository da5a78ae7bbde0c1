/**
 * The script that each shell runs once. The scripts ask the program itself (`crawlform completion words`), so they know crawls
 * and environments and are never older than the program.
 */
export const completionScripts: Readonly<Record<string, string>> = {
  bash: `# crawlform completion for bash: eval "$(crawlform completion bash)"
# For an installation in a project, define this before: crawlform() { npx --no -- crawlform "$@"; }
_crawlform() {
  local IFS=$'\\n'
  COMPREPLY=($(crawlform completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _crawlform crawlform
`,
  zsh: `#compdef crawlform
# crawlform completion for zsh: eval "$(crawlform completion zsh)", after compinit
# For an installation in a project, define this before: crawlform() { npx --no -- crawlform "$@"; }
_crawlform() {
  local -a candidates
  candidates=("\${(@f)$(crawlform completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[1]}" ]]; then
    compadd -- "\${candidates[@]}"
  else
    _files
  fi
}
compdef _crawlform crawlform
`,
  fish: `# crawlform completion for fish: crawlform completion fish | source
# For an installation in a project, define this before: function crawlform; npx --no -- crawlform $argv; end
function __crawlform_complete
    set -l typed (commandline -opc) (commandline -ct)
    set -l candidates (crawlform completion words -- $typed[2..] 2>/dev/null)
    if test -n "$candidates"
        string join \\n -- $candidates
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c crawlform -f -a '(__crawlform_complete)'
`,
}
