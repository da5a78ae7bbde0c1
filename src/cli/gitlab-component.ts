import { readFileSync } from 'node:fs'

/** Returns the component for GitLab that this package ships, two folders above both the source and the bundle. */
export function gitlabComponent(): string {
  return readFileSync(new URL('../../templates/crawlform/template.yml', import.meta.url), 'utf8')
}
