import { describe, expect, it } from 'vitest'
import { fillSecrets } from '../../src/apply/fill-secrets.ts'
import type { JsonObject } from '../../src/util/json.ts'

const values: Record<string, string> = { A: 'alpha', B: 'alphabet', C: '${secret:A}', D: '$&' }

function fill(request: JsonObject, names: readonly string[]) {
  const filled = fillSecrets(request, names, (name) => values[name])
  if (!filled.ok) throw new Error(`missing ${filled.missing.join(', ')}`)
  return filled
}

describe('secrets', () => {
  it('are inserted everywhere in the body, but only if the crawl refers to them', () => {
    const request = {
      url: 'u',
      list: ['x ${secret:A} y ${secret:A}'],
      map: { deep: [{ k: '${secret:B}' }] },
      n: 1,
      t: true,
    }
    expect(fill(request, ['A', 'B']).body).toEqual({
      url: 'u',
      list: ['x alpha y alpha'],
      map: { deep: [{ k: 'alphabet' }] },
      n: 1,
      t: true,
    })
    expect(fill({ text: '${secret:A} ${secret:B} ${env:A}' }, ['A']).body).toEqual({
      text: 'alpha ${secret:B} ${env:A}',
    })
  })

  it('are inserted literally, even if they look like references or patterns', () => {
    expect(fill({ c: '${secret:C}', d: '${secret:D}' }, ['A', 'C', 'D']).body).toEqual({
      c: '${secret:A}',
      d: '$&',
    })
  })

  it('are replaced in a text, the longest one first', () => {
    expect(fill({}, ['A', 'B']).redactor.text('no alphabet in alpha')).toBe('no ${secret:B} in ${secret:A}')
  })

  it('that are literal in an address are also recognized by the password alone', () => {
    const request = { url: 'https://ada:hunter-twelve@example.com/' }
    const filled = fillSecrets(request, [], () => undefined, { url: 'https://***@example.com/' })
    expect(filled.ok && filled.redactor.text('not hunter-twelve')).not.toContain('hunter-twelve')
  })

  it.each(['two words:quite-long', 'first-line:quite-long\nsecond'])(
    'that are no credentials contain no password: %j',
    (secret) => {
      const filled = fillSecrets({ prompt: secret }, [], () => undefined, { prompt: '***' })
      expect(filled.ok && filled.redactor.text('a quite-long way')).toBe('a quite-long way')
    },
  )

  it.each([['X'], ['X', 'Y']])('that are not set are all named: %j %j', (...missing) => {
    expect(fillSecrets({}, ['A', ...missing], (name) => values[name])).toEqual({ ok: false, missing })
  })
})
