/** Returns the element that the page's markup has under `id`. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.querySelector(`#${id}`)
  if (!(element instanceof type)) throw new Error(`the page has no ${id}`)
  return element
}

/** Returns a new element with a class, and texts or elements in it; texts never become markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.append(...content)
  return element
}
