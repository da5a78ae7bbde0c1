import { rule } from '../rule.ts'

export const projectRules = {
}
