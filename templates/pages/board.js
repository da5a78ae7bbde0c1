/** The only script of the board's pages. It filters rows of the overview by text. Without it, all rows are shown. */
'use strict'
{
  const find = document.getElementById('find')
  const list = document.getElementById('crawls')
  const found = document.getElementById('found')
  if (find !== null && list !== null) {
    find.closest('[hidden]').hidden = false
    const rows = [...list.querySelectorAll('li')].map((row) => ({
      row,
      text: row.textContent.toLowerCase(),
      fold: row.querySelector('details'),
    }))
    const show = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
      let count = 0
      for (const { row, text, fold } of rows) {
        row.hidden = !words.every((word) => text.includes(word))
        if (fold !== null) fold.open = words.length > 0 && !row.hidden
        else if (!row.hidden) count++
      }
      found.textContent = words.length === 0 ? '' : `${count} found`
    }
    find.addEventListener('input', show)
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.target === find) return
      event.preventDefault()
      find.focus()
    })
    if (find.value !== '') show()
  }
}
