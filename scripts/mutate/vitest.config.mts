import path from 'node:path'
import config from '../../vitest.config.ts'

// One project, because all tests of mutants share one process.
const { projects: _, ...test } = config.test ?? {}

export default {
  root: path.join(import.meta.dirname, '../..'),
  test: { ...test, include: ['test/**/*.test.ts'] },
}
