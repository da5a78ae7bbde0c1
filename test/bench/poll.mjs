// Clients that ask for the status of a crawl again and again, until standard input ends. Prints how they were answered.
//   node poll.mjs URL CLIENTS EVERY_MS
import { setTimeout as sleep } from 'node:timers/promises'

const [url, clients, every] = process.argv.slice(2)
const told = { answers: 0, bytes: 0, slowest: 0 }
let isOver = false

async function client(place) {
  // Spread evenly, as those who come one after another are.
  await sleep((Number(every) * place) / Number(clients))
  while (!isOver) {
    const from = performance.now()
    const answer = await fetch(url)
    told.bytes += (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    told.answers += 1
    told.slowest = Math.max(told.slowest, performance.now() - from)
    await sleep(Number(every))
  }
}

process.stdin.resume().once('end', () => {
  isOver = true
  process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0))
})
await Promise.all(Array.from({ length: Number(clients) }, (_, place) => client(place)))
