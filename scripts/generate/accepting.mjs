// From validators that gather errors to functions that only tell values that are certainly valid: less than half as much code
// to load, and no text is made for errors that there are none of. Most values are valid.
import { declarations, withoutUnused } from './split-module.mjs'

const steps = [
  [/^function validate(\d+)\(data, instancePath = ""\)\{(?:\/\*.*?\*\/;)?/, 'function accepts$1(data){'],
  ['let vErrors = null;let errors = 0;', ''],
  [/vErrors = add\(vErrors, .*?\);errors\+\+;/g, 'return false;'],
  [
    /if\(!\(validate(\d+)\.call\(this, ([^,]+), .*?\)\)\)\{vErrors = .*?errors = vErrors\.length;\}/g,
    'if(!accepts$1.call(this, $2)){return false;}',
  ],
  [/validate\d+\.errors = vErrors;return errors === 0;/, 'return true;'],
  [/^(export const \w+ = )validate/, '$1accepts'],
]

/**
 * `code`: the module that `compact` makes. Returns a module with the same exports, which answer only true or false. Where a
 * schema has a condition of its own (`if`), the answer is false, which is no more than "don't know".
 */
export function accepting(code) {
  const parts = [...declarations(code).values()]
  return withoutUnused(parts.map(({ text }) => accept(text)).join(''))
}

function accept(text) {
  const short = steps.reduce((shorter, [from, to]) => shorter.replaceAll(everywhere(from), to), text)
  const [head] = /^function accepts\d+\(data\)\{/.exec(short) ?? []
  return head !== undefined && /\b(?:vErrors|errors)\b/.test(short) ? `${head}return false;}\n` : short
}

function everywhere(pattern) {
  return typeof pattern === 'string' ? pattern : new RegExp(pattern, 'g')
}
