/**
 * For a bundle that rolldown has open: the modules that are loaded with the chunk of each entry, without waiting. Closes
 * the bundle.
 */
export async function loadedModules(bundle, output, entries) {
  const generated = await bundle.generate(output)
  await bundle.close()
  const chunks = new Map(generated.output.map((chunk) => [chunk.fileName, chunk]))
  const reach = (name, modules = new Set()) => {
    const chunk = chunks.get(name)
    for (const id of chunk?.moduleIds ?? []) modules.add(id)
    for (const imported of chunk?.imports ?? []) reach(imported, modules)
    return modules
  }
  return entries.map((entry) => reach(`${entry}.cjs`))
}
