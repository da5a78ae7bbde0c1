import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

export interface FeedEntry {
  readonly op: string
  readonly crawl: string
  readonly url: string
  readonly file?: string
  readonly hash?: string
}

/** Takes `feed.jsonl` away and returns its lines, as a program of a user does between two runs. */
export function takeFeed(directory: string): FeedEntry[] {
  const feed = path.join(directory, 'feed.jsonl')
  if (!existsSync(feed)) return []
  const lines = readFileSync(feed, 'utf8').split('\n')
  rmSync(feed)
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as FeedEntry]))
}
