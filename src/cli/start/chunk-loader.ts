import { isAscii } from 'node:buffer'
import { Script } from 'node:vm'
import type { KeptCode } from './kept-code.ts'
import { readWhole } from './read-whole.ts'

const head = '(function (exports, require, module, __filename, __dirname) {'

type Exports = Record<PropertyKey, unknown>

/**
 * Loads the program's chunks, CommonJS files of one folder. A chunk that another one requires is loaded when something of
 * it is first used: what a run never comes to costs it nothing, and no `import` of the source need say so.
 */
export class ChunkLoader {
  readonly #folder: string
  readonly #code: KeptCode | undefined
  readonly #modules = new Map<string, Exports>()
  #require: NodeJS.Require | undefined

  constructor(folder: string, code: KeptCode | undefined) {
    this.#folder = folder
    this.#code = code
  }

  /** Returns what the chunk `name` exports. Throws what the chunk throws. */
  load(name: string): Exports {
    const known = this.#modules.get(name)
    if (known !== undefined) return known
    const filename = `${this.#folder}/${name}`
    const module = { exports: {} }
    this.#modules.set(name, module.exports)
    const require = (id: string): unknown =>
      id.startsWith('./') ? this.#defer(id.slice(2)) : this.#other(id)
    this.#compile(name, filename).call(
      module.exports,
      module.exports,
      require,
      module,
      filename,
      this.#folder,
    )
    return module.exports
  }

  /** Returns an object that becomes the exports of the chunk when one of them is asked for. */
  #defer(name: string): Exports {
    const known = this.#modules.get(name)
    if (known !== undefined) return known
    const get = (_: unknown, key: string): unknown => {
      Object.setPrototypeOf(exports, null)
      return Object.assign(exports, this.load(name))[key]
    }
    const exports = Object.create(new Proxy({}, { get })) as Exports
    return exports
  }

  /** Returns a module of Node's or of a package. */
  #other(id: string): unknown {
    if (id.startsWith('node:')) return process.getBuiltinModule(id)
    this.#require ??= process.getBuiltinModule('node:module').createRequire(`${this.#folder}/`)
    return this.#require(id)
  }

  #compile(name: string, filename: string): (...args: unknown[]) => void {
    const source = readWhole(filename)
    const cachedData = this.#code?.codeOf(name, source)
    const text = source.toString(isAscii(source) ? 'latin1' : 'utf8')
    const script = new Script(`${head}${text}\n})`, {
      filename,
      columnOffset: -head.length,
      ...(cachedData === undefined ? {} : { cachedData }),
    })
    this.#code?.note(name, source, script)
    return script.runInThisContext() as (...args: unknown[]) => void
  }
}
