// The README's first command, in a temporary directory: serves a copy of the bundled site, applies its crawl on the embedded
// service, and shows the pages on disk. Then it changes the site, and shows the changes and the feed. Then it breaks the site,
// and shows that the published pages stay.
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveDirectory } from './static-site.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const program = path.join(root, 'dist/cli/main.cjs')
const project = mkdtempSync(path.join(tmpdir(), 'crawlform-demo-'))
const pages = path.join(project, 'site')
cpSync(path.join(root, 'test/fixtures/site/handbook'), pages, { recursive: true })
const site = await serveDirectory(pages)

const crawlform = (...args) => run(0, args)

/** Runs a command that must exit with `status`. */
function run(status, args) {
  console.log(`\n$ crawlform ${args.join(' ')}`)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: project,
      stdio: 'inherit',
      env: { ...process.env, HANDBOOK_PORT: new URL(site.url).port },
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === status ? resolve() : reject(new Error(`crawlform ${args[0]} exited with ${code}`)),
    )
  })
}

/** Changes a page of the site. */
function edit(name, from, to) {
  const file = path.join(pages, name)
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

try {
  mkdirSync(path.join(project, 'crawls'))
  for (const name of ['crawlform.yaml', 'crawls/handbook.yaml']) {
    const text = readFileSync(path.join(root, name), 'utf8')
      .replace('  scrapeOptions:\n    formats', '  scrapeOptions:\n    maxAge: 0\n    formats')
      .replace('minPages: 7', 'minPages: 3, maxRemoved: 20%')
    writeFileSync(path.join(project, name), text)
    console.log(`\n# ${name}\n${text.trim()}`)
  }
  const output = ['--output', 'pages', '--feed', 'feed.jsonl']
  await crawlform('apply', '--yes', '--wait', ...output)
  // An index takes the feed away before it reads it. Otherwise the next lines are added.
  console.log('\n$ mv feed.jsonl taken.jsonl')
  renameSync(path.join(project, 'feed.jsonl'), path.join(project, 'taken.jsonl'))
  await crawlform('plan')
  console.log(`\n$ cd pages; find`)
  for (const name of readdirSync(path.join(project, 'pages'), { recursive: true }).toSorted())
    console.log(name)

  console.log('\n# The site changes: a page gets another text, and one gets another address.')
  edit('docs/lamp/index.html', 'ten seconds', 'twelve seconds')
  edit('docs/lamp/index.html', 'oil.html', 'fuel.html')
  edit('docs/index.html', 'oil.html', 'fuel.html')
  renameSync(path.join(pages, 'docs/lamp/oil.html'), path.join(pages, 'docs/lamp/fuel.html'))
  await crawlform('apply', '--yes', '--summary', '--rerun', ...output)
  await crawlform('changes')
  console.log(`\n$ cat feed.jsonl\n${readFileSync(path.join(project, 'feed.jsonl'), 'utf8').trim()}`)

  console.log('\n# The site breaks: most of its pages are gone. The pages that were published stay.')
  rmSync(path.join(pages, 'docs/lamp'), { recursive: true })
  await run(5, ['apply', '--yes', '--summary', '--rerun', ...output])
  await crawlform('status')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await site.close()
  rmSync(project, { recursive: true, force: true })
}
