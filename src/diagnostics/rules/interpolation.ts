export const interpolationRules = {}
