import { type CharSet, hasChar } from './char-set.ts'
import type { PatternNode } from './pattern-tree.ts'

type Instruction =
  | { readonly op: 'char'; readonly set: CharSet; readonly next: number }
  | { readonly op: 'split'; readonly to: readonly number[] }
  | { readonly op: 'start' | 'end'; readonly next: number }
  | { readonly op: 'match' }

/** A set of places in a pattern that a search may have reached. */
interface State {
  /** Unique within its automaton, and less than MAX_STATES. */
  readonly id: number
  /** The text read so far holds a match, whatever follows. */
  readonly isMatched: boolean
  /** No text that goes on from here holds a match. */
  readonly isDead: boolean
  /** The text is found if it ends here. */
  readonly acceptsEnd: boolean
  readonly places: readonly number[]
  /** By class of character, filled when first asked. */
  readonly next: (State | undefined)[]
}

/** Raised when an automaton grows beyond its bound; the caller's answer is then "don't know". */
export class TooManyStates extends Error {
  override readonly name = 'TooManyStates'
}

export const MAX_STATES = 2000

/**
 * The texts in which a pattern is found, as a deterministic automaton built as far as it is walked. It exists to compare
 * patterns with each other, which no engine for searching can do.
 */
export class Automaton {
  readonly initial: State
  /** Class of each character code: characters of one class are alike to this pattern. */
  readonly classes: readonly number[]
  readonly #program: Instruction[] = []
  readonly #entry: number
  readonly #states = new Map<string, State>()
  readonly #samples: number[] = []

  constructor(tree: PatternNode) {
    const match = this.#push({ op: 'match' })
    this.#entry = this.#emit(tree, match)
    this.classes = this.#classify()
    this.initial = this.#state([this.#entry], true)
  }

  /** The state behind one more character of code `code`. */
  step(state: State, code: number): State {
    if (state.isMatched) return state
    const kind = this.classes[code] ?? 0
    const known = state.next[kind]
    if (known !== undefined) return known
    const sample = this.#samples[kind] ?? code
    const reached: number[] = []
    for (const place of state.places) {
      const instruction = this.#program[place]
      if (instruction?.op === 'char' && hasChar(instruction.set, sample)) reached.push(instruction.next)
    }
    // The search may begin anew behind every character.
    reached.push(this.#entry)
    const next = this.#state(reached, false)
    state.next[kind] = next
    return next
  }

  #push(instruction: Instruction): number {
    this.#program.push(instruction)
    return this.#program.length - 1
  }

  /** Code for `node` that goes on at `next`; returns where it begins. */
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

  /** Splits the characters by one set after the other, until only those that no set tells apart are together. */
  #classify(): readonly number[] {
    const classes: number[] = Array.from({ length: 127 }, () => 0)
    let count = 1
    const split = new Set<string>()
    for (const instruction of this.#program) {
      if (instruction.op !== 'char') continue
      const { set } = instruction
      const name = `${set.a} ${set.b} ${set.c}`
      if (split.has(name)) continue
      split.add(name)
      const moved = new Map<number, number>()
      for (const [code, kind] of classes.entries()) {
        if (!hasChar(set, code)) continue
        const target = moved.get(kind) ?? count++
        moved.set(kind, target)
        classes[code] = target
      }
    }
    for (const [code, kind] of classes.entries()) this.#samples[kind] ??= code
    return classes
  }

  #state(from: readonly number[], atStart: boolean): State {
    const places = this.#close(from, { atStart, atEnd: false }).toSorted((a, b) => a - b)
    const key = `${places.join()}${atStart ? '^' : ''}`
    const known = this.#states.get(key)
    if (known !== undefined) return known
    if (this.#states.size >= MAX_STATES) throw new TooManyStates()
    const state: State = {
      id: this.#states.size,
      isMatched: this.#hasMatch(places),
      isDead: places.length === 0,
      acceptsEnd: this.#hasMatch(this.#close(places, { atStart, atEnd: true })),
      places,
      next: [],
    }
    this.#states.set(key, state)
    return state
  }

  #hasMatch(places: readonly number[]): boolean {
    return places.some((place) => this.#program[place]?.op === 'match')
  }

  /** Every place that is reached from `from` without reading a character, and from which the search can go on. */
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

export type { State as AutomatonState }
