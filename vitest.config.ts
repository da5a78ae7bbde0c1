import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// npm says in the environment that it runs this; commands that crawlform proposes would begin with npx.
delete process.env['npm_command']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Node 20 reads the named bundle at every start, which a suite that starts many processes would pay each time.
    env: {
      NODE_EXTRA_CA_CERTS: '',
      NO_COLOR: '1',
      // What V8 compiled of the program is kept from start to start, which a third of the time of each goes into.
      XDG_CACHE_HOME: path.join(import.meta.dirname, 'node_modules/.cache/tests'),
    },
    // Many tests wait for processes that they start, so that leaving one core free, as is the default, wastes it.
    maxWorkers: availableParallelism(),
    // Only so that nothing hangs for ever: a busy machine may take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
