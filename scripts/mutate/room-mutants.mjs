import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findMutants } from './find-mutants.mjs'

/**
 * A change with its place; `before` and `after` are the lines it is about, as one.
 * @typedef {import('./find-mutants.mjs').Change & { file: string, line: number, before: string, after: string }} Mutant
 */

/**
 * Finds all mutants of a room: a directory below src, or one file of it without its ending.
 * @returns {Mutant[]}
 */
export function mutantsOfRoom(room) {
  return filesOf(room).flatMap((file) => mutantsOfText(readFileSync(file, 'utf8'), file))
}

/** @returns {Mutant[]} */
export function mutantsOfText(source, file) {
  return findMutants(source, file).map((change) => {
    const from = source.lastIndexOf('\n', change.start - 1) + 1
    const to = source.indexOf('\n', change.end)
    return {
      ...change,
      file,
      line: source.slice(0, change.start).split('\n').length,
      before: oneLine(source.slice(from, to)),
      after: oneLine(source.slice(from, change.start) + change.replacement + source.slice(change.end, to)),
    }
  })
}

function filesOf(room) {
  const place = path.join('src', room)
  if (existsSync(`${place}.ts`)) return [`${place}.ts`]
  if (!existsSync(place)) throw new Error(`no room src/${room}`)
  return readdirSync(place, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.gen.ts'))
    .map((file) => path.join(place, file))
    .toSorted()
}

function oneLine(text) {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/**
 * Names the entries of the list of equivalents that are no mutant any more: their file is gone, or reads otherwise now.
 * @param {{ file: string, before: string, after: string, reason: string }[]} known
 * @returns {string[]}
 */
export function staleEntries(known) {
  const found = new Set(
    [...new Set(known.map(({ file }) => file))]
      .filter((file) => existsSync(file))
      .flatMap((file) => mutantsOfText(readFileSync(file, 'utf8'), file))
      .map(keyOf),
  )
  return known
    .filter((entry) => !found.has(keyOf(entry)))
    .map(({ file, before, after }) => `${file}: ${before} => ${after}`)
}

/**
 * Leaves away the mutants that are known to change nothing.
 * @param {Mutant[]} mutants
 * @param {{ file: string, before: string, after: string, reason: string }[]} known
 */
export function withoutEquivalent(mutants, known) {
  const equivalent = new Set(known.map(keyOf))
  return mutants.filter((mutant) => !equivalent.has(keyOf(mutant)))
}

function keyOf({ file, before, after }) {
  return JSON.stringify([file, before, after])
}

/** Takes `count` mutants by chance; the same for the same seed, and nearly the same after the code changed a little. */
export function sampleOf(mutants, count, seed) {
  const rank = ({ file, before, after }) =>
    createHash('sha256').update([seed, file, before, after].join('\n')).digest('hex')
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
    .toSorted((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))
}
