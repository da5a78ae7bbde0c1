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
`
