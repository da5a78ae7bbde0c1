import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Node 20 reads the named bundle at every start, which a suite that starts many processes would pay each time.
    env: { NODE_EXTRA_CA_CERTS: '', NO_COLOR: '1' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
