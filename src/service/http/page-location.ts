import type { Location } from '../../schema/request-v2.gen.ts'

/** The time zone of most people in countries with several. */
const CAPITAL_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  US: 'America/New_York',
}

/**
 * Returns the language tags, in order of preference, and the time zone that a browser there would have: a country without languages
 * speaks its most likely one (CLDR). The server decides about unknown places.
 */
export function locate(location: Location | undefined) {
  const { country, languages = [] } = location ?? {}
  const region = country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined
  if (region === undefined) return { languages, timezone: undefined }
  const likely = new Intl.Locale(`und-${region}`).maximize().language
  const local = `${likely}-${region}`
  const spoken = languages.length > 0 ? languages : [local, likely]
  // The runtime has it, but not yet the language version that the compiler knows.
  const place = new Intl.Locale(local) as Intl.Locale & {
    timeZones?: string[]
    getTimeZones?: () => string[]
  }
  const zones = place.getTimeZones?.() ?? place.timeZones ?? []
  return { languages: spoken, timezone: CAPITAL_ZONES[region] ?? zones[0] }
}

/** Returns `Accept-Language` (RFC 9110 section 12.5.4), or undefined when no language is preferred. */
export function acceptLanguage(languages: readonly string[]): string | undefined {
  if (languages.length === 0) return undefined
  const weight = (index: number): string => Math.max(0.1, 1 - index / 10).toFixed(1)
  return languages
    .map((language, index) => (index === 0 ? language : `${language};q=${weight(index)}`))
    .join(',')
}
