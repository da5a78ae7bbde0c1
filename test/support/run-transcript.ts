import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { program } from './run-cli.ts'
import { runHere } from './run-here.ts'

/**
 * A transcript is a Markdown file. A fenced block whose info string ends in a file name is that file; a `console` block is
 * a command behind `$`, what it prints on stdout, and, where there is any, what it prints on stderr and its exit status.
 * Running one gives the same Markdown with what really happened.
 */
export async function runTranscript(
  markdown: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  if (!existsSync(program))
    throw new Error('dist/cli/main.cjs is missing: run "node scripts/build.mjs" first')
  const workplace = realpathSync(mkdtempSync(path.join(tmpdir(), 'crawlform-transcript-')))
  const project = path.join(workplace, 'project')
  const bin = path.join(workplace, 'bin')
  mkdirSync(project)
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'crawlform'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(path.join(bin, 'crawlform'), 0o755)
  try {
    let result = ''
    let end = 0
    for (const block of markdown.matchAll(/^(`{3,})([\w-]+)(?: (\S+))?\n([^]*?)^\1$/gm)) {
      const [whole, , language = '', file, content = ''] = block
      result += markdown.slice(end, block.index)
      end = block.index + whole.length
      if (file !== undefined) {
        mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
        writeFileSync(path.join(project, file), content)
      }
      const command = /^\$ (.*(?:\\\n.*)*)/.exec(content)?.[1]
      if (language !== 'console' || command === undefined) {
        result += whole
        continue
      }
      const words = PLAIN_CALL.exec(command)?.[1]?.split(' ').slice(1)
      const variables = { ...env, HOME: workplace, PATH: `${bin}:${process.env['PATH']}` }
      const ran =
        words === undefined
          ? await runShell(command, project, variables)
          : await runHere(project, words, { env: variables })
      const printed = `$ ${command}\n${normalise(ran, project, Object.keys(env).length > 0)}`
      const fence = fenceFor(printed)
      result += `${fence}console\n${printed}${fence}`
    }
    return result + markdown.slice(end)
  } finally {
    rmSync(workplace, { recursive: true, force: true })
  }
}

/** A call of crawlform without anything that a shell would do: it runs in this process, which takes a tenth of the time. */
const PLAIN_CALL = /^crawlform((?: [\w./:=@-]+)*)$/

/** Longer than every fence that a command prints. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...(text.match(/^`+/gm) ?? []).map((run) => run.length))
  return '`'.repeat(longest + 1)
}

interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

async function runShell(command: string, cwd: string, env: Record<string, string>): Promise<Ran> {
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { stdout, stderr, status }
}

/** Only what differs from run to run is replaced; digests only where a port is part of a request. */
function normalise({ stdout, stderr, status }: Ran, project: string, hasSite: boolean): string {
  const text = [
    stdout,
    ...(stderr === '' ? [] : [`--- stderr\n${stderr}`]),
    ...(status === 0 ? [] : [`--- exit ${status}\n`]),
  ].join('')
  const stable = text
    .replaceAll(project, '<project>')
    .replaceAll(path.dirname(project), '<outside>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>')
    // How often progress is seen depends on the machine.
    .replaceAll(/^.*: running, \d+ of \d+ known pages?\n/gm, '')
    .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '<time>')
  if (!hasSite) return stable
  return stable
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<digest>')
}
