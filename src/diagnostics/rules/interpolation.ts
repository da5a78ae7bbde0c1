import { rulesAbout } from '../rule.ts'

const templateRule = rulesAbout('setting')
const keyRule = rulesAbout('key')

/** Mistakes in templates. Whether a name has a value is checked later. */
export const interpolationRules = {
  'interpolation/unclosed': templateRule({
    severity: 'error',
    message: () => 'A "${" here is never closed with "}".',
    help: () => 'Add the "}", or write "$${" for the two characters themselves.',
  }),
  'interpolation/unknown-form': templateRule<{ form: string; help: string }>({
    severity: 'error',
    message: ({ form }) =>
      `"${form}" is not a template; those are \${matrix.NAME}, \${env:NAME}, \${env:NAME:-default} and \${secret:NAME}.`,
    help: ({ help }) => help,
  }),
  'interpolation/foreign-placeholder': templateRule<{ form: string; help: string }>({
    severity: 'warning',
    message: ({ form }) => `"${form}" looks like a placeholder, but is sent unchanged.`,
    help: ({ help }) => help,
  }),
  'interpolation/in-key': keyRule<{ key: string }>({
    severity: 'error',
    message: ({ key }) => `The key "${key}" contains a template; only values can.`,
    help: () => 'Write the name itself.',
  }),
}
