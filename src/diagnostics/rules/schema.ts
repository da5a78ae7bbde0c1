import { rule } from '../rule.ts'

export const schemaRules = {
}
