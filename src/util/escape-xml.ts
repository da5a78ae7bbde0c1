const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for XML 1.0 and HTML, in content and in quoted attributes; characters that XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
  )
}
