import type { Page } from 'playwright-core'
import axe from 'axe-core'

/** Lists what axe finds wrong with a page: the rule, what it says, and the first places. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  // The page's policy allows no script but its own, so this one runs in a world beside it.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run()
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join(' ')}`,
    )
  })
}
