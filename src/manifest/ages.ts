import { ageForms } from './age-forms.gen.ts'
import { NOT_IN_WORD, TextPattern } from './text-pattern.ts'

/** Texts by their characters. A Map, because a text may hold any character. */
interface Trie {
  readonly next: Map<string, Trie>
  /** Set where a text ends: the numbers of the texts before the number that it follows, each with whether it counts years. */
  ends?: Map<number, boolean>
}

interface AgeTable {
  /** Texts after the number. */
  readonly units: Trie
  /** Texts before the number, from their last character to the first. */
  readonly leads: Trie
}

interface AgePatterns extends AgeTable {
  /** Ages without a number, such as the Arabic word for two hours with "ago". */
  readonly wordless: TextPattern
}

/** Words in the place of the number 1, and of a few, in large languages. */
const COUNT_WORDS =
  'an?|one|a few|few|eine[mr]|ein paar|wenigen|une?|quelques|una|unos|unas|uma|um|alguns|algumas|poch[ei]|een|en|ett|et|один|одну|одна'

/** What stands where an age has its number: up to three digits, without a decimal point, or a word. */
const COUNTS = new TextPattern(
  '',
  String.raw`(?<![\p{N}.,:/])\p{Nd}{1,3}(?![\p{Nd}]|[.,:]\p{Nd})|(?<![\p{L}\p{M}\p{N}])(?:${COUNT_WORDS})(?= \p{L})`,
)

/** Ages in words that stand alone. */
const MOMENTS = new TextPattern(
  NOT_IN_WORD,
  String.raw`(?:just now|(?:a|few) moments? ago|moments ago|gerade eben|à l[’']instant|hace un momento|agora mesmo|poco fa|zojuist|только что|az önce)(?![\p{L}\p{M}\p{N}])|刚刚|剛剛|たった今|방금 전`,
)

/** English programs write ages of several parts, "1 week 2 days ago", and round: "about 2 hours ago". */
const ENGLISH_LEAD =
  /(?:(?:about|almost|around|less than|nearly|over) |\d{1,3} ?(?:y(?:ea)?rs?|years?|y|mo(?:nth)?s?|w(?:ee)?ks?|weeks?|w|days?|d|h(?:ou)?rs?|hours?|h|min(?:ute)?s?|m|sec(?:ond)?s?|s)(?:,? and |, ?| )){1,4}$/i

/** Words that round an age, between its lead and its number: "vor etwa 2 Stunden". */
const ROUND_WORDS = (
  "etwa|ungefähr|circa|ca|ca.|rund|knapp|fast|über|gut|mehr als|weniger als|environ|presque|près de|plus de|moins de|plus d'|plus d’|" +
  "moins d'|moins d’|alrededor de|cerca de|casi|más de|menos de|aproximadamente|quase|mais de"
).split('|')
const ROUND = new RegExp(`(?<![\\p{L}\\p{M}])(?:${ROUND_WORDS.join('|').replaceAll('.', '\\.')}) ?$`, 'iu')
/** Their last words. Numbers are frequent, and this is found sooner. */
const ROUND_ENDS = new Set(ROUND_WORDS.map((words) => words.slice(words.lastIndexOf(' ') + 1)))

/** Returns where the text before a number ends, without words that round it. */
function roundedStart(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - 20), start)
  const word = before.trimEnd()
  if (!ROUND_ENDS.has(word.slice(word.lastIndexOf(' ') + 1).toLowerCase())) return start
  return start - (ROUND.exec(before)?.[0].length ?? 0)
}

/** Scripts that write no space between words, and languages that add endings to an age. */
const JOINS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORD = /[\p{L}\p{M}\p{N}]/u
/** After "3 days before" these make it a deadline: "up to 3 days before". */
const DEADLINE = /^ ?(?:まで|迄|까지)/

let patterns: AgePatterns | undefined

/** Replaces ages that follow from the clock, such as "5 minutes ago", by `mark`. The text has single spaces. Linear in the text. */
export function replaceAges(text: string, mark: string): string {
  const { wordless, ...table } = (patterns ??= makePatterns())
  let out = ''
  let from = 0
  for (const { index, 0: count } of COUNTS.matchAll(text)) {
    if (index < from) continue
    const found = findUnit(table, text, index, index + count.length)
    if (found === undefined || found.start < from) continue
    out += text.slice(from, found.start) + mark
    from = found.end
  }
  const write = (): string => mark
  return MOMENTS.replace(wordless.replace(out + text.slice(from), write), write)
}

interface Age {
  readonly start: number
  readonly end: number
}

