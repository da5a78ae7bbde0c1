import { rulesAbout } from '../rule.ts'

const fileRule = rulesAbout('file')
const crawlsRule = rulesAbout('file', { decidedBy: { section: '/crawls' } })
const environmentsRule = rulesAbout('file', { decidedBy: { section: '/environments' } })

const fileRules = () => ({
  'project/no-such-path': fileRule.error(
    '"{path}" does not exist.',
    'Use a file, a directory or a glob such as "crawls/**/*.yaml".',
  ),
  'project/not-found': fileRule.error(
    'No project found in "{directory}": no crawlform.yaml, and no crawl file in crawls/.',
    'Go to the project, name it with "-C DIR", or begin one with "crawlform init".',
  ),
  'project/no-crawl-file': crawlsRule.error<{
    patterns: string
    meant: string | undefined
    isTyped: boolean
  }>('No crawl file matches {patterns}.', ({ meant, isTyped }) => {
    if (meant !== undefined) return `Write "${meant}".`
    return isTyped
      ? 'Use crawl files, a directory of crawl files, or a glob such as "crawls/**/*.yaml".'
      : 'Put crawl files there, or set "crawls" in crawlform.yaml.'
  }),
  'project/nothing-found': crawlsRule.warning('No crawl file matches "{pattern}".', [
    'Write "{meant}".',
    'Put crawl files there, or correct "crawls" in crawlform.yaml.',
  ]),
  'project/outside-repository': fileRule.error(
    '"{path}" is a link that leads outside its repository.',
    'Keep crawl files inside the repository, without links that leave it.',
  ),
  'project/dead-link': fileRule.error(
    '"{path}" is a broken link.',
    'Remove it, or point it to a file of the repository.',
  ),
  'project/not-a-file': fileRule.error(
    '"{path}" is not a regular file, so it is not read.',
    'Put a regular file there. To check the content of a pipe, use standard input: "crawlform validate -".',
  ),
  'project/name-not-utf8': fileRule.error(
    '"{path}" has a name that is not UTF-8, so it is not read.',
    'Rename it. Bytes that are not UTF-8 are shown as \\xff. A shell can complete the name, or match it with "*".',
  ),
  'project/no-settings': fileRule.error(
    'crawlform.yaml has no settings.',
    'Write "version: 2" at the top, or remove the file: it is optional.',
  ),
  'project/several-documents': fileRule.error(
    'crawlform.yaml has {count} documents; only one is allowed.',
    'Remove the "---" lines between them.',
  ),
  'project/unnamed-document': fileRule.error(
    'This file has several crawls, and this one has no "name".',
    'Give each of them a "name".',
  ),
  'project/duplicate-name': fileRule.error<{ name: string; other: string; sameDocument: boolean }>(
    ({ name, other }) =>
      name === other
        ? `Two crawls are named "${name}".`
        : `"${name}" and "${other}" differ only in case; on macOS and Windows they would share files.`,
    ({ sameDocument }) =>
      sameDocument ? 'Make "name" different in every combination of the matrix.' : 'Rename one of them.',
  ),
  'project/wrong-was': crawlsRule.error<{ was: string; fault: 'itself' | 'declared' | 'twice' }>(
    ({ was, fault }) =>
      ({
        itself: `"was" names the crawl itself, "${was}".`,
        declared: `The crawl "${was}" still exists, so this one cannot be "${was}" renamed.`,
        twice: `Two crawls were "${was}".`,
      })[fault],
    ({ fault }) =>
      ({
        itself: 'Write the name that the crawl had before, or remove the line.',
        declared: 'Remove the line. If this crawl replaces the other one, remove the other one.',
        twice: 'Keep "was" in the one that takes over its record, pages and feed.',
      })[fault],
  ),
})

const settingRules = () => ({
  'project/unknown-environment': environmentsRule.error(
    'The environment "{environment}" is not in crawlform.yaml.',
    ['Did you mean "{suggestion}"?', 'Known environments: {known}.'],
  ),
  'project/two-services': fileRule.error(
    'The environment "{environment}" names two services: "service: embedded" and a "baseUrl".',
    'Keep one of them.',
  ),
  'project/idle-embedded': fileRule.error(
    'The environment "{environment}" sets "embedded", but uses the service at its "baseUrl".',
    'Remove "embedded", or write "service: embedded" instead of "baseUrl".',
  ),
  'project/bad-address': fileRule.error('"baseUrl" {fault}.', [
    '{help}',
    'Write only the part before "/v2", such as https://api.example.com.',
  ]),
  'project/unknown-rule': fileRule.warning('Unknown rule "{id}".', [
    'Did you mean "{suggestion}"?',
    'Remove the line.',
  ]),
  'project/fixed-rule': fileRule.warning(
    '"{id}" is always an error; "{severity}" has no effect here.',
    'Remove the line, and fix the reported problem.',
  ),
  'project/other-extension': fileRule.warning(
    '"{file}" is not read: its name does not match "{pattern}".',
    'Rename it to match "{pattern}".',
  ),
  'project/environment-without-service': fileRule.error(
    'The environment "{environment}" has no service.',
    'Write "baseUrl", such as https://api.firecrawl.dev, or "service: embedded".',
  ),
})

export const projectRules = () => ({ ...fileRules(), ...settingRules() })
