/**
 * Input: the rules in `rules/`, one file per area.
 * Output: every problem that crawlform can name, by id.
 * Must not know YAML, crawls, services or terminals.
 */
import { changesRules } from './rules/changes.ts'
import { importRules } from './rules/import.ts'
import { interpolationRules } from './rules/interpolation.ts'
import { lockRules } from './rules/lock.ts'
import { limitsRules } from './rules/limits.ts'
import { migrateRules } from './rules/migrate.ts'
import { projectRules } from './rules/project.ts'
import { resolveRules } from './rules/resolve.ts'
import { schemaRules } from './rules/schema.ts'
import { scopeRules } from './rules/scope.ts'
import { securityRules } from './rules/security.ts'
import { syntaxRules } from './rules/syntax.ts'
import { testsRules } from './rules/tests.ts'

/** Every problem that crawlform can name, by id. Message texts live here and nowhere else. */
const makeCatalogue = () => ({
  ...syntaxRules(),
  ...schemaRules(),
  ...interpolationRules(),
  ...migrateRules(),
  ...resolveRules(),
  ...scopeRules(),
  ...limitsRules(),
  ...changesRules(),
  ...securityRules(),
  ...testsRules(),
  ...projectRules(),
  ...lockRules(),
  ...importRules(),
})

let made: ReturnType<typeof makeCatalogue> | undefined

/** Returns the catalogue, made for the first finding: most runs have none. */
export function catalogue(): ReturnType<typeof makeCatalogue> {
  return (made ??= makeCatalogue())
}
