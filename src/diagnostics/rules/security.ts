export const securityRules = {}
