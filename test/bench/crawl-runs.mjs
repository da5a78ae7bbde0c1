// One crawl as a whole process: how it is started, measured and shown.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median } from './measure.mjs'

const here = import.meta.dirname

/** The directory in which crawlers run. Their files stay until the next run. */
export const scratch = path.join(tmpdir(), 'crawlform-bench-peers')
mkdirSync(scratch, { recursive: true })

/** The embedded service. */
export const crawlform =
  (...work) =>
  (url, n) => [process.execPath, path.join(here, 'peers/crawlform.mjs'), url, n, ...work]

/** Wall and CPU seconds, peak memory in MB and the site's own count of one run. GNU time measures the whole process. */
export async function run(command, site) {
  await fetch(`${site.url}__reset`)
  removeWritten()
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const timed = [
    '-o',
    path.join(scratch, 'time.txt'),
    '-f',
    '%e %U %S %M',
    'timeout',
    '-s',
    'KILL',
    '3600',
    ...command,
  ]
  const child = spawn('/usr/bin/time', timed, { cwd: scratch, env, stdio: 'ignore' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const counted = await (await fetch(`${site.url}__stats`)).json()
  const line = spawnSync('tail', ['-1', path.join(scratch, 'time.txt')])
    .stdout.toString()
    .trim()
  const [wall, user, system, memory] = line.split(' ').map(Number)
  return {
    wall,
    cpu: user + system,
    memory: memory / 1024,
    pages: counted.uniquePages,
    duplicates: counted.duplicates,
    code,
  }
}

function removeWritten() {
  for (const name of readdirSync(scratch))
    if (name === 'wget2' || name.startsWith('crawlform-data-'))
      rmSync(path.join(scratch, name), { recursive: true, force: true })
}

/** The medians of one peer's runs. */
export function summary(pages, runs) {
  const of = (key) => median(runs.map((one) => one[key]))
  return {
    'pages/s': of('pages') / of('wall'),
    'CPU s/1,000': (of('cpu') / of('pages')) * 1000,
    'peak MB': of('memory'),
    pages: of('pages'),
    'fetched twice': of('duplicates'),
    remark: [
      ...(runs.some((one) => one.code !== 0) ? ['failed'] : []),
      ...(runs.some((one) => one.pages !== Number(pages)) ? ['not every page'] : []),
    ].join(', '),
  }
}

export function printRows(results) {
  console.log(
    '  peer                         pages/s   CPU s/1,000   peak MB   pages   fetched twice   (medians; pages as the site counts them)',
  )
  for (const [name, row] of results) {
    const cells = [
      row['pages/s'].toFixed(0).padStart(7),
      row['CPU s/1,000'].toFixed(2).padStart(13),
      row['peak MB'].toFixed(0).padStart(9),
      String(row.pages).padStart(7),
      String(row['fetched twice']).padStart(15),
    ]
    console.log(`  ${name.padEnd(27)} ${cells.join(' ')}${row.remark === '' ? '' : `  (${row.remark})`}`)
  }
}
