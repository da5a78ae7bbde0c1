// Several generated modules declare the same types: each is written once, and the others import it.

const DECLARATION =
  /^(?:\/\*\*\n(?: \*.*\n)+)?export (?:type|interface) (\w+)[^]*?(?=^\/\*\*|^export |(?![^]))/gm

/**
 * Returns the text of the module `text` without the declarations that modules before it have word for word, which are
 * imported from there. `before` maps the names of those modules to their texts, as they were generated.
 */
export function withoutShared(text, before) {
  const own = declarationsOf(text)
  const imported = new Map()
  for (const [module, other] of before) {
    const theirs = declarationsOf(other)
    for (const name of sharedNames(own, theirs)) {
      imported.set(name, module)
      own.delete(name)
    }
  }
  const rest = [...own.values()].join('')
  const imports = [...before.keys()].flatMap((module) => {
    const names = [...imported.keys()].filter((name) => imported.get(name) === module && uses(rest, name))
    return names.length === 0 ? [] : [importOf(names.toSorted(), module)]
  })
  const [banner = ''] = text.split('\n', 1)
  return [`${banner}\n`, ...imports, rest].join('\n')
}

/** Texts of declarations by name, in order. */
function declarationsOf(text) {
  return new Map([...text.matchAll(DECLARATION)].map(([declaration, name]) => [name, declaration]))
}

/** Names of what is declared alike in both, with all that it is made of. */
function sharedNames(own, theirs) {
  const shared = new Set([...own.keys()].filter((name) => own.get(name).trim() === theirs.get(name)?.trim()))
  for (let size = -1; size !== shared.size;) {
    size = shared.size
    for (const name of shared) {
      const others = [...own.keys()].filter((other) => other !== name && uses(own.get(name), other))
      if (others.some((other) => !shared.has(other))) shared.delete(name)
    }
  }
  return shared
}

function uses(text, name) {
  return new RegExp(String.raw`\b${name}\b`).test(text.replaceAll(/\/\*\*[^]*?\*\//g, ''))
}

function importOf(names, module) {
  const line = `import type { ${names.join(', ')} } from './${module}.gen.ts'\n`
  return line.length <= 110
    ? line
    : `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './${module}.gen.ts'\n`
}
