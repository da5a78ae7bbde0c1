import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GitBackend } from '../../src/state/git-backend.ts'
import { HttpBackend } from '../../src/state/http-backend.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { systemClock, type Clock } from '../../src/util/clock.ts'
import type { CampaignMachine } from './campaign-machine.ts'
import { makeSmallDisk } from './campaign-process.ts'
import { GitRepositories } from './git-repositories.ts'
import type { RandomSource } from './random-source.ts'
import type { StateFault, TerraformStateServer } from './terraform-state-server.ts'

/** `process` is a local record that real processes write, on a disk of its own. */
export type StoreKind = 'local' | 'http' | 'git' | 'process'

/** The stores of a campaign's record, with their faults. */
export interface CampaignStore {
  /** As a machine sees it, faults and its death included. */
  open(machine: CampaignMachine, clock: Clock): StateBackend
  /** As it is. */
  look(): StateBackend
  /** Plans the faults of a round. */
  plan(): void
  /** Ends the round: what was planned and did not come about is dropped. Tells how many faults did. */
  calm(): number
  remove(): void
}

/** `where`: a directory, which should be in memory for a long campaign, as every write is synced. */
export function localStore(where = tmpdir()): CampaignStore {
  const directory = mkdtempSync(path.join(where, 'campaign-'))
  const open = (clock: Clock = systemClock): StateBackend =>
    openLocalBackend({ directory, environment: 'local', clock })
  return {
    // Others are waited for in real time.
    open: (_machine, clock) =>
      open({ now: () => clock.now(), sleep: (ms, signal) => systemClock.sleep(ms, signal) }),
    look: () => open(),
    plan: () => {},
    calm: () => 0,
    remove: () => rmSync(directory, { recursive: true }),
  }
}

/** A local record on a small disk, which a round may find almost full. */
export function processStore(random: RandomSource): CampaignStore & { readonly directory: string } {
  const disk = makeSmallDisk()
  const { directory } = disk
  const open = (): StateBackend => openLocalBackend({ directory, environment: 'local', clock: systemClock })
  return {
    directory,
    open,
    look: open,
    plan() {
      if (random.chance(0.3)) disk.fill(random.below(16) * 1024)
    },
    calm() {
      disk.empty()
      return 0
    },
    remove: () => disk.remove(),
  }
}

/** What a server of the record does wrong: before the work, or after it as a lost answer. */
const STATE_FAULTS: readonly StateFault['answer'][] = [500, 'cut']
/** When a client is killed: before its request arrives, or before it hears of its answer. */
const DEATHS: readonly StateFault['answer'][] = ['die', 'cut-and-die']

export function httpStore(server: TerraformStateServer, clock: Clock, random: RandomSource): CampaignStore {
  Object.assign(server, { state: undefined, lock: undefined })
  const machines = new Map<string, CampaignMachine>()
  let planned = 0
  server.onDeath = (name) => machines.get(name)?.die()
  server.isDead = (name) => machines.get(name)?.isDead === true
  const open = (userAgent: string, ownClock: Clock): StateBackend => {
    const address = server.address()
    return new HttpBackend({
      environment: 'local',
      clock: ownClock,
      userAgent,
      address,
      lockAddress: address,
    })
  }
  return {
    open(machine, ownClock) {
      machines.set(machine.name, machine)
      return open(machine.name, ownClock)
    },
    look: () => open('campaign', clock),
    plan() {
      planned = random.below(4)
      for (let count = planned; count > 0; count--) {
        const method = random.pick(['LOCK', 'GET', 'POST', 'UNLOCK'])
        server.faults.push({ method, answer: random.pick(random.chance(0.3) ? DEATHS : STATE_FAULTS) })
      }
    },
    calm() {
      const happened = planned - server.faults.length
      server.faults.length = 0
      return happened
    },
    remove() {
      server.onDeath = () => {}
      server.isDead = () => false
    },
  }
}

