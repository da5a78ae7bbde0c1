import type { CiSystem } from '../init-answers.ts'

const HEAD = `version: 2

# Settings of all crawls. A crawl file can override them.
defaults:
  request:
    limit: 500

# Without --env, crawls run on this machine, on the embedded service.
environments:
  production:
    baseUrl: https://api.firecrawl.dev
    apiKey: \${secret:FIRECRAWL_API_KEY}
`

const IN_GIT = `    # The record of submissions is a ref of this repository, shared by the team and CI.
    state: { backend: git }
`

const IN_GITLAB = `    # The record of submissions is a Terraform state of the project, shared by the team and CI.
    state:
      backend: http
      address: \${env:CI_API_V4_URL}/projects/\${env:CI_PROJECT_ID}/terraform/state/crawlform
      lockAddress: \${env:CI_API_V4_URL}/projects/\${env:CI_PROJECT_ID}/terraform/state/crawlform/lock
      unlockAddress: \${env:CI_API_V4_URL}/projects/\${env:CI_PROJECT_ID}/terraform/state/crawlform/lock
      username: gitlab-ci-token
      password: \${secret:CI_JOB_TOKEN}
      lockMethod: POST
      unlockMethod: DELETE
`

const TAIL = `
# A plan that could fetch more pages than this fails.
budget: { pages: 10000 }
`

/** Returns `crawlform.yaml`. A GitLab job token may not push, so there GitLab itself keeps the record. */
export function projectFile(ci: CiSystem, schemas: string): string {
  const schema = `# yaml-language-server: $schema=${schemas}/project.schema.json\n`
  return schema + HEAD + (ci === 'gitlab' ? IN_GITLAB : IN_GIT) + TAIL
}
