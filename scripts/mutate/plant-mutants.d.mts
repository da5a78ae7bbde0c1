import type { Mutant } from './room-mutants.mjs'

/** Returns the text of a module with changes planted in it, each of which `globalThis.isMutant(id)` switches on. */
export function plantMutants(source: string, changes: readonly (Mutant & { readonly id: number })[]): string
