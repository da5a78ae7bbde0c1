// In: the rules' pages. Out: docs/rules/README.md, which lists them.

const NOTE = '<!-- Generated from the pages of this folder by npm run generate. -->\n'

/**
 * @param {Readonly<Record<string, { severity: string, title: string }>>} catalogue
 * @param {(area: string) => string} readPage returns the page of an area, such as docs/rules/limits.md
 * @returns {string} Markdown
 */
export function ruleList(catalogue, readPage) {
  const ids = Object.keys(catalogue)
  const areas = new Set(ids.map((id) => id.split('/')[0]))
  const tables = Array.from(areas, (area) => {
    const about = /^# .*\n\n(.*) \[All rules\]/m.exec(readPage(area))?.[1]
    const rows = ids
      .filter((id) => id.startsWith(`${area}/`))
      .map(
        (id) =>
          `| [${id}](${area}.md#${anchor(id)}) | ${catalogue[id].severity} | ${catalogue[id].title} |\n`,
      )
    return `\n## [${area}](${area}.md)\n\n${about}\n\n| rule | severity | about |\n|---|---|---|\n${rows.join('')}`
  })
  return `${NOTE}${INTRODUCTION}${tables.join('')}`
}

const INTRODUCTION = `# Rules

Every problem that crawlform reports has one of these rules, named in brackets at the end of its line. Each page shows, for every rule,
the reason for it, an example project with the output of \`crawlform validate\`, and its fix. Where no file is
named, it is \`crawls/docs.yaml\`. All of them are run by the tests.

- \`crawlform explain limits/unset\` shows a rule in the terminal.
- \`rules: { limits/unset: error }\` in \`crawlform.yaml\` changes its severity: \`off\`, \`warning\` or \`error\`.
- A comment \`# crawlform-ignore limits/unset: reason\` silences it on its line or the next.
`

/** The anchor that a heading gets from the usual Markdown renderers. */
function anchor(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
