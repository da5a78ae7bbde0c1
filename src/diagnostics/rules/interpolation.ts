import { rulesAbout } from '../rule.ts'

const templateRule = rulesAbout('setting')
const keyRule = rulesAbout('key')

/** Mistakes in templates. Whether a name has a value is checked later. */
export const interpolationRules = () => ({
  'interpolation/unclosed': templateRule.error(
    'A "${" here is never closed with "}".',
    'Add the "}", or write "$${" for the two characters themselves.',
  ),
  'interpolation/unknown-form': templateRule.error(
    '"{form}" is not a template; those are ${matrix.NAME}, ${env:NAME}, ${env:NAME:-default} and ${secret:NAME}.',
    '{help}',
  ),
  'interpolation/foreign-placeholder': templateRule.warning(
    '"{form}" looks like a placeholder, but is sent unchanged.',
    '{help}',
  ),
  'interpolation/in-key': keyRule.error(
    'The key "{key}" contains a template; only values can.',
    'Write the name itself.',
  ),
})
