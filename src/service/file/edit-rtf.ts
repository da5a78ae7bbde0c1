import { markRaised } from './office-formulas.ts'
import { MAX_PROPERTIES_BYTES, type OfficeProperties, pickProperties } from './office-properties.ts'

/** Groups of RTF's `info` by the API's names (RTF specification 1.9.1, "Information Group"). */
const GROUPS = { title: 'title', author: 'author', description: 'subject' } as const
/**
 * What becomes of control words (RTF specification 1.9.1) where text is hidden. All others go there with the text, such as
 * `\par`: hidden paragraphs are one with the next.
 */
const WORDS: Readonly<Record<string, 'hides' | 'shows' | 'keep' | 'group'>> = {
  /** Character properties: hidden, and revisions: deleted */
  v: 'hides',
  deleted: 'hides',
  /** Ends both, as all properties of characters */
  plain: 'shows',
  /** Table definitions: without them, cells would move */
  cell: 'keep',
  nestcell: 'keep',
  row: 'keep',
  nestrow: 'keep',
  trowd: 'keep',
  cellx: 'keep',
  intbl: 'keep',
  itap: 'keep',
  pard: 'keep',
  /** Destinations: their group has properties of its own, but is as hidden as its place */
  footnote: 'group',
  annotation: 'group',
  field: 'group',
  pict: 'group',
  object: 'group',
  shp: 'group',
}
/** Text above or below the line in RTF: a sign that raises or lowers it, other signs of its look, and the text. */
const RAISED =
  /(?<!\\)\\(super|sub|up[1-9]\d*|dn[1-9]\d*)(?![a-z\d]) ?(?:\\(?!nosuper|plain|par|su|up|dn|ch|u-?\d)[a-z]+(?:-?\d+)?(?![a-z\d-]) ?)*((?:[^{}\\]|\\'[\da-f]{2})+)/g

/** Items of a list whose numbers are text, as the library writes them where RTF has no definition of the list. */
const NUMBERED = /^(?:- \d{1,3}\\[.)] .*(?:\n|$))+/gm

/** Returns Markdown of RTF with numbers in place of signs of items, unless other items are in them, and with one sign each. */
export function withNumbers(markdown: string): string {
  return markdown
    .replaceAll(NUMBERED, (items, at: number) =>
      markdown[at + items.length] === ' ' ? items : items.replaceAll(/^- (\d+)\\[.)]/gm, '$1.'),
    )
    .replaceAll(/^( *- )· /gm, '$1')
}

/**
 * Returns RTF as the library should read it: without hidden and deleted text, with line ends that Apple escapes and with
 * marks of raised text; and its properties.
 */
export async function editRtf(
  body: Buffer,
): Promise<{ readonly body: Buffer; readonly metadata: OfficeProperties }> {
  const head = body.toString('latin1', 0, MAX_PROPERTIES_BYTES)
  const decode = await decoderOf(/\\ansicpg(\d+)/.exec(head)?.[1])
  const metadata = pickProperties(GROUPS, (group) => {
    const [, text = ''] = new RegExp(`\\{\\\\${group} ((?:[^{}\\\\]|\\\\[^])*)\\}`).exec(head) ?? []
    return plainText(text, decode)
  })
  const rtf = body
    .toString('latin1')
    .replaceAll(/\\(?:\\|\r\n?|\n)/g, (sign) => (sign === '\\\\' ? sign : '\\par\n'))
  const marked = withoutHidden(rtf)
    .replaceAll(RAISED, (source, sign: string, text: string) =>
      /\S/.test(text) ? markRaised(source, text, /^(?:sub|dn)/.test(sign)) : source,
    )
    .replaceAll(/[\uD800-\uDFFF]/g, (unit) => `{\\uc0\\u${unit.charCodeAt(0) - 65_536} }`)
  return { body: Buffer.from(marked, 'latin1'), metadata }
}

/** Returns the text of a group without inner groups: `\'e9` is a byte of the code page, `\u233?` a unit of UTF-16. */
function plainText(rtf: string, decode: (bytes: Uint8Array) => string): string {
  return rtf
    .replaceAll(/\\u(-?\d+) ?(?:\\'[\da-f]{2}|[^\\])?/gi, (_, unit: string) =>
      String.fromCharCode(Number(unit)),
    )
    .replaceAll(/(?:\\'[\da-f]{2})+/gi, (bytes) =>
      decode(Buffer.from(bytes.replaceAll(String.raw`\'`, ''), 'hex')),
    )
    .replaceAll(/\\(?:[a-z]+-?\d* ?|([^a-z]))/gi, '$1')
}

async function decoderOf(page: string | undefined): Promise<(bytes: Uint8Array) => string> {
  // Node's own decoder reads windows-1252 as ISO-8859-1 in Node 20.
  const { normalizeEncoding, TextDecoder } = await import('@exodus/bytes/encoding.js')
  const decoder = new TextDecoder(normalizeEncoding(`windows-${page}`) ?? 'windows-1252')
  return (bytes) => decoder.decode(bytes)
}

/** What hides the text in a group of RTF. */
interface Group {
  readonly v: boolean
  readonly deleted: boolean
  /** Whether it is hidden whatever it says itself. */
  readonly isGone: boolean
}

const SHOWN: Group = { v: false, deleted: false, isGone: false }
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'[\da-f]{2}|\\[^]|[{}]|[^\\{}]+|\\$/gi

/** Returns RTF without hidden and deleted text. The groups and the cells of tables stay, in linear time. */
function withoutHidden(rtf: string): string {
  if (!/\\(?:v|deleted)(?![a-z])/.test(rtf)) return rtf
  const kept: string[] = []
  const outer: Group[] = []
  let group = SHOWN
  let copiedTo = 0
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(rtf); found !== null; found = TOKEN.exec(rtf)) {
    const [token, word, value] = found
    const isHidden = group.v || group.deleted || group.isGone
    let stays = !isHidden
    if (token === '{') {
      outer.push(group)
      stays = true
    } else if (token === '}') {
      group = outer.pop() ?? SHOWN
      stays = true
    } else if (word !== undefined) {
      const rule = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
      if (rule === 'hides') group = { ...group, [word]: value !== '0' }
      else if (rule === 'shows') group = { ...group, v: false, deleted: false }
      else if (rule === 'group' && isHidden) group = { ...group, isGone: true }
      // The bytes of a picture are no text.
      else if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(value ?? 0))
      stays ||= rule !== undefined && rule !== 'group'
    }
    if (stays) continue
    kept.push(rtf.slice(copiedTo, found.index))
    copiedTo = TOKEN.lastIndex
  }
  return kept.join('') + rtf.slice(copiedTo)
}
