import { expect, it } from 'vitest'
import { hereProject } from '../support/run-here.ts'

it('sends the key of the embedded service from its variable, never the key itself', async () => {
  const project = hereProject({
    'crawls/docs.yaml': 'version: 2\nrequest: { url: https://example.com/, limit: 10 }\n',
  })
  try {
    const key = 'k-of-this-service'
    const { stdout } = await project.run(['render', 'docs', '--as', 'curl'], {
      env: { CRAWLFORM_API_KEY: key },
    })
    expect(stdout).toContain('Authorization: Bearer \'"$CRAWLFORM_API_KEY"')
    expect(stdout).not.toContain(key)
    expect((await project.run(['render', 'docs', '--as', 'curl'])).stdout).not.toContain('Authorization')
  } finally {
    project.remove()
  }
})
