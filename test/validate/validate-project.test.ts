import { describe, expect, it } from 'vitest'
import { parseFile } from '../../src/document/document.ts'
import { validateProject } from '../../src/validate/validate-project.ts'
import { briefly } from '../support/expect-diagnostics.ts'

function validate(text: string): ReturnType<typeof validateProject> {
  const parsed = parseFile('crawlform.yaml', new TextEncoder().encode(text))
  const [document] = parsed.ok ? parsed.value : []
  if (document === undefined) throw new Error(briefly(parsed.diagnostics).join('\n'))
  return validateProject(document)
}

describe('validateProject', () => {
  it('reads every part of a project file', () => {
    const checked = validate(`version: 2
crawls: [sites/*.yaml]
defaults: { request: { limit: 500 } }
profiles: { polite: { request: { delay: 1 }, changes: { ignore: ['^Visitors'] } }, empty: {} }
environments:
  local: { service: embedded }
  production:
    baseUrl: https://api.firecrawl.dev
    apiKey: \${secret:FIRECRAWL_API_KEY}
    state: { backend: git, remote: upstream }
    defaults: explicit
    request: { limit: 2000 }
budget: { pages: 50000 }
rules: { limits/unset: error, scope/seed-excluded: off }
`)
    if (!checked.ok) throw new Error(briefly(checked.diagnostics).join('\n'))
    const { document, ...project } = checked.value
    expect(document?.file).toBe('crawlform.yaml')
    expect(project).toEqual({
      crawls: ['sites/*.yaml'],
      defaults: { request: { limit: 500 }, beside: {} },
      profiles: {
        polite: { request: { delay: 1 }, beside: { changes: { ignore: ['^Visitors'] } } },
        empty: { request: undefined, beside: {} },
      },
      environments: {
        local: {
          name: 'local',
          service: 'embedded',
          baseUrl: undefined,
          apiKey: undefined,
          state: { backend: 'local' },
          request: undefined,
          beside: {},
        },
        production: {
          name: 'production',
          service: undefined,
          baseUrl: 'https://api.firecrawl.dev',
          apiKey: '${secret:FIRECRAWL_API_KEY}',
          state: { backend: 'git', remote: 'upstream' },
          request: { limit: 2000 },
          beside: {},
          sendDefaults: true,
        },
      },
      budget: { pages: 50000 },
      rules: { 'limits/unset': 'error', 'scope/seed-excluded': 'off' },
    })
  })

  it('reads the facts of an environment about its service, and adds none', () => {
    const checked = validate(`version: 2
environments:
  own:
    service: embedded
    embedded: { concurrency: 3 }
    state: { backend: git, branch: records }
  hosted: { baseUrl: https://api.firecrawl.dev, idempotencyKeys: false, prices: { page: 2, json: 0.5 } }
  bare: { baseUrl: https://a.example.com, state: { backend: local } }
rules: { limits/unset: warning, lock/missing: "off" }
budget: { credits: 5 }
`)
    if (!checked.ok) throw new Error(briefly(checked.diagnostics).join('\n'))
    const { environments, rules, budget, defaults, profiles } = checked.value
    const none = {
      service: undefined,
      baseUrl: undefined,
      apiKey: undefined,
      request: undefined,
      beside: {},
    }
    expect({ environments, rules, budget, defaults, profiles }).toStrictEqual({
      environments: {
        own: {
          ...none,
          name: 'own',
          service: 'embedded',
          embedded: { concurrency: 3 },
          state: { backend: 'git', branch: 'records' },
        },
        hosted: {
          ...none,
          name: 'hosted',
          baseUrl: 'https://api.firecrawl.dev',
          idempotencyKeys: false,
          prices: { page: 2, json: 0.5 },
          state: { backend: 'local' },
        },
        bare: { ...none, name: 'bare', baseUrl: 'https://a.example.com', state: { backend: 'local' } },
      },
      rules: { 'limits/unset': 'warning', 'lock/missing': 'off' },
      budget: { credits: 5 },
      defaults: { request: undefined, beside: {} },
      profiles: {},
    })
  })

  it('fills in the default glob of crawl files', () => {
    const checked = validate('version: 2\n')
    expect(checked).toMatchObject({ ok: true, value: { crawls: ['crawls/**/*.yaml'], environments: {} } })
  })

  it.each([
    ['profiles: {}\n', ['schema/missing-version 1:1']],
    ['version: 1\n', ['schema/unknown-version 1:10']],
    ['version: 2\nprofile: {}\n', ['schema/unknown-key 2:1']],
    [
      'version: 2\nprofiles:\n  fast: { request: { onlyMainContent: true } }\n',
      ['schema/misplaced-key 3:22'],
    ],
    ['version: 2\nprofiles:\n  fast: { limit: 5 }\n', ['schema/misplaced-key 3:11']],
    ['version: 2\nlimit: 5\n', ['schema/misplaced-key 2:1']],
    ['version: 2\nenvironments: { p: { base_url: "https://x.dev" } }\n', ['schema/snake-case-key 2:22']],
    ['version: 2\nenvironments: { p: { state: { backend: s3 } } }\n', ['schema/not-allowed 2:40']],
    ['version: 2\ncrawls: ../other/*.yaml\n', ['schema/not-a-list 2:9']],
    ['version: 2\ncrawls: [../other/*.yaml]\n', ['schema/bad-format 2:10']],
    ['version: 2\nrules: { unset: off }\n', ['schema/unknown-key 2:10']],
  ])('finds the problems of %j', (text, expected) => {
    expect(briefly(validate(text).diagnostics)).toEqual(expected)
  })
})

describe('the severity of rules', () => {
  it('reports an unknown rule', () => {
    expect(
      briefly(validate('version: 2\nrules: { limits/unsett: off, limits/unset: off }\n').diagnostics),
    ).toEqual(['project/unknown-rule 2:10'])
  })
})

describe('a budget that is only a number', () => {
  it('is reported as a value that must be a mapping', () => {
    expect(validate('version: 2\nbudget: 50\n').diagnostics.map(({ message }) => message)).toEqual([
      '"budget" is 50; expected a mapping.',
    ])
  })
})
