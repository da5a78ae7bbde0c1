import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Node 20 reads the named bundle at every start, which a suite that starts many processes would pay each time.
    env: { NODE_EXTRA_CA_CERTS: '', NO_COLOR: '1' },
    // Many tests wait for processes that they start, so that leaving one core free, as is the default, wastes it.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
