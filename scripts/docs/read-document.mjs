// In: a Markdown document. Out: its parts in order, some of which are commands. It does not know how they are run.
//
//   ```LANGUAGE file=PATH      a file of the project
//   ```sh                      commands that must all succeed
//   ```console                 commands after "$ ", each with its output in a terminal; `exit=N` is the last exit status
//   ```console background      a command that runs until the project ends, and its first output
//   <!-- test: ... -->         instructions for the test: see `directives` in run-document.mjs
//
// A block of commands whose first line is "# Needs ..." is not run; only its options are checked.

/**
 * @param {string} markdown
 * @returns {import('./read-document.d.mts').Part[]}
 */
export function readDocument(markdown) {
  const parts = []
  let end = 0
  const found = /^(`{3,})([\w-]*)([^\n]*)\n([^]*?)^\1$|^<!-- test: (.*?) -->$/gm
  for (const match of markdown.matchAll(found)) {
    const [whole, , , , , directive] = match
    if (match.index > end) parts.push({ kind: 'text', text: markdown.slice(end, match.index) })
    end = match.index + whole.length
    if (directive === undefined) parts.push(block(match))
    else parts.push({ kind: 'directive', text: whole, words: directive.split(' ') })
  }
  if (end < markdown.length) parts.push({ kind: 'text', text: markdown.slice(end) })
  return parts
}

function block([text, fence, language, words, content]) {
  const info = readInfo(words)
  const line = { text, language }
  if (info.file !== undefined) return { ...line, kind: 'file', file: info.file, content }
  if (content.startsWith('# Needs ')) return { ...line, kind: 'needs', commands: commandLines(content) }
  if (language === 'sh') return { ...line, kind: 'script', content }
  if (language !== 'console') return { ...line, kind: 'shown', content }
  const { exit = '0', background } = info
  const sessions = readSessions(content)
  return {
    ...line,
    kind: 'console',
    fence,
    sessions,
    exit: Number(exit),
    background: background !== undefined,
  }
}

/** `file=a exit=1 background` as an object. */
function readInfo(info) {
  const words = info.trim() === '' ? [] : info.trim().split(/\s+/)
  return Object.fromEntries(
    words.map((word) => {
      const [name, value = ''] = word.split(/=(.*)/s)
      if (!['file', 'exit', 'background'].includes(name))
        throw new Error(`"${word}" after a fence is not known`)
      return [name, value]
    }),
  )
}

/** Each command behind "$ ", which a backslash at a line's end continues, with what is shown after it. */
function readSessions(content) {
  const sessions = []
  for (const [, command, output] of content.matchAll(/^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)/gm))
    sessions.push({ command, output })
  return sessions
}

/** The lines of a script that are commands, with what a backslash continues on one line. */
export function commandLines(content) {
  return content
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
}
