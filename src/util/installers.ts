/** A program that installs packages, and the commands that people and CI type with it. */
export interface Installer {
  /** Its lock file, next to `package.json`. */
  readonly lock: string
  /** Matches a lock file that names crawlform. Yarn has had two formats. */
  readonly names: RegExp
  /** How it calls the project's crawlform. */
  readonly program: string
  /** Adds crawlform to a project. */
  readonly add: string
  /** Install exactly the versions of the lock file, on a machine with nothing but Node. */
  readonly install: readonly string[]
}

const npm = {
  lock: 'package-lock.json',
  names: /node_modules\/crawlform"/,
  program: 'npx crawlform',
  add: 'npm install --save-dev crawlform',
  install: ['npm ci'],
}
const pnpm = {
  lock: 'pnpm-lock.yaml',
  names: /^ +crawlform(?::|@)/m,
  program: 'pnpm exec crawlform',
  add: 'pnpm add --save-dev crawlform',
  install: ['corepack enable', 'pnpm install --frozen-lockfile'],
}
const yarn = {
  lock: 'yarn.lock',
  names: /^# yarn lockfile v1$[^]*^"?crawlform@/m,
  program: 'yarn crawlform',
  add: 'yarn add --dev crawlform',
  install: ['corepack enable', 'yarn install --frozen-lockfile'],
}
const yarnBerry = {
  ...yarn,
  names: /^__metadata:$[^]*^"crawlform@/m,
  install: ['corepack enable', 'yarn install --immutable'],
}

/** Every installer; of several with one lock file, the first whose text matches is meant. */
export const installers: readonly Installer[] = [npm, pnpm, yarn, yarnBerry]

/** Returns the installer that started this process, by the variable that each of them sets. */
export function callingInstaller(env: Readonly<Record<string, string | undefined>>): Installer | undefined {
  const [, name] = /^(npm|pnpm|yarn)\//.exec(env['npm_config_user_agent'] ?? '') ?? []
  if (name === undefined) return env['npm_command'] === undefined ? undefined : npm
  return { npm, pnpm, yarn }[name]
}

/** Matches the start of a command in a message, as a pattern's source: `crawlform`, or `npx crawlform`. */
export const CALLED = '(?:npx |pnpm exec |yarn )?crawlform'
