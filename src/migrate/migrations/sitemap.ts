import type { JsonObject } from '../../util/json.ts'
import { move, remove, set } from '../edit.ts'
import { atKey, NOTHING, type Migration, type Outcome, type Problem, unchanged } from '../migration.ts'
import { readFlag, settingName, written } from '../read-flag.ts'

type Mode = 'include' | 'skip' | 'only'

const MODES: readonly Mode[] = ['include', 'skip', 'only']

/** Which new values each old flag still allows when it is true, and when it is false. */
const FLAGS: readonly (readonly [pointer: string, whenTrue: readonly Mode[], whenFalse: readonly Mode[]])[] =
  [
    ['/sitemap', ['include', 'only'], ['skip']],
    ['/ignoreSitemap', ['skip'], ['include', 'only']],
    ['/sitemapOnly', ['only'], ['include', 'skip']],
  ]

/** Turns the flags `sitemap: true`, `ignoreSitemap` and `sitemapOnly` into one of include, skip and only. */
export const sitemap: Migration = {
  id: 'sitemap',
  migrate: (request) => {
    const problems: Problem[] = []
    const said = alreadyNew(request)
    for (const [pointer, whenTrue, whenFalse] of FLAGS) {
      if (said.some((one) => one.pointer === pointer)) continue
      const flag = readFlag(request, pointer, 'sitemap')
      if (flag.state === 'unknown') problems.push(flag.problem)
      if (flag.state === 'known') {
        const text = written(settingName(pointer), flag.value)
        said.push({ pointer, text, open: flag.value ? whenTrue : whenFalse })
      }
    }
    return problems.length > 0 ? { edits: [], problems } : decide(said)
  },
}

interface Said {
  readonly pointer: string
  readonly text: string
  readonly open: readonly Mode[]
}

function alreadyNew(request: JsonObject): Said[] {
  const value = MODES.find((mode) => mode === request['sitemap'])
  return value === undefined ? [] : [{ pointer: '/sitemap', text: written('sitemap', value), open: [value] }]
}

function decide(said: readonly Said[]): Outcome {
  for (const [index, second] of said.entries()) {
    const first = said.slice(0, index).find((one) => !one.open.some((mode) => second.open.includes(mode)))
    if (first === undefined) continue
    const args = { first: first.text, second: second.text, setting: 'sitemap' }
    const problem = atKey(second.pointer, 'migrate/contradiction', args)
    return unchanged(problem)
  }
  const mode = MODES.find((one) => said.every((flag) => flag.open.includes(one)))
  const decider = said.find((flag) => flag.open.length === 1) ?? said[0]
  if (mode === undefined || decider === undefined) return NOTHING
  const others = said.filter((flag) => flag !== decider).map((flag) => remove(flag.pointer))
  if (decider.text === written('sitemap', mode)) return { edits: others, problems: [] }
  const last =
    decider.pointer === '/sitemap'
      ? set('/sitemap', mode, '/sitemap')
      : move(decider.pointer, '/sitemap', mode)
  return { edits: [...others, last], problems: [] }
}
