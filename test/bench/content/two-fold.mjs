import { readMarkdown as readPages } from './read-pages.mjs'
import { trainTrees } from './train-trees.mjs'

/** Returns the pages' Markdown by name. Trees that were trained on one half of the pages judge the other half. */
export async function readMarkdown(pages) {
  const markdown = new Map()
  for (const isFirst of [true, false]) {
    const { source } = trainTrees(pages.filter((page) => page.isFirst === isFirst))
    const read = await readPages(
      pages.filter((page) => page.isFirst !== isFirst),
      source,
    )
    for (const [name, text] of read) markdown.set(name, text)
  }
  return markdown
}
