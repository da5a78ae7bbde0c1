// Keys that are never right where they stand, so that an editor can say where or what they should be: keys of another level, of
// the other version, in snake_case, and with a wrong letter. Editors show the messages of a schema as they are.

/** `schema`, a crawl or project file with requests, with hints at each level; `ofOther` speaks of the other version's keys. */
export function withHints(schema, other, ofOther) {
  const result = structuredClone(schema)
  const { overlay, scrapeOptions } = result.definitions
  const levels = [result.properties, overlay.properties, scrapeOptions.properties]
  const [file, request, scrape] = levels.map((properties) => Object.keys(properties))
  const say = (properties, names, message) => {
    for (const name of names) if (!(name in properties)) properties[name] = hint(message(name))
  }
  const isCrawl = 'request' in result.properties
  if (isCrawl) {
    say(result.properties, request, (name) => `"${name}" belongs under "request".`)
    say(result.properties, scrape, (name) => `"${name}" belongs under "scrapeOptions" in "request".`)
  }
  const old = [other.properties, other.definitions.scrapeOptions.properties]
  say(overlay.properties, Object.keys(old[0]), (name) => ofOther(name, old[0][name]))
  say(scrapeOptions.properties, Object.keys(old[1]), (name) => ofOther(name, old[1][name]))
  say(overlay.properties, scrape, (name) => `"${name}" belongs under "scrapeOptions".`)
  if (isCrawl) say(overlay.properties, file, (name) => `"${name}" belongs next to "request", not in it.`)
  say(scrapeOptions.properties, request, (name) => `"${name}" belongs next to "scrapeOptions", not in it.`)
  for (const [properties, names] of [
    [overlay.properties, request],
    [scrapeOptions.properties, scrape],
  ]) {
    for (const name of names)
      say(properties, [snakeCase(name)], (snake) => `"${snake}" is written "${name}".`)
  }
  for (const [level, names] of [
    [result, file],
    [overlay, request],
    [scrapeOptions, scrape],
  ])
    level.patternProperties = misspelled(names, Object.keys(level.properties))
  return result
}

/** Shorter names are near too many others. */
const SHORTEST = 4

/** Returns hints at the names that differ from one of `names` by one letter more, less or other, or by two that changed places. */
function misspelled(names, known) {
  const entries = names.flatMap((name) => {
    if (name.length < SHORTEST) return []
    const near = Array.from(name, (_, at) => [
      `${name.slice(0, at)}.{0,2}${name.slice(at + 1)}`,
      `${name.slice(0, at)}..${name.slice(at + 2)}`,
    ])
    const any = [...new Set(near.flat())].join('|')
    // In a schema, patterns hold for known names too.
    const own = known.filter((one) => new RegExp(`^(?:${any})$`).test(one)).join('|')
    return [[`^(?!(?:${own})$)(?:${any})$`, hint(`Did you mean "${name}"?`)]]
  })
  return Object.fromEntries(entries)
}

function snakeCase(name) {
  return name.replaceAll(/(?<=[a-z0-9])([A-Z]+)/g, (capitals) => `_${capitals.toLowerCase()}`)
}

function hint(message) {
  return {
    description: message,
    type: 'string',
    pattern: '(?!)',
    errorMessage: message,
    patternErrorMessage: message,
    doNotSuggest: true,
  }
}
