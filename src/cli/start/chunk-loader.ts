import { isAscii } from 'node:buffer'
import path from 'node:path'
import { Script } from 'node:vm'
import type { KeptCode } from './kept-code.ts'
import { readWhole } from './read-whole.ts'

const head = '(function (exports, require, module, __filename, __dirname) {'

type Exports = Record<PropertyKey, unknown>

/** What chunks use: of Node's `require`, and `import()`, which no code has that is compiled by hand. */
interface Require {
  (id: string): unknown
  readonly resolve: (id: string) => string
  readonly import: (id: string) => Promise<unknown>
}

/**
 * Loads the program's chunks, CommonJS files below one folder: those of the command line, and of the embedded service. A chunk
 * that another one requires is loaded when something of it is first used: what a run never comes to costs it nothing, and no
 * `import` of the source need say so.
 */
export class ChunkLoader {
  readonly #root: string
  readonly #code: KeptCode | undefined
  readonly #modules = new Map<string, Exports>()
  #node: NodeJS.Require | undefined

  constructor(root: string, code: KeptCode | undefined) {
    this.#root = root
    this.#code = code
  }

  /** Returns what the chunk `name` exports, a path below the folder with `/`. Throws what the chunk throws. */
  load(name: string): Exports {
    const known = this.#modules.get(name)
    if (known !== undefined) return known
    const module = { exports: {} }
    this.#modules.set(name, module.exports)
    const filename = path.join(this.#root, name)
    const folder = path.dirname(filename)
    this.#compile(name, filename).call(
      module.exports,
      module.exports,
      this.#requireFrom(name),
      module,
      filename,
      folder,
    )
    return module.exports
  }

  #requireFrom(name: string): Require {
    const require = (id: string): unknown =>
      id.startsWith('.') ? this.#defer(path.posix.join(name, '..', id)) : this.#other(id)
    return Object.assign(require, {
      resolve: (id: string) => this.#requireOfNode().resolve(id),
      import: (id: string) => import(id),
    })
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
    return id.startsWith('node:') ? process.getBuiltinModule(id) : this.#requireOfNode()(id)
  }

  #requireOfNode(): NodeJS.Require {
    return (this.#node ??= process.getBuiltinModule('node:module').createRequire(`${this.#root}/`))
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
