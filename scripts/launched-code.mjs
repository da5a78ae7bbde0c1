// What scripts that are compiled by hand, with the code that V8 has kept of them, need to be.

/** What is compiled by hand has no import() of its own without a warning of Node's: a module beside it lends it one. */
export function withLentImport(code) {
  const own = code.replaceAll(
    /(?<![\w$.])import(?=\(["'`][^"'`$]+["'`]\))/g,
    'require("./import-module.cjs")',
  )
  if (/(?<![\w$.])import\(/.test(own))
    throw new Error('a chunk imports a module whose name is not written out')
  return own
}

/** The module that lends import(). */
export const importModule = 'module.exports = (id) => import(id)\n'

/** Code in pure ASCII, which is decoded and compiled faster, and means the same as Latin-1. */
export function toAscii(code) {
  // oxlint-disable-next-line no-control-regex
  return code.replaceAll(/[^\0-\x7f]/g, escapeUnit)
}

/** One UTF-16 unit as every string, template and regular expression may hold it. */
function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
