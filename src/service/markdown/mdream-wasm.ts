import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initSync } from 'mdream/wasm'
import { Utf8Text } from '../../util/utf8-text.ts'

/** The handle under which wasm-bindgen knows `null`: no options. */
const NO_OPTIONS = 1025

/**
 * Loads mdream's WebAssembly build, once in each thread. It is called without the package's wrapper, which copies texts
 * character by character and decodes them in the slowest way there is: a tenth of the work on a page. The answer is not
 * decoded at all. This depends on names that wasm-bindgen numbers, so a test compares it with the wrapper, and the
 * package is pinned.
 */
export function loadWasmConverter(): (html: string) => Utf8Text {
  const path = createRequire(import.meta.url).resolve('mdream/wasm/mdream_edge_bg.wasm')
  const wasm = initSync({ module: readFileSync(path) })
  const { memory, __wbindgen_export: allocate, __wbindgen_export4: free } = wasm
  const moveStack = wasm.__wbindgen_add_to_stack_pointer
  let bytes = Buffer.from(memory.buffer)
  /** Returns the memory, which is another buffer after it has grown. */
  const current = (): Buffer => {
    if (bytes.buffer !== memory.buffer) bytes = Buffer.from(memory.buffer)
    return bytes
  }
  return (html) => {
    const length = Buffer.byteLength(html)
    const input = allocate(length, 1) >>> 0
    current().write(html, input, length, 'utf8')
    const answer = moveStack(-16)
    try {
      // It frees its input itself.
      wasm.htmlToMarkdown(answer, input, length, NO_OPTIONS)
      const start = current().readUInt32LE(answer)
      const size = current().readUInt32LE(answer + 4)
      const markdown = current().toString('latin1', start, start + size)
      free(start, size, 1)
      return new Utf8Text(markdown)
    } finally {
      moveStack(16)
    }
  }
}
