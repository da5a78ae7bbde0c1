export const schemaRules = {}
