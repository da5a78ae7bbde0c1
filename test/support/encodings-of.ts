/** The ways in which a secret is written where services and programs quote it. */
export function encodingsOf(value: string): readonly string[] {
  const percent = encodeURIComponent(value)
  const json = JSON.stringify(value).slice(1, -1)
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  return [
    value,
    percent,
    percent.toLowerCase(),
    percent.replaceAll('%20', '+'),
    encodeURI(value),
    encodeURIComponent(percent),
    json,
    JSON.stringify(json).slice(1, -1),
    escapedUnicode(value),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    base64(value),
    Buffer.from(value).toString('base64url'),
    encodeURIComponent(base64(value)),
    base64(`x:${value}`),
    base64(`ci:${value}`),
    base64(`a-user:${value}`),
  ]
}

/** As programs write JSON that keep to ASCII. */
function escapedUnicode(value: string): string {
  return value.replaceAll(
    /[^ -~]/g,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}
