// Cost per page of a large crawl, compared with a crawl of a tenth of the pages on the same site: it should be equal.
//   npm run bench -- scale [--pages 100000] [--runs 1]
import { parseArgs } from 'node:util'
import { crawlform, printRows, run, summary } from './crawl-runs.mjs'
import { startSite } from './start-site.mjs'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { pages: { type: 'string', default: '100000' }, runs: { type: 'string', default: '1' } },
})
const counts = [String(Number(values.pages) / 10), values.pages]
const site = await startSite(values.pages, '0', 8309)
const runs = new Map(counts.map((pages) => [pages, []]))
for (let round = 0; round < Number(values.runs); round++)
  for (const pages of counts) runs.get(pages).push(await run(crawlform('markdown')(site.url, pages), site))
site.stop()
const results = new Map(counts.map((pages) => [`crawlform, ${pages} pages`, summary(pages, runs.get(pages))]))
console.log(`\nMarkdown of a site of ${values.pages} pages, which are made when they are asked for`)
printRows(results)
const [few, many] = results.values()
const say = (isMet, text) => console.log(`  ${isMet ? 'met   ' : 'missed'}  ${text}`)
const time = few['pages/s'] / many['pages/s']
const cpu = many['CPU s/1,000'] / few['CPU s/1,000']
say(time <= 1.2, `a page takes ${time.toFixed(2)} times as long, bar at most 1.2`)
say(cpu <= 1.2, `a page takes ${cpu.toFixed(2)} times the CPU, bar at most 1.2`)
say(many['peak MB'] <= 300, `peak ${many['peak MB'].toFixed(0)} MB, bar at most 300`)
