import { readXml } from './read-xml.ts'

/** Properties of Dublin Core, and the API's. */
const PROPERTIES: Readonly<Record<string, string>> = {
  title: 'title',
  creator: 'author',
  description: 'description',
}
const MAX_BYTES = 64 * 1024
const [START, END] = ['<x:xmpmeta', '</x:xmpmeta>']

/** Returns the properties in the last packet of XMP (ISO 16684-1) of a file. Newer PDFs have them nowhere else. */
export function readXmp(file: Buffer): Record<string, string> {
  const end = file.lastIndexOf(END)
  const start = end === -1 ? -1 : file.lastIndexOf(START, end)
  const properties: Record<string, string> = {}
  if (start === -1 || end - start > MAX_BYTES) return properties
  let name: string | undefined
  let text = ''
  readXml(file.subarray(start, end + END.length), {
    open: (element) => {
      text = ''
      if (element.prefix === 'dc:')
        name = Object.hasOwn(PROPERTIES, element.name) ? PROPERTIES[element.name] : undefined
    },
    text: (piece) => void (text += piece),
    // The first of several languages is that of the reader who has none of them.
    close: (element) => {
      if (element.name !== 'li' || name === undefined || text.trim() === '') return
      properties[name] ??= text.trim().slice(0, 1000)
    },
  })
  return properties
}
