// In: a Markdown document as read-document.mjs reads it. Out: the same document with what its commands really show, so that
// comparing the two is the test. What differs from run to run (ids, times, digests, ports) is left as it is written, as long
// as what is one id in the run is one in the document.
//
// `<!-- test: ... -->` holds instructions that readers need not see:
//   new project              an empty directory for what follows
//   clean COMMAND            run it; it must succeed and report nothing
//   stand KIND ADDRESS       a program on this machine answers for ADDRESS from here on; the caller knows the kinds
import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readDocument } from './read-document.mjs'

/** @type {import('./run-document.d.mts').runDocument} */
export async function runDocument(markdown, options) {
  const projects = [[]]
  for (const part of readDocument(markdown)) {
    if (part.kind === 'directive' && part.words.join(' ') === 'new project') projects.push([])
    projects.at(-1).push(part)
  }
  const texts = Array.from({ length: projects.length }, () => '')
  const failures = []
  let next = 0
  const runSome = async () => {
    while (next < projects.length) {
      const mine = next++
      try {
        texts[mine] = await runProject(projects[mine], options)
      } catch (error) {
        failures.push(`${headingBefore(projects, mine)}: ${error.message}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, runSome))
  if (failures.length > 0) throw new Error(failures.join('\n\n'))
  return texts.join('')
}

function headingBefore(projects, index) {
  const before = projects.slice(0, index + 1).flatMap((parts) => parts.map(({ text }) => text))
  return (
    [...before.join('').matchAll(/^#+ (.*)$/gm)].at(index === 0 ? 0 : -1)?.[1] ??
    'a document without headings'
  )
}

async function runProject(parts, { root, stand, run }) {
  if (parts.every(({ kind }) => kind === 'text')) return parts.map(({ text }) => text).join('')
  const shell = openShell(root, run)
  const stands = []
  const ids = openIds()
  const inside = (text) => stands.reduce((result, { address, url }) => result.replaceAll(address, url), text)
  const bare = (url) => url.replace(/^https?:/, '')
  const outside = (text) =>
    stands.reduce(
      (result, { address, url }) => result.replaceAll(url, address).replaceAll(bare(url), bare(address)),
      text,
    )
  try {
    let result = ''
    for (const part of parts) {
      if (part.kind === 'file') shell.write(part.file, inside(part.content))
      else if (part.kind === 'script') await succeed(shell, inside(part.content))
      else if (part.kind === 'directive' && part.words[0] === 'clean') {
        const output = await succeed(shell, inside(part.words.slice(1).join(' ')))
        if (/ \[[a-z]+\/[a-z0-9-]+\]$/m.test(output)) throw new Error(`${part.text} reports:\n${output}`)
      } else if (part.kind === 'directive' && part.words[0] === 'stand') {
        const [, kind, address, ...more] = part.words
        const directory = path.join(shell.workplace, `stand-${stands.length}`)
        const opened = await stand(kind, { directory, more })
        // Longer addresses first, because one may begin with another.
        stands.push({ address, ...opened })
        stands.sort((a, b) => b.address.length - a.address.length)
      } else if (part.kind === 'directive' && part.words.join(' ') !== 'new project')
        throw new Error(`${part.text} is not known`)
      result += part.kind === 'console' ? await runConsole(part, shell, { inside, outside, ids }) : part.text
    }
    return result
  } finally {
    await shell.stop()
    for (const { close } of stands) await close?.()
    shell.remove()
  }
}

async function succeed(shell, script) {
  const { output, status } = await shell.run(`set -e\n${script}`)
  if (status !== 0) throw new Error(`exit status ${status} of\n${script}\n${output}`)
  return output
}

async function runConsole({ fence, sessions, exit, background, text }, shell, { inside, outside, ids }) {
  const info = text.slice(fence.length, text.indexOf('\n'))
  let shown = ''
  for (const [index, { command, output: written }] of sessions.entries()) {
    const last = index === sessions.length - 1
    if (background) {
      await shell.start(inside(command), inside(written).trimEnd())
      shown += `$ ${command}\n${written}`
      continue
    }
    const { output, status } = await shell.run(inside(command))
    const expected = last ? exit : 0
    if (status !== expected)
      throw new Error(`exit status ${status}, not ${expected}, of\n${command}\n${output}`)
    shown += `$ ${command}\n${asWritten(written, outside(output), ids)}`
  }
  // What is shown may itself be Markdown.
  const inner = (shown.match(/^`+/gm) ?? []).map(({ length }) => length)
  const outer = '`'.repeat(Math.max(3, ...inner.map((length) => length + 1)))
  return `${outer}${info}\n${shown}${outer}`
}

/** Returns the written output if it says the same as the real one, else the real one. */
function asWritten(written, output, ids) {
  // How often progress is seen depends on the machine.
  const real = output
    .replaceAll(/^.*: running, \d+ of \d+ known pages?\n/gm, '')
    // The stand for the hosted service looks self-hosted, and those get no idempotency keys.
    .replaceAll(/^ *"unkeyed": true,\n/gm, '')
    .replace(/(?<!\n)$/, '\n')
    .replace(/^\n$/, '')
  const pattern = stable(written)
    .split(/^\.\.\.\n/m)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(ID, `(${ID.source})`))
    .join('(?:.*\n)*?')
  const shown = new RegExp(`^${pattern}$`).exec(stable(real))?.slice(1)
  return shown !== undefined && ids.agree(shown, written.match(ID) ?? []) ? written : ids.asWritten(real)
}

/** A call of crawlform without anything that a shell would do. */
const PLAIN_CALL = /^(?:set -e\n)?crawlform((?: [\w./:=@-]+)*)$/

const ID = /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{40})\b/g

