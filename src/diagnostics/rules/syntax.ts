export const syntaxRules = {}
