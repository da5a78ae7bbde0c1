# crawlform completion for fish: crawlform completion fish | source
# For an installation in a project, define this before: function crawlform; npx --no -- crawlform $argv; end
function __crawlform_complete
    set -l typed (commandline -opc) (commandline -ct)
    set -l candidates (crawlform completion words -- $typed[2..] 2>/dev/null)
    if test -n "$candidates"
        string join \n -- $candidates
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c crawlform -f -a '(__crawlform_complete)'
