import { Automaton } from './automaton.ts'
import { parsePattern } from './parse-pattern.ts'

const automata = new Map<string, Automaton | undefined>()

/** Returns the automaton of `source`, built once; undefined outside the plain subset. */
export function automatonFor(source: string): Automaton | undefined {
  if (automata.has(source)) return automata.get(source)
  const tree = parsePattern(source)
  const machine = tree && new Automaton(tree)
  if (automata.size >= 2000) automata.clear()
  automata.set(source, machine)
  return machine
}
