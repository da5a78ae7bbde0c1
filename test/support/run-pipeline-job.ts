import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { isTrue } from './workflow-expression.ts'

export interface PipelineJob {
  readonly stage: string
  readonly image: string
  readonly rules: readonly {
    readonly if: string
    readonly changes?: readonly string[]
    readonly when?: string
  }[]
  readonly variables: Readonly<Record<string, string>>
  readonly before_script: readonly string[]
  readonly script: readonly string[]
  readonly resource_group?: string
  readonly cache?: { readonly key: string; readonly paths: readonly string[]; readonly when: string }
  readonly artifacts?: {
    readonly when: string
    readonly expose_as: string
    readonly paths: readonly string[]
    readonly reports?: Readonly<Record<string, string>>
  }
}

export interface ComponentInput {
  readonly description: string
  readonly default?: string | boolean | readonly string[]
}

export const componentFile = path.resolve(import.meta.dirname, '../../templates/crawlform/template.yml')

/** The inputs of a component: its first document. */
export function componentInputs(text: string): Readonly<Record<string, ComponentInput>> {
  const [head] = parseAllDocuments(text)
  if (head === undefined) throw new Error('a component begins with its inputs')
  // The file is this repository's own.
  return (head.toJS() as { spec: { inputs: Record<string, ComponentInput> } }).spec.inputs
}

/** A component's jobs with the inputs filled in, as GitLab does before it creates a pipeline. */
export function componentJobs(
  text: string,
  given: Readonly<Record<string, string | readonly string[]>> = {},
): Readonly<Record<string, PipelineJob>> {
  const inputs = componentInputs(text)
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      // A list is a whole value.
      const [, whole = ''] = /^\$\[\[\s*inputs\.([\w-]+)\s*\]\]$/.exec(value) ?? []
      const list = given[whole] ?? inputs[whole]?.default
      if (Array.isArray(list)) return list
      return value.replaceAll(/\$\[\[\s*inputs\.([\w-]+)\s*\]\]/g, (_, name: string) => {
        const filled = given[name] ?? inputs[name]?.default
        if (filled === undefined) throw new Error(`there is no input "${name}"`)
        return String(filled)
      })
    }
    if (Array.isArray(value)) return value.map((item) => fill(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [String(fill(key)), fill(member)]))
  }
  const [, jobs] = parseAllDocuments(text)
  return fill(jobs?.toJS()) as Record<string, PipelineJob>
}

/**
 * Whether a job is in a pipeline, and when it starts, as GitLab decides by the first rule that holds. `changed` are the files
 * of a push or merge request; without them `changes` always holds, as in a scheduled pipeline.
 */
export function whenInPipeline(
  { rules }: PipelineJob,
  variables: Readonly<Record<string, string>>,
  changed?: readonly string[],
): string | undefined {
  const rule = rules.find(({ if: condition, changes }) => {
    const expression = condition.replaceAll(/\$(\w+)/g, 'variables.$1').replaceAll('"', "'")
    const touches = changed?.some((file) => changes?.some((pattern) => path.posix.matchesGlob(file, pattern)))
    return isTrue(expression, { variables }) && (changes === undefined || touches !== false)
  })
  return rule === undefined ? undefined : (rule.when ?? 'on_success')
}

export interface JobRun {
  readonly status: number
  readonly log: string
  /** What GitLab would keep of the reports, by kind. */
  readonly reports: Readonly<Record<string, string | undefined>>
  /** Artifacts in the folders that the job keeps, by path. */
  readonly files: Readonly<Record<string, string>>
}

/** Runs a job's scripts as the runner does: one shell, which ends at the first command that fails. */
export async function runPipelineJob(
  job: PipelineJob,
  checkout: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<JobRun> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'job-'))
  try {
    // The simplest shell that a runner takes; bash runs whatever it runs.
    const script = ['set -e', ...job.before_script, ...job.script].join('\n')
    const variables = { ...env, ...job.variables, CI: 'true', CI_PROJECT_DIR: checkout, TMPDIR: temporary }
    const { status, log } = await new Promise<{ status: number; log: string }>((resolve) => {
      execFile('sh', ['-c', script], { cwd: checkout, env: variables }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : -1
        resolve({ status: error === null ? 0 : code, log: stdout + stderr })
      })
    })
    const reports = Object.entries(job.artifacts?.reports ?? {})
    return {
      status,
      log,
      reports: Object.fromEntries(
        reports.map(([kind, file]) => [kind, readIfThere(path.join(checkout, file))]),
      ),
      files: Object.fromEntries(
        (job.artifacts?.paths ?? [])
          .filter((folder) => existsSync(path.join(checkout, folder)))
          .flatMap((folder) =>
            readdirSync(path.join(checkout, folder), { withFileTypes: true })
              .filter((entry) => entry.isFile())
              .map(({ name }) => [
                path.posix.join(folder, name),
                readFileSync(path.join(checkout, folder, name), 'utf8'),
              ]),
          ),
      ),
    }
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
