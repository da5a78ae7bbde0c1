import { type Automaton, automatonFor, type AutomatonState, TooManyStates } from './automaton.ts'
import { ALL_CHARS, type CharSet, complement, NO_CHARS, someChar } from './char-set.ts'

const MAX_PRODUCT_STATES = 4000

/** Describes texts that every pattern of `all` matches and no pattern of `none` matches. */
export interface TextQuery {
  readonly all: readonly string[]
  readonly none: readonly string[]
}

export type TextAnswer =
  /** The shortest such text. */
  | { readonly kind: 'found'; readonly text: string }
  /** `none`: certainly no such text. `unknown`: a pattern is outside the plain subset, or the search exceeded its bound. */
  | { readonly kind: 'none' | 'unknown' }

/** Looks for a text of URL characters. The answer is exact; memory is bounded, and work to about `most` `steps`. */
export function findText(
  { all, none }: TextQuery,
  most = Number.POSITIVE_INFINITY,
): TextAnswer & { readonly steps: number } {
  const machines: Automaton[] = []
  let steps = 0
  for (const source of [...all, ...none]) {
    const machine = steps > most ? undefined : automatonFor(source)
    if (machine === undefined) return { kind: 'unknown', steps }
    machines.push(machine)
    steps += machine.sets.length
  }
  const work = { steps, most }
  try {
    return { ...search(machines, all.length, work), steps: work.steps }
  } catch (error) {
    if (error instanceof TooManyStates) return { kind: 'unknown', steps: work.steps }
    throw error
  }
}

interface Work {
  steps: number
  readonly most: number
}

interface Node {
  readonly states: readonly AutomatonState[]
  readonly before: Node | undefined
  readonly char: string
}

/** Searches the product of the automata breadth first, so that the first text found is a shortest one. */
function search(machines: readonly Automaton[], wanted: number, work: Work): TextAnswer {
  const samples = sampleChars(machines)
  const seen = new Set<string>()
  const queue: Node[] = []
  const visit = (node: Node): void => {
    // No continuation helps once an unwanted pattern matches or a wanted one cannot match.
    if (node.states.some((state, index) => (index < wanted ? state.isDead : state.isMatched))) return
    const key = node.states.map(({ id }) => id).join()
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
    work.steps += samples.length * machines.length
    if (queue.length > MAX_PRODUCT_STATES || work.steps > work.most) return { kind: 'unknown' }
    for (const char of samples) {
      const code = char.charCodeAt(0)
      const states = node.states.map((state, index) => machines[index]?.step(state, code) ?? state)
      visit({ states, before: node, char })
    }
  }
  return { kind: 'none' }
}

/** Returns one character of each kind that the automata tell apart: all characters, split by one set after the other. */
function sampleChars(machines: readonly Automaton[]): readonly string[] {
  let kinds: readonly CharSet[] = [ALL_CHARS]
  for (const set of new Set(machines.flatMap(({ sets }) => sets))) {
    kinds = kinds.flatMap((kind) => [kind & set, kind & complement(set)].filter((part) => part !== NO_CHARS))
  }
  return kinds.flatMap((kind) => someChar(kind) ?? [])
}

function spell(last: Node): string {
  let text = ''
  for (let node: Node | undefined = last; node !== undefined; node = node.before) text = node.char + text
  return text
}
