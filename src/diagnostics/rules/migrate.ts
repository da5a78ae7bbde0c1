export const migrateRules = {}
