import { rule } from '../rule.ts'

export const scopeRules = {
}
