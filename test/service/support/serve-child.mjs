// A crawl service in a process of its own, for tests that kill it. Arguments: settings as JSON. Prints its URL.
import { startService } from 'crawlform/service'

const service = await startService(JSON.parse(process.argv[2] ?? '{}'))
process.stdout.write(`${service.url}\n`)
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)))
// The parent has ended, and nothing else would end this process.
process.stdin.resume().once('end', () => process.exit(1))
