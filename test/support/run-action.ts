import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import { fillExpressions, isTrue } from './workflow-expression.ts'

export interface ActionStep {
  readonly name: string
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string | boolean>>
  readonly shell?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly 'working-directory'?: string
}

export interface ActionFile {
  readonly name: string
  readonly description: string
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] }
}

export const actionDirectory = path.resolve(import.meta.dirname, '../..')

export function readAction(): ActionFile {
  // The file is this repository's own.
  return parse(readFileSync(path.join(actionDirectory, 'action.yml'), 'utf8')) as ActionFile
}

export interface ActionWish {
  readonly inputs?: Readonly<Record<string, string>>
  /** Where action.yml came from: this package unless told. */
  readonly actionPath?: string
  /** The checkout. */
  readonly workspace: string
  readonly eventName: string
  readonly event: object
  readonly repository: string
  readonly token: string
  /** The variables of the runner, and those that the workflow gives the step. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What another action would do: its outputs by name. */
  readonly uses: (
    action: string,
    inputs: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>
}

export interface ActionRun {
  /** The exit status of the step that failed, else 0. */
  readonly status: number
  readonly outputs: Readonly<Record<string, string>>
  /** What the steps printed, and the names of those that ran. */
  readonly log: string
  readonly steps: readonly string[]
  /** The page of the job. */
  readonly summary: string
}

/** Runs the steps of action.yml as the runner of GitHub Actions does. */
export async function runAction(wish: ActionWish): Promise<ActionRun> {
  const runner = mkdtempSync(path.join(tmpdir(), 'runner-'))
  try {
    return await new Run(readAction(), wish, runner).run()
  } finally {
    rmSync(runner, { recursive: true })
  }
}

class Run {
  private readonly action: ActionFile
  private readonly wish: ActionWish
  private readonly runner: string
  private readonly outputs: Record<string, { outputs: Record<string, string> }> = {}
  private readonly steps: string[] = []
  private log = ''
  private count = 0

  constructor(action: ActionFile, wish: ActionWish, runner: string) {
    this.action = action
    this.wish = wish
    this.runner = runner
  }

  async run(): Promise<ActionRun> {
    writeFileSync(this.at('summary'), '')
    writeFileSync(this.at('event.json'), JSON.stringify(this.wish.event))
    mkdirSync(this.at('temp'))
    let status = 0
    for (const step of this.action.runs.steps) {
      if (status !== 0 || !isTrue(step.if ?? "'true'", this.context())) continue
      this.steps.push(step.name)
      if (step.uses === undefined) status = await this.runShell(step)
      else this.keep(step, this.wish.uses(step.uses, this.fill(step.with)))
    }
    return {
      status,
      outputs: this.fill(
        Object.fromEntries(Object.entries(this.action.outputs).map(([name, { value }]) => [name, value])),
      ),
      log: this.log,
      steps: this.steps,
      summary: readFileSync(this.at('summary'), 'utf8'),
    }
  }

  private at(name: string): string {
    return path.join(this.runner, name)
  }

  private context(): Record<string, unknown> {
    const { eventName, event, repository, token } = this.wish
    const github = { event_name: eventName, event, repository, token }
    const inputs = Object.fromEntries(
      Object.entries(this.action.inputs).map(([name, input]) => [
        name,
        this.wish.inputs?.[name] ?? fillExpressions(input.default ?? '', { github }),
      ]),
    )
    return { github, inputs, steps: this.outputs, runner: { temp: this.at('temp') } }
  }

  private fill(texts: Readonly<Record<string, string | boolean>> = {}): Record<string, string> {
    const context = this.context()
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, fillExpressions(String(text), context)]),
    )
  }

  private async runShell(step: ActionStep): Promise<number> {
    const file = this.at(`output-${++this.count}`)
    const script = this.at(`step-${this.count}.sh`)
    writeFileSync(file, '')
    writeFileSync(script, fillExpressions(step.run ?? '', this.context()))
    const { workspace, eventName, repository, env } = this.wish
    const cwd = path.resolve(workspace, fillExpressions(step['working-directory'] ?? '.', this.context()))
    const variables = {
      ...env,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: this.wish.actionPath ?? actionDirectory,
      GITHUB_EVENT_NAME: eventName,
      GITHUB_EVENT_PATH: this.at('event.json'),
      GITHUB_OUTPUT: file,
      GITHUB_REPOSITORY: repository,
      GITHUB_RUN_ID: '99',
      GITHUB_SERVER_URL: 'https://github.example.com',
      GITHUB_STEP_SUMMARY: this.at('summary'),
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: this.at('temp'),
      ...this.fill(step.env),
    }
    // Exactly what the runner calls for "shell: bash".
    const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', script]
    const status = await new Promise<number>((resolve) => {
      execFile('bash', args, { cwd, env: variables }, (error, stdout, stderr) => {
        this.log += `## ${step.name}\n${stdout}${stderr}`
        resolve(typeof error?.code === 'number' ? error.code : error === null ? 0 : -1)
      })
    })
    this.keep(step, parseOutputs(readFileSync(file, 'utf8')))
    return status
  }

  private keep({ id }: ActionStep, outputs: Readonly<Record<string, string>>): void {
    if (id !== undefined) this.outputs[id] = { outputs: { ...outputs } }
  }
}

/** `name=value` and `name<<END`, as GITHUB_OUTPUT is read; anything else fails the step there, and here the test. */
export function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const [, name, sign, rest = ''] = /^([^=<]+)(=|<<)(.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`"${line}" is no output`)
    if (sign === '=') {
      outputs[name] = rest
      continue
    }
    const end = lines.indexOf(rest, at + 1)
    if (end === -1) throw new Error(`${rest} never comes`)
    outputs[name] = lines.slice(at + 1, end).join('\n')
    at = end
  }
  return outputs
}
