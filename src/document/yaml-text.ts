const PLAIN = /^[A-Za-z_][\w@./-]*$/
const NOT_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** Returns `text` as a YAML scalar that is read as this text, also between brackets: without quotes where that is sure. */
export function yamlText(text: string): string {
  return PLAIN.test(text) && !NOT_TEXT.test(text) ? text : quotedYaml(text)
}

/** Returns `text` in quotes. Backslashes, common in patterns, need no doubling in single quotes. */
export function quotedYaml(text: string): string {
  return text.includes('\\') && /^[^'\n\r]*$/.test(text) ? `'${text}'` : JSON.stringify(text)
}