/** A real bare repository and two checkouts of it; a machine has a git of its own, which does what the round has planned. */
export function gitStore(random: RandomSource): CampaignStore {
  const repositories = new GitRepositories()
  const checkouts = [repositories.clone('--depth=1'), repositories.clone()]
  const refusals = path.join(repositories.root, 'refusals')
  const happened = path.join(repositories.root, 'happened')
  // Some pushes are refused for no reason of ours; some pushers are killed before the answer, done or not.
  repositories.hook(
    'pre-receive',
    `plan=$(head -n 1 "${refusals}" 2>/dev/null) || plan=
     [ -n "$plan" ] || exit 0
     sed -i 1d "${refusals}"; echo "$plan" >> "${happened}"
     case "$plan" in *die*) : > "$CAMPAIGN_BIN/dead" ;; esac
     case "$plan" in
       refuse) echo "not today" >&2; exit 1 ;;
       *-before) kill -9 "$CAMPAIGN_PUSHER"; exit 1 ;;
       *-after) : > "${repositories.root}/after" ;;
     esac`,
  )
  repositories.hook(
    'post-receive',
    `[ -e "${repositories.root}/after" ] || exit 0
     rm "${repositories.root}/after"; kill -9 "$CAMPAIGN_PUSHER"`,
  )
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return {
    open(machine, clock) {
      const bin = path.join(repositories.root, machine.name)
      const steps = random.chance(0.4) ? random.below(150) : 1_000_000
      writeGit(bin, { real: repositories.env['PATH'] ?? '', steps, happened })
      const inner = new GitBackend({
        environment: 'local',
        clock: { now: () => clock.now(), sleep: (ms, signal) => systemClock.sleep(ms, signal) },
        directory: random.pick(checkouts),
        env: { ...repositories.env, PATH: `${bin}:${repositories.env['PATH']}` },
      })
      const noticeDeath = async <T>(work: Promise<T>): Promise<T> => {
        try {
          return await work
        } finally {
          if (existsSync(path.join(bin, 'dead'))) machine.die()
        }
      }
      return {
        environment: inner.environment,
        description: inner.description,
        read: () => noticeDeath(inner.read()),
        compareAndSwap: (expected, next) => noticeDeath(inner.compareAndSwap(expected, next)),
      }
    },
    look: () =>
      new GitBackend({
        environment: 'local',
        clock: systemClock,
        directory: checkouts[0] ?? '',
        env: repositories.env,
      }),
    plan() {
      const kinds = ['refuse', 'kill-before', 'kill-after', 'die-before', 'die-after']
      const plans = Array.from({ length: random.below(3) }, () => random.pick(kinds))
      writeFileSync(refusals, plans.map((plan) => `${plan}\n`).join(''))
    },
    calm() {
      const count = read(happened).split('\n').length - 1
      for (const file of [refusals, happened]) rmSync(file, { force: true })
      return count
    },
    remove: () => repositories.remove(),
  }
}

/** A git that dies with its machine before one of its steps, and loses the answer of a push now and then. */
function writeGit(bin: string, plan: { real: string; steps: number; happened: string }): void {
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'steps'), `${plan.steps}\n`)
  const script = `#!/bin/sh
PATH="${plan.real}"
[ -e "${bin}/dead" ] && kill -9 $$
read -r steps < "${bin}/steps"
[ "$steps" -le 0 ] && { : > "${bin}/dead"; kill -9 $$; }
echo $((steps - 1)) > "${bin}/steps"
case " $* " in *" push "*) ;; *) exec git "$@" ;; esac
export CAMPAIGN_PUSHER=$$ CAMPAIGN_BIN="${bin}"
git "$@"; code=$?
[ $((steps % 7)) -eq 0 ] && { echo lost >> "${plan.happened}"; exit 128; }
exit $code
`
  writeFileSync(path.join(bin, 'git'), script, { mode: 0o755 })
}
