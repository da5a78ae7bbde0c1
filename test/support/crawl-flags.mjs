/** The flags of V8 that `serve` and `apply` set for their own process: what is measured without them runs with these. */
export const crawlFlags = ['--no-allocation-site-pretenuring', '--no-parallel-scavenge']
