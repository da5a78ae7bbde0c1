export const testsRules = {}
