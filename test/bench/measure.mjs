// Whole-process times, taken in turn (A B A B ...) so that a drift of the machine meets both sides alike.
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'

// Node 20 reads and parses the file this names at every start (about 40 ms), which would flatter every ratio.
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env

function once({ command = process.execPath, args, cwd, env, exits = [0] }) {
  const start = performance.now()
  const result = spawnSync(command, args, {
    cwd,
    env: { ...environment, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 28,
  })
  const ms = performance.now() - start
  if (!exits.includes(result.status))
    throw new Error(`${args.join(' ')} exited with ${result.status}: ${result.stderr.toString()}`)
  return ms
}

/** CPU milliseconds, user and system, of one whole process of Node with what it starts; by GNU time. */
export function cpuOf(args, cwd) {
  return timesOf(args, cwd).cpu
}

/** Measures `count` runs together and returns the CPU of one: GNU time counts in steps of 10 ms, too coarse for a short run. */
export function cpuOfRepeated(args, cwd, count) {
  const loop = `for run in $(seq ${count}); do "$@" || exit; done`
  return timed(['sh', '-c', loop, 'sh', process.execPath, ...args], cwd).cpu / count
}

/** The CPU of one process, and the milliseconds that it took. */
export function timesOf(args, cwd) {
  return timed([process.execPath, ...args], cwd)
}

function timed(args, cwd) {
  const result = spawnSync('/usr/bin/time', ['-f', 'times %U %S %e', ...args], {
    cwd,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 28,
  })
  const [, user, system, wall] = /times (\S+) (\S+) (\S+)\n$/.exec(result.stderr.toString()) ?? []
  if (result.status !== 0 || user === undefined)
    throw new Error(
      `${args.join(' ')} exited with ${result.status}: ${result.stderr.toString().slice(-2000)}`,
    )
  return { cpu: (Number(user) + Number(system)) * 1000, wall: Number(wall) * 1000 }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Runs every side `runs` times in turn after one warm-up; resolves to rows of medians, first side is the measure. */
export function compare(sides, runs) {
  const times = sides.map(() => [])
  for (const side of sides) once(side)
  for (let run = 0; run < runs; run++) sides.forEach((side, index) => times[index].push(once(side)))
  return sides.map((side, index) => ({
    name: side.name,
    ms: median(times[index]),
    least: Math.min(...times[index]),
    most: Math.max(...times[index]),
    ratio: median(times[index].map((ms, run) => ms / times[0][run])),
  }))
}

export function print(title, rows, bar) {
  console.log(`\n${title}`)
  for (const row of rows) {
    const figures = `${row.ms.toFixed(1).padStart(8)} ms  (${row.least.toFixed(1)} to ${row.most.toFixed(1)})`
    console.log(`  ${row.name.padEnd(44)} ${figures}  ${row.ratio.toFixed(2)}x`)
  }
  if (bar !== undefined) console.log(`  bar: ${bar}`)
}
