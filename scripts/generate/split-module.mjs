// Divides the text of a module by what its exports need, so that a program can load the rest later.

/**
 * @param {string} text declarations that each begin a line
 * @param {readonly string[]} exports of the main module
 * @param {Readonly<Record<string, readonly string[]>>} others the exports of each other part
 * @returns {{ main: string, parts: Record<string, string> }} `main` exports `shared`; a part is a CommonJS function from it to its exports
 */
export function splitModule(text, exports, others) {
  const declarations = declarationsOf(text)
  const main = reach(declarations, exports)
  const shared = new Set()
  const parts = {}
  for (const [part, names] of Object.entries(others)) {
    const own = [...reach(declarations, names)].filter((name) => !main.has(name))
    const needed = new Set(
      own.flatMap((name) => [...declarations.get(name).needs]).filter((name) => main.has(name)),
    )
    for (const name of needed) shared.add(name)
    const body = textOf(declarations, new Set(own)).replaceAll(/^export /gm, '')
    parts[part] =
      `module.exports = ({ ${[...needed].join(', ')} }) => {\n${body}return { ${names.join(', ')} }\n}\n`
  }
  return { main: `${textOf(declarations, main)}export const shared = { ${[...shared].join(', ')} }\n`, parts }
}

/** Returns each declaration by its name, with the names that it needs. */
function declarationsOf(text) {
  const heads = [...text.matchAll(/^(?:\/\*\*.*\n)?(?:export )?(?:function|const) ([\w$]+)/gm)]
  const names = new Set(heads.map(([, name]) => name))
  return new Map(
    heads.map(({ 1: name, index }, at) => {
      const code = text.slice(index, heads[at + 1]?.index)
      const needs = new Set(
        code.match(/[A-Za-z_$][\w$]*/g).filter((word) => word !== name && names.has(word)),
      )
      return [name, { code: code.endsWith('\n') ? code : `${code}\n`, needs }]
    }),
  )
}

function reach(declarations, names) {
  const reached = new Set(names)
  for (const name of reached) for (const needed of declarations.get(name).needs) reached.add(needed)
  return reached
}

function textOf(declarations, names) {
  return [...declarations].map(([name, { code }]) => (names.has(name) ? code : '')).join('')
}
