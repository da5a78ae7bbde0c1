import { rule } from '../rule.ts'

export const syntaxRules = {
}
