export function isAlive(pid: number): boolean
export function childrenOf(pid: number): number[]
export function watchMemory(pid: number, everyMs?: number): () => number
