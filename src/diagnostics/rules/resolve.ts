export const resolveRules = {}
