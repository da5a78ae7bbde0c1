import type { ModelSettings } from '../../../src/service/index.ts'
import { startLoopbackSite } from '../../support/loopback-site.ts'

export interface TestModel {
  readonly settings: ModelSettings
  /** What the model says next, one a request; a string is sent as it is. */
  readonly answers: (object | string)[]
  /** Bodies of the requests so far. */
  readonly asked: {
    readonly model: string
    readonly messages: readonly { role: string; content: string }[]
  }[]
  close(): Promise<void>
}

/** An endpoint that speaks OpenAI's chat completions. */
export async function startModel(): Promise<TestModel> {
  const answers: (object | string)[] = []
  const asked: TestModel['asked'] = []
  const server = await startLoopbackSite({
    '/v1/chat/completions': (request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        asked.push(JSON.parse(text) as TestModel['asked'][number])
        const answer = answers.shift()
        const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
        response.setHeader('content-type', 'application/json')
        if (request.headers.authorization !== 'Bearer model-key') response.writeHead(401).end('{}')
        else if (answer === undefined) response.writeHead(500).end('{"error":{"message":"no more"}}')
        else response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
      })
    },
  })
  return {
    settings: { baseUrl: server.url('/v1'), model: 'test-model', apiKey: 'model-key' },
    answers,
    asked,
    close: () => server.close(),
  }
}
