const WIDTH = 120

/** Writes JSON with one line for each value that fits, so that files are short and diffs easy to read. */
export function jsonText(value, indent = 0, before = 0) {
  const line = inLine(value)
  if (typeof value !== 'object' || value === null || indent + before + line.length <= WIDTH) return line
  const pad = ' '.repeat(indent + 2)
  const parts = Array.isArray(value)
    ? value.map((item) => jsonText(item, indent + 2))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `
        return name + jsonText(item, indent + 2, name.length)
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map((part) => pad + part).join(',\n')}\n${' '.repeat(indent)}${close}`
}

function inLine(value) {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inLine(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
