import { expect, it } from 'vitest'
import { LinkCache } from '../../../src/service/page-links/link-cache.ts'
import { MAX_LINKS, PageAddresses, readLinks } from '../../../src/service/page-links/page-links.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'

function read(
  html: string,
  leftOut: string,
): { links: string[]; kept: readonly string[]; images: readonly string[] } {
  const tree = parsePage(html)
  for (let node = 0; node < tree.size; node++) if (tree.name(node) === leftOut) tree.leaveOut(node)
  const place = { url: 'https://e.org/a/b', base: 'https://e.org/c/', cache: new LinkCache() }
  const { links, keptLinks, keptImages } = readLinks(tree, new PageAddresses(tree, place), true)
  return { links: [...links], kept: keptLinks, images: keptImages }
}

it('the links of the whole page are separate from links and images of the content', () => {
  const html =
    '<nav><a href=x>x</a><img src=i.png></nav><a href=y>y</a><a href=" y ">y</a><img src=j.png><iframe src=f></iframe>'
  expect(read(html, 'nav')).toEqual({
    links: ['https://e.org/c/x', 'https://e.org/c/y', 'https://e.org/c/f'],
    kept: ['https://e.org/c/y'],
    images: ['https://e.org/c/j.png'],
  })
})

it.each([
  ['<template><a href=x>x</a><img src=i.png></template>', []],
  ['<template><div><template><a href=x>x</a></template><a href=z>z</a></div></template>', []],
  [
    '<x-a><template shadowrootmode=open><a href=x>x</a><template><a href=z>z</a></template></template></x-a>',
    ['x'],
  ],
  ['<x-a><template shadowroot=CLOSED><a href=x>x</a></template></x-a>', ['x']],
  ['<x-a><template shadowrootmode=no><a href=x>x</a></template></x-a>', []],
  ['<template><a href=z>z</a></template><a href=x>x</a>', ['x']],
  ['<a href=x>x</a><template>', ['x']],
])('links in templates are omitted, except in shadow roots: %s', (html, expected) => {
  const urls = expected.map((path) => `https://e.org/c/${path}`)
  expect(read(html, 'nav')).toEqual({ links: urls, kept: urls, images: [] })
})

it('links are read up to the bound of a page', () => {
  const html = Array.from({ length: MAX_LINKS + 1 }, (_, n) => `<a href=${n}>`).join('')
  const tree = parsePage(html + html)
  const place = { url: 'https://e.org/', base: 'https://e.org/', cache: new LinkCache() }
  const { links, keptLinks, isCut } = readLinks(tree, new PageAddresses(tree, place), false)
  expect([links.length, keptLinks.length, isCut]).toEqual([MAX_LINKS, 0, true])
})

it.each([
  ['<img src=a.png>', 'https://e.org/c/a.png'],
  ['<img src=a.png srcset="b.png 2x, d.png 1.5x">', 'https://e.org/c/b.png'],
  ['<img src="data:image/gif;base64,AA" data-src=late.png>', 'https://e.org/c/late.png'],
  ['<img src=spacer.gif> <noscript> <img src=real.png></noscript>', 'https://e.org/c/real.png'],
  ['<img src=spacer.gif>x<noscript><img src=real.png></noscript>', 'https://e.org/c/spacer.gif'],
  ['<img src=spacer.gif data-srcset="b.png 2x">', 'https://e.org/c/b.png'],
])('the image meant by %s is found', (html, url) => {
  const tree = parsePage(html)
  const place = { url: 'https://e.org/', base: 'https://e.org/c/', cache: new LinkCache() }
  expect(new PageAddresses(tree, place).imageOf(0)).toBe(url)
})

it('links to places in their own page are recognized', () => {
  const tree = parsePage('<a href="#x"><a href="https://e.org/p#x"><a href="https://e.org/#x"><a>')
  const place = { url: 'https://e.org/p#y', base: 'https://e.org/', cache: new LinkCache() }
  const addresses = new PageAddresses(tree, place)
  expect([0, 1, 2, 3].map((node) => addresses.isOwnFragment(node))).toEqual([true, true, false, false])
})

it.each([
  ['<svg><a xlink:href="g1"><text>a</text></a></svg>', ['https://e.org/c/g1']],
  ['<svg><g><A XLINK:HREF="/g2"/></g></svg><a href=x>', ['https://e.org/g2', 'https://e.org/c/x']],
  ['<svg><a href=new xlink:href=old></a></svg>', ['https://e.org/c/new']],
  ['<a xlink:href=nothing>x</a>', []],
])('the links of drawings in %s are read', (html, links) => {
  const found = read(html, 'nav')
  expect([found.links, found.kept]).toEqual([links, links])
})
