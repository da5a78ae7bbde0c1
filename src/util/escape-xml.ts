const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser turns these into spaces in attributes, and a carriage return into a line feed everywhere.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** Returns text for the content of XML 1.0 and HTML; characters that XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replaceAll(/[&<>"'\r]/g, (character) => entities[character] ?? character)
  )
}

export function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll(/[\n\t]/g, (character) => entities[character] ?? character)
}
