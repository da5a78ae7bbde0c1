import type { FileSource } from '../../load/file-source.ts'

export type Answer = string | readonly string[] | Uint8Array
export type Listener = (question: string, answer: Answer) => void

/** Files of a project, and everything that is asked of them. */
export interface OverheardFiles extends FileSource {
  /**
   * Tells `listener` what was asked until now, and from now on; without one nobody wants to know. Returns the questions until
   * now.
   */
  tell(listener?: Listener): readonly string[]
}

/** Returns `files` so that somebody may listen who only later knows that there is something worth hearing. */
export function overhear(files: FileSource): OverheardFiles {
  const heard: Parameters<Listener>[] = []
  // Bytes are good until the next question.
  let listen: Listener | undefined = (question, answer) =>
    heard.push([question, answer instanceof Uint8Array ? Buffer.from(answer) : answer])
  const told = <A extends Answer>(question: string, answer: A): A => {
    listen?.(question, answer)
    return answer
  }
  return {
    list: (directory) => told(`list ${directory}`, files.list(directory)),
    read: (path) => told(`read ${path}`, files.read(path)),
    kind: (path) => told(`kind ${path}`, files.kind(path)),
    tell: (listener) => {
      listen = listener
      const before = heard.splice(0)
      for (const one of before) listener?.(...one)
      return before.map(([question]) => question)
    },
  }
}
