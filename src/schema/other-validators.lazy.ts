import { crawlV1, project, requestV1 } from './other-validators.gen.ts'
import type { Validate } from './schema-error.ts'

/** Validators that most runs never use, apart so that they load only on demand. */
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
