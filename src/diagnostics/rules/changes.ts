import { rulesAbout } from '../rule.ts'

const noiseRule = rulesAbout('setting', { reportedOnce: true })

export const changesRules = () => ({
  'changes/invalid-pattern': noiseRule.error(
    '"{pattern}" of changes.ignore cannot be used: {because}.',
    'Write a regular expression in RE2 syntax that matches only the noise, with a backslash before a literal special character.',
  ),
})
