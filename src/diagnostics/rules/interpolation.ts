import { rulesWith } from '../rule.ts'

const templateRule = rulesWith({ about: 'setting', decidedBy: 'place', leavesOut: true, saidOnce: false })
const keyRule = rulesWith({ about: 'key', decidedBy: 'place', leavesOut: true, saidOnce: false })

/** Mistakes in templates. Whether a name has a value is checked later. */
export const interpolationRules = {
  'interpolation/unclosed': templateRule({
    severity: 'error',
    title: 'A template is never closed',
    why: 'What follows "${" up to "}" is replaced; without the end there is no telling what was meant.',
    message: () => 'A "${" here is never closed with "}".',
    help: () => 'Add the "}", or write "$${" for the two characters themselves.',
    example: 'version: 2\nrequest:\n  url: https://example.com/${env:SECTION\n  limit: 10\n',
  }),
  'interpolation/unknown-form': templateRule<{ form: string; help: string }>({
    severity: 'error',
    title: 'A template has an unknown form',
    why: 'A placeholder that nothing replaces would be sent as it stands.',
    message: ({ form }) =>
      `"${form}" is not a template; those are \${matrix.NAME}, \${env:NAME}, \${env:NAME:-default} and \${secret:NAME}.`,
    help: ({ help }) => help,
    example: 'version: 2\nrequest:\n  url: https://example.com/${SECTION}\n  limit: 10\n',
  }),
  'interpolation/foreign-placeholder': templateRule<{ form: string; help: string }>({
    severity: 'warning',
    title: "Another tool's placeholder is in a value",
    why: 'It is sent as it stands, because only "${...}" is replaced.',
    message: ({ form }) => `"${form}" looks like a placeholder, and it is sent as it stands.`,
    help: ({ help }) => help,
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  scrapeOptions:\n    headers: { X-Team: $TEAM }\n',
  }),
  'interpolation/in-key': keyRule<{ key: string }>({
    severity: 'error',
    title: 'A template is in a key',
    why: 'Templates are replaced in values only, so that every setting can be found by its name.',
    message: ({ key }) => `The key "${key}" contains a template; only values can.`,
    help: () => 'Write the name itself.',
    example:
      'version: 2\nmatrix: { a: [x] }\nrequest:\n  url: https://example.com/\n  limit: 10\n  ${matrix.a}: 1\n',
  }),
}
