import { memoizeByText } from '../../util/memoize.ts'
import { type CharSet, charOf, NO_CHARS } from './char-set.ts'
import { parsePattern, type PatternNode } from './parse-pattern.ts'

type Instruction =
  | { readonly op: 'char'; readonly set: CharSet; readonly next: number }
  | { readonly op: 'split'; readonly to: readonly number[] }
  | { readonly op: 'start' | 'end'; readonly next: number }
  | { readonly op: 'match' }

/** The places in a pattern that a search may have reached. */
export interface AutomatonState {
  /** Unique within its automaton. */
  readonly id: number
  /** The text read so far holds a match, whatever follows. */
  readonly isMatched: boolean
  /** No continuation of the text holds a match. */
  readonly isDead: boolean
  /** The text is found if it ends here. */
  readonly acceptsEnd: boolean
  readonly places: readonly number[]
  /** By character code, filled on first use. */
  readonly next: Map<number, AutomatonState>
}

/** Thrown when an automaton grows beyond its bound; the caller then answers "don't know". */
export class TooManyStates extends Error {
  override readonly name = 'TooManyStates'
}

const MAX_STATES = 2000

/** A deterministic automaton of the texts that a pattern matches, built lazily. Search engines cannot compare patterns. */
export class Automaton {
  readonly initial: AutomatonState
  /** The character sets that it distinguishes. */
  readonly sets: readonly CharSet[]
  readonly #program: Instruction[] = []
  readonly #entry: number
  readonly #states = new Map<string, AutomatonState>()
  /** By the places that a character leads to. */
  readonly #reached = new Map<string, AutomatonState>()

  constructor(tree: PatternNode) {
    const match = this.#push({ op: 'match' })
    this.#entry = this.#emit(tree, match)
    this.sets = this.#program.flatMap((instruction) => (instruction.op === 'char' ? [instruction.set] : []))
    this.initial = this.#state([this.#entry], true)
  }

  /** Returns the state after one more character with this code. */
  step(state: AutomatonState, code: number): AutomatonState {
    if (state.isMatched) return state
    const walked = state.next.get(code)
    if (walked !== undefined) return walked
    const reached: number[] = []
    const char = charOf(code)
    for (const place of state.places) {
      const instruction = this.#program[place]
      if (instruction?.op === 'char' && (instruction.set & char) !== NO_CHARS) reached.push(instruction.next)
    }
    const key = reached.join()
    // The search may start again after every character.
    const next = this.#reached.get(key) ?? this.#state([...reached, this.#entry], false)
    this.#reached.set(key, next)
    state.next.set(code, next)
    return next
  }

  /** Tells whether the pattern is found in `text`, which is a serialised URL or a part of one. */
  test(text: string): boolean {
    let state = this.initial
    for (let at = 0; at < text.length && !state.isMatched && !state.isDead; at++) {
      state = this.step(state, text.charCodeAt(at))
    }
    return state.acceptsEnd
  }

  #push(instruction: Instruction): number {
    this.#program.push(instruction)
    return this.#program.length - 1
  }

  /** Emits code for `node` that continues at `next`; returns where the code begins. */
  #emit(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'char':
        return this.#push({ op: 'char', set: node.set, next })
      case 'start':
      case 'end':
        return this.#push({ op: node.kind, next })
      case 'sequence':
        return node.items.reduceRight((then, item) => this.#emit(item, then), next)
      case 'choice':
        return this.#push({ op: 'split', to: node.options.map((option) => this.#emit(option, next)) })
      case 'repeat':
        return this.#emitRepeat(node, next)
    }
  }

  #emitRepeat(node: PatternNode & { kind: 'repeat' }, next: number): number {
    let then = next
    if (Number.isFinite(node.max)) {
      for (let i = node.min; i < node.max; i++) {
        then = this.#push({ op: 'split', to: [this.#emit(node.item, then), next] })
      }
    } else {
      const to = [next]
      then = this.#push({ op: 'split', to })
      to.push(this.#emit(node.item, then))
    }
    for (let i = 0; i < node.min; i++) then = this.#emit(node.item, then)
    return then
  }

  #state(from: readonly number[], atStart: boolean): AutomatonState {
    const places = this.#close(from, { atStart, atEnd: false }).toSorted((a, b) => a - b)
    const key = `${places.join()}${atStart ? '^' : ''}`
    const known = this.#states.get(key)
    if (known !== undefined) return known
    if (this.#states.size >= MAX_STATES) throw new TooManyStates()
    const state: AutomatonState = {
      id: this.#states.size,
      isMatched: this.#hasMatch(places),
      isDead: places.length === 0,
      acceptsEnd: this.#hasMatch(this.#close(places, { atStart, atEnd: true })),
      places,
      next: new Map(),
    }
    this.#states.set(key, state)
    return state
  }

  #hasMatch(places: readonly number[]): boolean {
    return places.some((place) => this.#program[place]?.op === 'match')
  }

  /** Returns every place that can be reached from `from` without reading a character and lets the search continue. */
  #close(from: readonly number[], at: { atStart: boolean; atEnd: boolean }): number[] {
    const seen = new Set<number>()
    const places: number[] = []
    const waiting = [...from]
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (seen.has(place)) continue
      seen.add(place)
      const instruction = this.#program[place]
      if (instruction === undefined) continue
      if (instruction.op === 'split') waiting.push(...instruction.to)
      else if (instruction.op !== 'start') places.push(place)
      if ((instruction.op === 'start' && at.atStart) || (instruction.op === 'end' && at.atEnd)) {
        waiting.push(instruction.next)
      }
    }
    return places
  }
}

/** Returns the automaton of `source`; undefined outside the plain subset. */
export const automatonFor: (source: string) => Automaton | undefined = memoizeByText(2000, (source) => {
  const tree = parsePattern(source)
  return tree && new Automaton(tree)
})
