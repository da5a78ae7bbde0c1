export const scopeRules = {}
