import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

/** Runs npm, without a word. */
export function npm(cwd: string, args: readonly string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 })
}

/** Variables with which every installer asks the registry that npm asks here. */
export function registryEnv(): Record<string, string> {
  const setting = (name: string): string =>
    execFileSync('npm', ['config', 'get', name], { cwd: tmpdir(), encoding: 'utf8' }).trim()
  const registry = setting('registry')
  return {
    NODE_EXTRA_CA_CERTS: process.env['CRAWLFORM_EXTRA_CA_CERTS'] ?? '',
    npm_config_registry: registry,
    npm_config_cache: setting('cache'),
    npm_config_prefer_offline: 'true',
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_ENABLE_TELEMETRY: '0',
  }
}

/** Packs the built package into a directory without packages, and returns the file. */
export function packInto(directory: string): string {
  npm(root, ['pack', '--ignore-scripts', '--pack-destination', directory])
  const tarball = readdirSync(directory).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack wrote no file')
  return path.join(directory, tarball)
}

/** The package as `npm pack` writes it, installed by `npm i` in a directory that was empty. */
export class InstalledPackage {
  readonly directory: string
  readonly tarball: string

  /** @param flags of `npm install`, such as another system */
  constructor(flags: readonly string[] = []) {
    this.directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'crawlform-package-')))
    this.tarball = packInto(this.directory)
    this.write('app/package.json', '{ "private": true }')
    npm(this.app, ['install', ...flags, '--prefer-offline', '--no-audit', '--no-fund', this.tarball])
  }

  /** Where it is installed. */
  get app(): string {
    return path.join(this.directory, 'app')
  }

  get program(): string {
    return path.join(this.app, 'node_modules/crawlform/dist/cli/main.cjs')
  }

  write(file: string, text: string): string {
    const target = path.join(this.directory, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
    return target
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Runs a program to its end, with nothing of this process's environment but PATH. */
export async function runProgram(
  command: readonly [string, ...string[]],
  { cwd, input = '', env = {} }: { cwd: string; input?: string; env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  const [file, ...args] = command
  const child = spawn(file, args, { cwd, env: { PATH: process.env['PATH'], HOME: cwd, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
    // A program that needs nothing of it may have ended before it is written.
    child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') reject(error)
    })
    child.stdin.end(input)
  })
  return { stdout, stderr, status }
}
