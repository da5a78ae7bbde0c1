// In: the built program. Out: an SVG of its output in a terminal, recorded from a real run in a temporary directory.
// Values that differ between runs are replaced by stable ones: the bundled site has the address
// docs.example.com, digests are those for that address, and jobs have one id.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serveDirectory } from '../static-site.mjs'
import { drawTerminal } from './draw-terminal.mjs'

/** On a phone of 390 px, the text is then about 11 px high. */
const COLUMNS = 50
const SITE = 'https://docs.example.com'
const JOB = '8d375a8d-332b-4bad-bbb9-1ff86c5e9d1c'

const MISTAKEN = `version: 2
request:
  url: ${SITE}/docs/
  limt: 50
  excludePaths: ['^/docs/changelog/']
`

/** @type {import('./terminal-picture.d.mts').terminalPicture} */
export async function terminalPicture({ root }) {
  const site = await serveDirectory(path.join(root, 'test/fixtures/site/handbook'))
  const shell = openShell(root)
  try {
    const steps = []
    const step = async (typed) => {
      steps.push({ typed, shown: await shell.run(typed) })
      return steps.at(-1).shown
    }
    shell.write('crawls/handbook.yaml', MISTAKEN)
    await step('crawlform validate')
    const plan = await step("sed -i.old 's/limt/limit/' crawls/handbook.yaml && crawlform plan --summary")
    // From here on the site is the bundled one, for which the same plan has another digest.
    shell.write('crawls/handbook.yaml', MISTAKEN.replace('limt', 'limit').replace(SITE, site.url))
    const digest = digestOf(await shell.run('crawlform plan'))
    const applied = await shell.run(`crawlform apply --expect ${digest}`)
    steps.push({ typed: `crawlform apply --expect ${digestOf(plan)}`, shown: recorded(applied) })
    return drawTerminal(steps, {
      columns: COLUMNS,
      title: 'crawlform validate, plan and apply in a terminal',
    })
  } finally {
    await site.close()
    shell.remove()
  }
}

const digestOf = (text) => /\b[0-9a-f]{64}\b/.exec(text)?.[0] ?? 'no digest'

function recorded(text) {
  return (
    text
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, JOB)
      // How often progress is seen depends on the machine.
      .replaceAll(/^.*: running, .*\n/gm, '')
  )
}

/** A project of its own, in which `crawlform` is the built program and believes that it writes to a terminal. */
function openShell(root) {
  const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'crawlform-picture-')))
  const write = (file, content, mode = 0o644) => {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
    writeFileSync(path.join(place, file), content)
    chmodSync(path.join(place, file), mode)
  }
  const program = path.join(root, 'dist/cli/main.cjs')
  write('bin/crawlform', `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, 0o755)
  const env = {
    PATH: `${path.join(place, 'bin')}:${process.env.PATH}`,
    HOME: place,
    FORCE_COLOR: '1',
    COLUMNS: String(COLUMNS),
  }
  return {
    write: (file, content) => write(path.join('project', file), content),
    remove: () => rmSync(place, { recursive: true, force: true, maxRetries: 3 }),
    run(command) {
      const cwd = path.join(place, 'project')
      const child = spawn('sh', ['-c', `exec 2>&1\n${command}`], {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let shown = ''
      child.stdout.setEncoding('utf8').on('data', (text) => (shown += text))
      return new Promise((resolve, reject) => child.once('error', reject).once('close', () => resolve(shown)))
    },
  }
}