/** Returns where the age around a number starts and ends. */
function findUnit(
  { units, leads }: AgeTable,
  text: string,
  start: number,
  numberEnd: number,
): Age | undefined {
  let found: Age | undefined
  let node: Trie | undefined = units
  for (let at = numberEnd; node !== undefined && at <= text.length; at++) {
    const isWhole = node.ends !== undefined && at > numberEnd && isEdge(text[at - 1], text[at])
    if (isWhole && !DEADLINE.test(text.slice(at, at + 4))) {
      const from = leadStart(leads, { ends: node.ends ?? new Map(), digits: numberEnd - start }, text, start)
      if (from !== undefined) found = { start: from, end: at }
    }
    const character = fold(text[at] ?? '')
    // Abbreviations have a point or none, and numbers a space after them or none.
    if (character === '.' || (character === ' ' && at === numberEnd)) continue
    node = node.next.get(character)
  }
  return found && withParts({ units, leads }, text, found)
}

/** The unit of an age: the texts that may be before its number, and the digits of that number. */
interface Unit {
  readonly ends: ReadonlyMap<number, boolean>
  readonly digits: number
}

/** Tells whether a text before the number goes with a unit. No site is hundreds of years old, so such an age is history. */
function goesWith(lead: number, { ends, digits }: Unit): boolean {
  const isYears = ends.get(lead)
  return isYears === false || (isYears === true && digits < 3)
}

/** Returns where the text before the number starts; undefined if none that goes with the unit is there. */
function leadStart(leads: Trie, unit: Unit, text: string, start: number): number | undefined {
  let found = goesWith(0, unit) && isEdge(text[start - 1], text[start]) ? start : undefined
  let node: Trie | undefined = leads
  const rounded = roundedStart(text, start)
  for (let at = rounded; node !== undefined && at >= 0; at--) {
    if (node.ends !== undefined && isEdge(text[at], text[at - 1]))
      for (const lead of node.ends.keys()) if (goesWith(lead, unit)) found = at
    const character = fold(text[at - 1] ?? '')
    if (character === '.' || (character === ' ' && at === rounded)) continue
    node = node.next.get(character)
  }
  return found
}

/** Adds the further parts of an age: "1 week 2 days ago", "vor 1 Woche 2 Tagen". */
function withParts(table: AgeTable, text: string, age: Age): Age {
  const before = text.slice(Math.max(0, age.start - 80), age.start)
  const lead = / ago$/i.test(text.slice(age.start, age.end)) ? ENGLISH_LEAD.exec(before) : null
  const start = age.start - (lead?.[0].length ?? 0)
  const own = text.slice(age.start, age.end)
  // The further part has the lead of the first one.
  const [leadText = ''] = /^\P{N}+/u.exec(own) ?? []
  const [more, gap = '', count = ''] =
    /^(,? (?:\p{L}{1,3} )?)(\p{Nd}{1,2})(?=[ \p{L}])/u.exec(text.slice(age.end, age.end + 12)) ?? []
  if (more === undefined || leadText === '') return { start, end: age.end }
  const rest = leadText + text.slice(age.end + gap.length, age.end + gap.length + 40)
  const next = findUnit(table, rest, leadText.length, leadText.length + count.length)
  return { start, end: next === undefined ? age.end : age.end + gap.length + next.end - leadText.length }
}

/** Returns whether a word ends between two characters. */
function isEdge(inside: string | undefined, outside: string | undefined): boolean {
  if (inside === undefined || outside === undefined) return true
  return !WORD.test(inside) || !WORD.test(outside) || JOINS.test(inside)
}

function fold(character: string): string {
  return character === '’' ? "'" : character.toLowerCase()
}

function makePatterns(): AgePatterns {
  const units: Trie = { next: new Map() }
  const leads: Trie = { next: new Map() }
  const wordless: string[] = []
  for (const [number, [lead, forms]] of Object.entries(ageForms).entries()) {
    const id = lead === '' ? 0 : number + 1
    if (lead !== '') addTo(leads, lead.split('').toReversed(), id, false)
    for (const form of forms.split('|')) {
      const isYears = form.startsWith('~')
      if (form.startsWith('=')) wordless.push(form.slice(1))
      else addTo(units, (isYears ? form.slice(1) : form).split(''), id, isYears)
    }
  }
  const words = wordless.toSorted((a, b) => b.length - a.length).join('|')
  return {
    units,
    leads,
    wordless: new TextPattern(NOT_IN_WORD, String.raw`(?:${words})(?![\p{L}\p{M}\p{N}])`),
  }
}

function addTo(trie: Trie, characters: readonly string[], id: number, isYears: boolean): void {
  let node = trie
  for (const character of characters.map(fold)) {
    let next = node.next.get(character)
    if (next === undefined) node.next.set(character, (next = { next: new Map() }))
    node = next
  }
  node.ends ??= new Map()
  // One form may be another unit elsewhere.
  node.ends.set(id, isYears && node.ends.get(id) !== false)
}
