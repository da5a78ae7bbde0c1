export declare const crawlFlags: readonly string[]
