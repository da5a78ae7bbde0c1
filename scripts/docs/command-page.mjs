// In: the names of the commands. Out: docs/commands.md, in which run-document.mjs fills what each says of itself.

const NOTE = '<!-- Generated from what the commands say of themselves by npm run generate. -->\n'

/**
 * @param {readonly string[]} names
 * @returns {string}
 */
export function commandPage(names) {
  const help = (command) => `\`\`\`console\n$ crawlform ${command}\n\`\`\`\n`
  const sections = names.map((name) => `\n## crawlform ${name}\n\n${help(`${name} --help`)}`)
  return `${NOTE}# Commands\n\n${help('--help')}${EXIT_STATUS}${sections.join('')}`
}

const EXIT_STATUS = `
## Exit status

| status | means |
|---|---|
| 0 | fine |
| 1 | the configuration has errors: schema, rules, scope tests, budget |
| 2 | \`plan --detailed-exitcode\`: the plan has changes |
| 3 | disk, network or service failed |
| 4 | \`apply\` ended with crawls that failed or are in doubt |
| 5 | a waited crawl failed, was cancelled, timed out, or missed what it was expected to bring |
| 6 | the plan is out of date, the digest another, the race for the record lost, or approval needed |
| 64 | wrong usage |
| 70 | a bug in crawlform |
| 130 | interrupted; what was submitted is recorded |

A report of a bug (status 70) names places in the source, the versions, and the command line without its values.

## What is printed

Results go to stdout; progress, problems and questions to stderr. Colours are for terminals; \`--color\`, \`NO_COLOR\` and \`FORCE_COLOR\` say
otherwise. On a terminal, text is folded to its width, or to that of \`COLUMNS\` where this is exported: between words, with digests and
commands on lines of their own. In files, pipes and every format for programs lines are as long as they are. Commands in messages work as
they are pasted: they begin with \`npx\` where npx started the program.

Warnings that stand for weeks do not hide a plan: \`plan\` and \`apply\` count them below it, in one line with the command that shows them, and
show them with \`--warnings\`. Errors are always shown, with all warnings, and \`validate\` shows everything.

## What is kept between runs

Compiling the program takes longer than checking a small file, so what V8 compiled is kept for each command: in \`crawlform\` of the user's
cache directory (\`$XDG_CACHE_HOME\`, \`~/.cache\`, \`~/Library/Caches\`, \`%LOCALAPPDATA%\`). It is taken only when it is whole and of exactly the
program's text, and may be deleted at any time. With \`CRAWLFORM_NO_CODE_CACHE=1\` nothing is kept and nothing taken.

\`validate\` of at least 500 files, without paths and options, that finds no problem is remembered there too: a digest of all that it read, by
which the next one sees that nothing has changed. It holds for the same files, project file and prompt lock, and the same program and Node
alone, never where a variable has a part in the result, and may be deleted at any time. It is not kept in the project, where a change could
bring along a record of its own correctness. With \`CRAWLFORM_NO_CHECK_CACHE=1\` no check is remembered.
`
