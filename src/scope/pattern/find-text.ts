import { Automaton, type AutomatonState, TooManyStates } from './automaton.ts'
import { parsePattern } from './parse-pattern.ts'

/** Readable characters first, because the text found is shown to people. */
const ALPHABET = Array.from(
  'abcdefghijklmnopqrstuvwxyz/-0123456789.ABCDEFGHIJKLMNOPQRSTUVWXYZ_~!$&\'()*+,;=:@%?#[]^|"<>\\`{}',
)
const CODES = ALPHABET.map((char) => char.charCodeAt(0))

const MAX_PRODUCT_STATES = 4000

const automata = new Map<string, Automaton | undefined>()

/** Which texts are looked for: those in which every pattern of `all` and none of `none` is found. */
export interface TextQuery {
  readonly all: readonly string[]
  readonly none: readonly string[]
}

export type TextAnswer =
  /** The shortest such text. */
  | { readonly kind: 'found'; readonly text: string }
  /** There is certainly no such text. */
  | { readonly kind: 'none' }
  /** A pattern is beyond the plain subset, or the search beyond its bound. */
  | { readonly kind: 'unknown' }

/** Looks for a text made of URL characters. The answer is exact; work and memory are bounded. */
export function findText({ all, none }: TextQuery): TextAnswer {
  const sources = [...all, ...none]
  const machines: Automaton[] = []
  for (const source of sources) {
    const machine = automatonFor(source)
    if (machine === undefined) return { kind: 'unknown' }
    machines.push(machine)
  }
  try {
    return search(machines, all.length)
  } catch (error) {
    if (error instanceof TooManyStates) return { kind: 'unknown' }
    throw error
  }
}

function automatonFor(source: string): Automaton | undefined {
  if (automata.has(source)) return automata.get(source)
  const tree = parsePattern(source)
  const machine = tree && new Automaton(tree)
  if (automata.size >= 2000) automata.clear()
  automata.set(source, machine)
  return machine
}

interface Node {
  readonly states: readonly AutomatonState[]
  readonly before: Node | undefined
  readonly char: string
}

/** Breadth first over the product of the automata, so that the first text found is a shortest one. */
function search(machines: readonly Automaton[], wanted: number): TextAnswer {
  const samples = sampleCodes(machines)
  const numbers = new Map<AutomatonState, number>()
  const numberOf = (state: AutomatonState): number => {
    const number = numbers.get(state) ?? numbers.size
    numbers.set(state, number)
    return number
  }
  const seen = new Set<string>()
  const queue: Node[] = []
  const visit = (node: Node): void => {
    // A text in which an unwanted pattern is found stays so, whatever follows.
    if (node.states.some((state, index) => index >= wanted && state.isMatched)) return
    const key = node.states.map(numberOf).join()
    if (seen.has(key)) return
    seen.add(key)
    queue.push(node)
  }
  visit({ states: machines.map((machine) => machine.initial), before: undefined, char: '' })
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]
    if (node === undefined) break
    if (node.states.every((state, index) => state.acceptsEnd === index < wanted)) {
      return { kind: 'found', text: spell(node) }
    }
    if (queue.length > MAX_PRODUCT_STATES) return { kind: 'unknown' }
    for (const { code, char } of samples) {
      const states = node.states.map((state, index) => machines[index]?.step(state, code) ?? state)
      visit({ states, before: node, char })
    }
  }
  return { kind: 'none' }
}

/** One character of each kind that the automata tell apart. */
function sampleCodes(machines: readonly Automaton[]): readonly { code: number; char: string }[] {
  const kinds = new Map<string, { code: number; char: string }>()
  for (const [index, code] of CODES.entries()) {
    const kind = machines.map((machine) => machine.classes[code]).join()
    if (!kinds.has(kind)) kinds.set(kind, { code, char: ALPHABET[index] ?? '' })
  }
  return [...kinds.values()]
}

function spell(last: Node): string {
  let text = ''
  for (let node: Node | undefined = last; node !== undefined; node = node.before) text = node.char + text
  return text
}
