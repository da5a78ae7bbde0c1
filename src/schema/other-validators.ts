import { crawlV1, project, requestV1 } from './other-validators.gen.ts'
import type { Validate } from './schema-error.ts'

/** What most runs never check: apart, it is loaded when it is asked for. */
export type OtherSchema = 'crawl-v1' | 'project' | 'request-v1'

export function otherValidator(schema: OtherSchema): Validate {
  switch (schema) {
    case 'crawl-v1':
      return crawlV1
    case 'project':
      return project
    case 'request-v1':
      return requestV1
  }
}
