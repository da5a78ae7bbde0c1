import type { Socket } from 'node:net'
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { hasCode } from '../../util/has-code.ts'

interface AgentOptions extends Omit<Agent.Options, 'connect' | 'factory'> {
  readonly connect: buildConnector.BuildOptions
}

/**
 * Returns an HTTP client. Whatever the other side does with a connection, only the request on it fails: undici's parser throws
 * in events of a socket if that ends or is reset while the answer is paused (nodejs/undici#5360), which would end the process.
 * So its parser is never paused. Instead it finds nothing to read on the socket while nobody takes what it has read.
 */
export function createAgent({ connect, ...options }: AgentOptions): Agent {
  const connector = buildConnector(connect)
  const createClient = (origin: URL, its: object): Client => {
    let gate: Gate | undefined
    const open: buildConnector.connector = (target, done) =>
      connector(target, (...opened) => {
        if (opened[0] === null) gate = createGate(opened[1])
        done(...opened)
      })
    const client = new Client(origin, { ...its, connect: open })
    const dispatch = client.dispatch.bind(client)
    client.dispatch = (request, handler) => {
      takeThrough(handler, () => gate)
      return dispatch(request, handler)
    }
    return client
  }
  const factory = (origin: string | URL, its: object) => new Pool(origin, { ...its, factory: createClient })
  // The wait for somebody who takes the answer does not count. Requests have time limits of their own.
  return new Agent({ ...options, bodyTimeout: 0, factory })
}

interface Gate {
  readonly open: () => void
  readonly shut: () => void
}

/** Has the handler of a request shut the gate while it takes no more. */
function takeThrough(handler: Dispatcher.DispatchHandler, gate: () => Gate | undefined): void {
  const onHeaders = handler.onHeaders?.bind(handler)
  const onData = handler.onData?.bind(handler)
  const onComplete = handler.onComplete?.bind(handler)
  const open = (): void => gate()?.open()
  handler.onHeaders = (status, headers, _, text) => onHeaders?.(status, headers, open, text) ?? true
  handler.onData = (chunk) => {
    if (onData?.(chunk) === false) gate()?.shut()
    return true
  }
  handler.onComplete = (trailers) => {
    // The connection may get another request before all of this answer is taken.
    open()
    onComplete?.(trailers)
  }
}

function socketError(message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'UND_ERR_SOCKET' })
}

/** Returns what has a socket give nothing while it is shut, not even its end. */
function createGate(socket: Socket): Gate {
  const read = socket.read.bind(socket)
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean
  let isShut = false
  socket.read = (size) => (isShut ? null : (read(size) as unknown))
  // As a second guard, an error of those who listen to a socket is an error of that connection.
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    try {
      // undici takes a reset for the end of an answer that has no length, so a cut page would pass for a whole one.
      const isReset = event === 'error' && hasCode(values[0], 'ECONNRESET')
      return isReset
        ? emit(event, socketError('the connection was reset', values[0]))
        : emit(event, ...values)
    } catch (cause) {
      const error = socketError(
        'the connection ended at a moment that the HTTP client does not expect',
        cause,
      )
      // A socket tells of one error only, and of none after it is closed.
      if (event === 'error' || event === 'close') emit('error', error)
      else socket.destroy(error)
      return event !== 'close' || emit('close')
    }
  }
  return {
    shut: () => (isShut = true),
    open: () => {
      if (!isShut) return
      isShut = false
      // Not at once, because the parser may be at work on what it has read.
      queueMicrotask(() => socket.emit('readable'))
    },
  }
}
