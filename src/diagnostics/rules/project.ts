export const projectRules = {}
