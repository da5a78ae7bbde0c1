export const limitsRules = {}
