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
| 0 | success |
| 1 | the configuration has errors: schema, rules, tests, budget |
| 2 | with \`--detailed-exitcode\`: the plan has changes, or \`changes\` found some |
| 3 | disk, network or service failed |
| 4 | \`apply\` ended with crawls that failed or are in doubt |
| 5 | a crawl failed, was cancelled, timed out, or missed its \`expect\` |
| 6 | the plan is out of date, the digest differs, another run changed the record first, or approval is needed |
| 64 | usage error |
| 70 | a bug in crawlform |
| 130 | interrupted; what was submitted is recorded |

The report of a bug (status 70) has places in the source, versions, and the command line without its values.

## What is printed

Results go to stdout; progress, problems and questions go to stderr. Only terminals get colours; \`--color\`, \`NO_COLOR\` and \`FORCE_COLOR\`
change that. On a terminal, text is wrapped at its width, or at \`COLUMNS\` if that is exported. Digests and commands are on lines of their own.
In files, pipes and formats for programs, lines are not wrapped. You can paste the commands in messages: they begin with \`npx\` if npx started
the program.

\`plan\` and \`apply\` only count warnings, in one line with the command that shows them. \`--warnings\` shows them. Errors are always shown, with
all warnings. \`validate\` shows everything.
`
