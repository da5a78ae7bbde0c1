/**
 * The only script of the service's pages. While the body has `data-live`, it fetches the page again at that interval, in seconds.
 * It replaces the changed elements that have `data-live`, and keeps focus and folds of the others.
 */
'use strict'
{
  const policy = globalThis.trustedTypes?.createPolicy('live', { createHTML: (text) => text }) ?? {
    createHTML: (text) => text,
  }
  const said = document.getElementById('connection')
  const shown = new Map()
  for (const element of document.querySelectorAll('main [data-live]'))
    shown.set(element.id, element.innerHTML)
  const put = (element, fresh) => {
    const focused = element.contains(document.activeElement)
      ? document.activeElement.getAttribute('href')
      : null
    element.replaceChildren(...fresh.childNodes)
    if (focused !== null)
      for (const link of element.querySelectorAll('a'))
        if (link.getAttribute('href') === focused) link.focus()
  }
  const look = async () => {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (answer.status === 401 || answer.status === 404) return location.reload()
    if (!answer.ok) throw new Error('no page')
    const page = new DOMParser().parseFromString(policy.createHTML(await answer.text()), 'text/html')
    for (const [id, before] of shown) {
      const fresh = page.getElementById(id)
      if (fresh === null || fresh.innerHTML === before) continue
      shown.set(id, fresh.innerHTML)
      put(document.getElementById(id), fresh)
    }
    document.title = page.title
    said.textContent = ''
    return page.body.dataset.live
  }
  const watch = async () => {
    for (let seconds = document.body.dataset.live; seconds !== undefined;) {
      await new Promise((resolve) => window.setTimeout(resolve, seconds * 1000))
      if (document.hidden) continue
      try {
        seconds = await look()
      } catch {
        said.textContent = 'The service does not answer. Retrying …'
      }
    }
  }
  void watch()
}
