import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startJobServer, type JobServer } from '../support/job-server.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { cliProject, program, type CliProject } from '../support/run-cli.ts'

/** A disk of one's own needs a name space of one's own, which not every machine gives. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

let server: JobServer
let project: CliProject

beforeEach(async () => {
  server = await startJobServer()
  project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: { baseUrl: "${server.url}" }\n`,
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/", limit: 5 }\n',
    '.crawlform/.gitignore': '*\n',
  })
})

afterEach(async () => {
  project.remove()
  await server.close()
})

/** Shell commands with `place` on a disk of 64 KiB; `crawlform` is the program. */
function onSmallDisk(
  script: string,
  options = 'size=64k',
  place = '.crawlform',
): Promise<{ stdout: string; stderr: string }> {
  const crawlform = `crawlform() { ${process.execPath} ${program} "$@"; }`
  const child = spawn(
    'unshare',
    ['-rm', 'sh', '-c', `mount -t tmpfs -o ${options} tmpfs ${place} || exit 9; ${crawlform}; ${script}`],
    {
      cwd: project.directory,
      env: { PATH: process.env['PATH'], HOME: project.directory },
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += String(text)))
  child.stderr.on('data', (text) => (stderr += String(text)))
  return new Promise((resolve) => child.on('close', () => resolve({ stdout, stderr })))
}

const FILL = 'dd if=/dev/zero of=.crawlform/fill bs=1k 2>/dev/null'
const apply = 'crawlform apply --env remote --yes --summary; echo "exit $?"'

it.skipIf(!canMount)(
  'a disk that fills after a submission is reported with advice to free space',
  async () => {
    const fill = 'dd if=/dev/zero of=.crawlform/fill bs=1k count=56 2>/dev/null'
    const { stderr } = await onSmallDisk(
      `crawlform apply --env remote --yes; ${fill}; ${FILL}; crawlform wait --env remote`,
    )
    expect(stderr).toContain('ENOSPC')
    expect(stderr).toContain('  help: Free some disk space, then rerun.\n')
  },
)

it.skipIf(!canMount)('a full disk lets nothing be submitted, because it could not be recorded', async () => {
  const { stdout, stderr } = await onSmallDisk(`${FILL}; ${apply}; rm .crawlform/fill; ${apply}`)
  expect(stderr).toContain('docs: failed: not submitted, because it could not be recorded')
  expect(stderr).toContain('ENOSPC')
  expect(stdout).toBe('1 failed.\nexit 4\n1 submitted.\nexit 0\n')
  expect([...server.jobs.values()]).toEqual([1])
})

it.skipIf(!canMount)(
  'a disk that fills after the intent was recorded leaves the outcome in the log',
  async () => {
    const flag = path.join(project.directory, 'go')
    // The answer waits for the disk to be full.
    server.onRequest = () => spawnSync('sh', ['-c', `: > ${flag}; while [ -e ${flag} ]; do :; done`])
    const filler = `(while [ ! -e go ]; do :; done; ${FILL}; rm go) &`
    const { stdout, stderr } = await onSmallDisk(
      `${filler} ${apply}; rm .crawlform/fill; crawlform plan --env remote --summary; sed -n '/^{/,/^}/p' err > .crawlform/errored-state.json; crawlform state reconcile --env remote; crawlform plan --env remote --detailed-exitcode; echo "exit $?"`.replace(
        '--summary; echo',
        '--summary 2> err; cat err >&2; echo',
      ),
    )
    expect(stderr).toContain('could not be recorded, and no file could be written. Save the text below as')
    expect(stdout).toContain('? docs')
    expect(stdout).toContain('1 outcome of ')
    expect(stdout).toMatch(/1 unchanged\.[^]*exit 0\n$/)
    expect([...server.jobs.values()]).toEqual([1])
  },
)

it.skipIf(!canMount)('a read-only disk is reported with advice about the record', async () => {
  const { stdout, stderr } = await onSmallDisk(apply, 'ro,size=64k')
  expect([stdout, stderr]).toEqual([
    '1 failed.\nexit 4\n',
    expect.stringMatching(
      /EROFS: read-only file system.*\n +help: Make \.crawlform writable, or keep the record/,
    ),
  ])
  expect(server.jobs.size).toBe(0)
})

it.skipIf(!canMount)('a read-only disk of the service or of an output is reported with advice', async () => {
  project.write('crawlform.yaml', 'version: 2\n')
  project.write('out/.keep', '')
  const ro = 'mount -t tmpfs -o ro tmpfs out'
  const { stderr } = await onSmallDisk(
    `${ro}; crawlform apply --yes --summary; crawlform plan --out out/plan.json >/dev/null`,
    'ro',
  )
  expect(stderr).toMatch(
    /Cannot keep jobs in .*\n {2}help: Make this directory writable\. Or run "crawlform serve --data-dir /,
  )
  expect(stderr).toMatch(
    /"\S+\/out\/plan\.json" cannot be written: the disk is read-only\.\n {2}help: Mount it writable/,
  )
})

