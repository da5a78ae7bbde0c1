// Source files that load something late make a `require` for it. Built as CommonJS, they have one of their own.
const imported = "import { createRequire } from 'node:module'\n"
const made = 'createRequire(import.meta.url)'

/** For rolldown: lets files use the `require` that they have, which it can follow to what they load. */
export const ownRequire = {
  name: 'own-require',
  transform(code, id) {
    if (!code.includes(imported)) return null
    const own = code.replace(imported, '\n').replaceAll(made, 'require')
    if (own.includes('createRequire'))
      throw new Error(`${id} makes a require in another way than by ${made}, which this build does not know`)
    // Lines stay where they are, which is what source maps are asked for.
    return { code: own, map: null }
  },
}
