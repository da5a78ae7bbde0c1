import { changedSettings, type ScopeEdit } from './explored-crawl.ts'

/** Returns the changed settings as YAML for a crawl file; empty without changes. */
export function settingsYaml(before: ScopeEdit, after: ScopeEdit): string {
  const lines = changedSettings(before, after).flatMap((name) => {
    const value = after[name]
    if (value === undefined) return [`  # without ${name}`]
    if (typeof value !== 'object') return [`  ${name}: ${value}`]
    if (value.length === 0) return [`  ${name}: []`]
    return [`  ${name}:`, ...value.map((item) => `    - ${quoted(item)}`)]
  })
  return lines.length === 0 ? '' : `${['request:', ...lines].join('\n')}\n`
}

/** Returns a pattern as YAML reads it back: single quotes leave backslashes alone. */
function quoted(text: string): string {
  return /^[\x20-\x7E]*$/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)
}