it.skipIf(!canMount)(
  'a disk that fills up with pages keeps the old files, and a rerun with room writes all',
  async () => {
    const names = Array.from({ length: 30 }, (_, index) => `/p${index}`)
    const long = `<p>${'many words '.repeat(1000)}`
    const web = await startLoopbackSite({
      '/': names.map((name) => `<a href="${name}">x</a> `).join('') + long,
      ...Object.fromEntries(names.map((name) => [name, name + long])),
    })
    project.write('crawls/docs.yaml', `version: 2\nrequest: { url: "${web.url('/')}", limit: 40 }\n`)
    project.write('pages/.keep', '')
    const write =
      'crawlform apply --yes --summary --output pages >/dev/null 2>err; echo "exit $?"; tail -n 2 err'
    const list = 'find pages -type f | sort; cat pages/docs/own.md'
    const { stdout } = await onSmallDisk(
      `mkdir pages/docs; echo mine > pages/docs/own.md; ${write}; ${list}; mount -o remount,size=10m pages; crawlform results --output pages >/dev/null; echo "exit $?"; ${list}`,
      'size=200k',
      'pages',
    )
    await web.close()
    const [full = '', roomy = ''] = stdout.split(/(?<=mine\n)/)
    expect(full).toBe(`exit 3
crawlform: "${project.directory}/pages" cannot be written: the disk is full.
  help: Free some disk space, then write the pages again: crawlform results --output ${project.directory}/pages
pages/docs/own.md
mine
`)
    expect(roomy).toMatch(/^exit 0\n/)
    expect(roomy.match(/^pages\/docs\/.*\.md$/gm)).toHaveLength(32)
  },
)

it('a device that takes neither results nor messages gives exit status 3', () => {
  for (const words of [['plan'], ['validate'], ['plan', '--format', 'json']]) {
    const full = openSync('/dev/full', 'w')
    const { status } = spawnSync(process.execPath, [program, ...words], {
      cwd: project.directory,
      stdio: ['ignore', full, full],
    })
    closeSync(full)
    expect([words, status]).toEqual([words, 3])
  }
})

describe.runIf(process.platform === 'linux')('a place where no directory can be created', () => {
  it.each([
    ['plan', '--out', '/proc/x/y'],
    ['validate', '--report', 'json=/proc/x/y'],
    ['serve', '--port', '0', '--data-dir', '/proc/x/y'],
  ])('is reported at once: %s %s %s %s', async (...args) => {
    const { status, stderr } = await project.run(args.filter((arg) => arg !== undefined))
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('/proc/x') as unknown })
  })
})

it.skipIf(!canMount)('init on a full disk leaves no empty files, and keeps .gitignore', async () => {
  const fill = 'dd if=/dev/zero of=new/fill bs=1k 2>/dev/null'
  const init = 'crawlform -C new init --url http://127.0.0.1:9/ --yes; echo "exit $?"'
  project.write('new/kept', '')
  const { stdout, stderr } = await onSmallDisk(
    `echo mine > new/.gitignore; ${fill}; ${init}; ls -A new; rm new/fill; ${init}; cat new/.gitignore`,
    'size=64k',
    'new',
  )
  expect(stderr).toContain('new/crawlform.yaml" cannot be written: the disk is full.\n')
  expect(stdout).toMatch(/^exit 3\n\.gitignore\nfill\ncreated  crawlform\.yaml\n/)
  expect(stdout).toMatch(/exit 0\nmine\n\.crawlform\/\n/)
})

it.skipIf(!canMount)('the embedded service distinguishes a full disk from a read-only one', async () => {
  const embedded = 'crawlform apply --yes --summary; echo "exit $?"'
  const full = await onSmallDisk(`${FILL}; ${embedded}`)
  expect([full.stdout, full.stderr]).toEqual([
    expect.stringContaining('exit 3\n'),
    expect.stringMatching(/disk is full\n {2}help: Free some disk space, then rerun\.\n$/),
  ])
  const fixed = await onSmallDisk(`${embedded}`, 'size=64k,ro')
  expect([fixed.stdout, fixed.stderr]).toEqual([
    expect.stringContaining('exit 3\n'),
    expect.stringMatching(/read-only file system[^\n]*\n {2}help: Make this directory writable\. /),
  ])
})
