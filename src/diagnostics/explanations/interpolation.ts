import type { Explanations } from '../explanation.ts'
import type { interpolationRules } from '../rules/interpolation.ts'

export const interpolationExplanations: Explanations<typeof interpolationRules> = {
  'interpolation/unclosed': {
    title: 'A template is never closed',
    why: 'crawlform replaces "${...}"; without the "}" the template is incomplete.',
    example: 'version: 2\nrequest:\n  url: https://example.com/${env:SECTION\n  limit: 10\n',
    repair: ['${env:SECTION', '${env:SECTION:-docs}/'],
  },
  'interpolation/unknown-form': {
    title: 'A template has an unknown form',
    why: 'A placeholder that is not replaced would be sent unchanged.',
    example: 'version: 2\nrequest:\n  url: https://example.com/${SECTION}\n  limit: 10\n',
    repair: ['${SECTION}', '${env:SECTION:-docs}/'],
  },
  'interpolation/foreign-placeholder': {
    title: "Another tool's placeholder is in a value",
    why: 'It is sent unchanged, because only "${...}" is replaced.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    headers: { X-Team: $TEAM }\n',
    repair: ['$TEAM', '"${env:TEAM:-docs}"'],
  },
  'interpolation/in-key': {
    title: 'A template is in a key',
    why: 'Templates are replaced in values only, so that every setting can be found by its name.',
    example:
      'version: 2\nmatrix: { a: [x] }\nrequest:\n  url: https://example.com/\n  limit: 10\n  ${matrix.a}: 1\n',
    repair: ['  ${matrix.a}: 1\n', '  includePaths: ["^/$", "^/${matrix.a}/"]\n'],
  },
}