/** Numbers ids and digests by first appearance: they differ between runs, but equal ones must stay equal. */
function openIds() {
  const nameOf = new Map()
  return {
    agree(reals, names) {
      const pairs = new Map([...nameOf, ...reals.map((real, index) => [real, names[index]])])
      const agrees =
        reals.every((real, index) => (nameOf.get(real) ?? pairs.get(real)) === names[index]) &&
        new Set(pairs.values()).size === pairs.size
      if (agrees) for (const [real, name] of pairs) nameOf.set(real, name)
      return agrees
    },
    /** An id that is shown for the first time keeps its name, so that the rest of the document takes it over. */
    asWritten: (text) =>
      text.replaceAll(ID, (real) => {
        if (!nameOf.has(real)) nameOf.set(real, real)
        return nameOf.get(real)
      }),
  }
}

function stable(text) {
  return (
    text
      .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
      // A replaced address has another length, and columns are aligned.
      .replaceAll(/(?<=\S) {2,}/g, '  ')
  )
}

/** A directory of its own, in which scripts run one after the other; variables and the working directory stay. */
function openShell(root, runHere) {
  const workplace = realpathSync(mkdtempSync(path.join(tmpdir(), 'crawlform-document-')))
  const project = path.join(workplace, 'project')
  const program = path.join(root, 'dist/cli/main.cjs')
  for (const name of ['project', 'bin', 'node_modules/.bin'])
    mkdirSync(path.join(workplace, name), { recursive: true })
  for (const name of ['bin/crawlform', 'node_modules/.bin/crawlform']) {
    writeFileSync(path.join(workplace, name), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
    chmodSync(path.join(workplace, name), 0o755)
  }
  symlinkSync(root, path.join(workplace, 'node_modules/crawlform'))
  const session = path.join(workplace, 'session')
  writeFileSync(session, `cd '${project}'\n`)
  const env = shellEnv(workplace)
  const running = []
  let isFresh = true
  const spawned = (script) =>
    spawn('sh', ['-c', `. '${session}'\n${script}`], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })

  return {
    workplace,
    write(file, content) {
      const target = path.join(currentDirectory(session, project), file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, content)
    },
    async run(script) {
      const words = isFresh && runHere !== undefined ? PLAIN_CALL.exec(script)?.[1] : undefined
      if (words !== undefined) {
        const { output, status } = await runHere(words.split(' ').slice(1), { cwd: project, env })
        return { output: output.replaceAll(workplace, '/home/ada'), status }
      }
      isFresh = false
      const child = spawned(
        `trap 's=$?; { export -p; echo "cd \\"$PWD\\""; } > "${session}"; exit $s' EXIT\nexec 2>&1\n${script}`,
      )
      const output = collect(child)
      const status = await new Promise((resolve, reject) =>
        child.once('error', reject).once('close', resolve),
      )
      return { output: output().replaceAll(workplace, '/home/ada'), status }
    },
    /** Resolves when the command has shown `text`. */
    start(command, text) {
      const child = spawned(`exec 2>&1\n${command}`)
      running.push(child)
      const output = collect(child)
      return new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', (status) => reject(new Error(`${command} ended with ${status}:\n${output()}`)))
        child.stdout.on('data', () => {
          if (output().includes(text)) resolve(undefined)
        })
      })
    },
    async stop() {
      for (const child of running) {
        const ended = new Promise((resolve) => child.once('close', resolve))
        process.kill(-child.pid, 'SIGTERM')
        await ended
      }
    },
    remove: () => rmSync(workplace, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function shellEnv(workplace) {
  return {
    HOME: workplace,
    PATH: `${path.join(workplace, 'bin')}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    // npx tells of newer versions of npm.
    npm_config_update_notifier: 'false',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'Ada'],
        [`GIT_${who}_EMAIL`, 'ada@example.com'],
      ]),
    ),
  }
}

function currentDirectory(session, project) {
  return /^cd "(.*)"$/m.exec(readFileSync(session, 'utf8'))?.[1] ?? project
}

function collect(child) {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  return () => text
}
