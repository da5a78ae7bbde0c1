import { describe, expect, it } from 'vitest'
import { unzipSync, zipSync } from 'fflate'
import { readOffice } from '../../../src/service/file/read-office.ts'
import { makeDocx, makeEpub, makeOdt, makePptx, makeZip } from '../../support/make-office.ts'

// What a reader of a file sees is delivered, and nothing else.

const text = async (file: Buffer | string) =>
  (await readOffice(Buffer.from(file), new AbortController().signal)).markdown

/** A text of Word in a run with these properties. */
const run = (words: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`
const paragraph = (runs: string, look = '') => `<w:p><w:pPr>${look}</w:pPr>${runs}</w:p>`
const style = (id: string, look: string, more = '', type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"${more.includes('default') ? ' w:default="1"' : ''}><w:name w:val="${id}"/>${more.replace('default', '')}<w:rPr>${look}</w:rPr></w:style>`
const basedOn = (id: string) => `<w:basedOn w:val="${id}"/>`
const VANISH = '<w:vanish/>'
const SHOWN = '<w:vanish w:val="0"/>'
const hidden = run('HIDDEN', VANISH)
const cell = (inner: string) => `<w:tc>${inner}</w:tc>`
const field = (instruction: string, result: string, look = '') => {
  const part = (inner: string) => `<w:r><w:rPr>${look}</w:rPr>${inner}</w:r>`
  const sign = (type: string) => part(`<w:fldChar w:fldCharType="${type}"/>`)
  return `${sign('begin')}${part(`<w:instrText>${instruction}</w:instrText>`)}${sign('separate')}${part(`<w:t>${result}</w:t>`)}${sign('end')}`
}
const formField = (data: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:rPr>${look}</w:rPr><w:instrText> FORM </w:instrText></w:r><w:r><w:rPr>${look}</w:rPr><w:fldChar w:fldCharType="end"/></w:r>`
const box = (state: string) => formField(`<w:checkBox><w:sizeAuto/>${state}</w:checkBox>`)
const symbol = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`
const item = (words: string, look = '') =>
  paragraph(run(words, look), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
const numbering =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'

describe('the visible text of a Word file', () => {
  it.each<[string, string, string, string?]>([
    ['hidden text', run('a ') + hidden + run('b'), 'a b'],
    ['hidden text that is switched on by a value', run('a') + run('HIDDEN', '<w:vanish w:val="true"/>'), 'a'],
    ['hidden text that is switched off', run('a', SHOWN) + run('b', '<w:vanish w:val="false"/>'), 'ab'],
    ['text that is hidden on web pages', run('a', '<w:webHidden/>'), 'a'],
    ['text that is always hidden', run('a') + run('HIDDEN', '<w:specVanish/>'), 'a'],
    ['a hidden mark of a paragraph', paragraph(run('a'), `<w:rPr>${VANISH}</w:rPr>`), 'a'],
    ['hidden text before a change', run('a', `<w:rPrChange><w:rPr>${VANISH}</w:rPr></w:rPrChange>`), 'a'],
    [
      'a style of characters',
      run('a') + run('HIDDEN', '<w:rStyle w:val="C"/>'),
      'a',
      style('C', VANISH, '', 'character'),
    ],
    [
      'a style that is based on a hidden style',
      run('a') + run('HIDDEN', '<w:rStyle w:val="D"/>'),
      'a',
      style('D', '', basedOn('C'), 'character') + style('C', VANISH, '', 'character'),
    ],
    [
      'a style that shows text again',
      run('a', '<w:rStyle w:val="D"/>'),
      'a',
      style('C', VANISH, '', 'character') + style('D', SHOWN, basedOn('C'), 'character'),
    ],
    [
      'a style of paragraphs',
      paragraph(run('a')) + paragraph(run('HIDDEN'), '<w:pStyle w:val="P"/>') + paragraph(run('b')),
      'a\n\nb',
      style('P', VANISH),
    ],
    [
      'visible text of such a style',
      paragraph(run('HIDDEN') + run('a', SHOWN), '<w:pStyle w:val="P"/>'),
      'a',
      style('P', VANISH),
    ],
    [
      'two styles, of which one switches the other off',
      paragraph(run('a', '<w:rStyle w:val="C"/>'), '<w:pStyle w:val="P"/>'),
      'a',
      style('P', VANISH) + style('C', VANISH, '', 'character'),
    ],
    ['the style of all paragraphs', run('HIDDEN') + run('a', SHOWN), 'a', style('Normal', VANISH, 'default')],
    [
      'the defaults of the document',
      run('HIDDEN') + run('a', SHOWN),
      'a',
      `<w:docDefaults><w:rPrDefault><w:rPr>${VANISH}</w:rPr></w:rPrDefault></w:docDefaults>`,
    ],
    [
      'a hidden row',
      `<w:tbl><w:tr>${cell(paragraph(run('a')))}</w:tr><w:tr><w:trPr><w:hidden/></w:trPr>${cell(paragraph(run('HIDDEN')))}</w:tr></w:tbl>`,
      '| a |\n| --- |',
    ],
    [
      'a row of hidden text',
      `<w:tbl><w:tr>${cell(paragraph(run('a')))}</w:tr><w:tr>${cell(paragraph(hidden))}</w:tr></w:tbl>`,
      '| a |\n| --- |',
    ],
    [
      'a deleted row',
      `<w:tbl><w:tr>${cell(paragraph(run('a')))}</w:tr><w:tr><w:trPr><w:del w:id="1"/></w:trPr>${cell(paragraph(run('DELETED')))}</w:tr></w:tbl>`,
      '| a |\n| --- |',
    ],
    ['an item of a list', item('a') + item('HIDDEN', VANISH) + item('b'), '1. a\n2. b'],
    [
      'a row and a cell in content controls',
      `<w:tbl><w:tr>${cell(paragraph(run('a')))}</w:tr><w:sdt><w:sdtPr><w:rPr><w:b/></w:rPr></w:sdtPr><w:sdtContent><w:tr><w:sdt><w:sdtContent>${cell(paragraph(run('b')))}</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`,
      '| a |\n| --- |\n| b |',
    ],
    ['a link', `${run('a')}<w:hyperlink r:id="rLink">${hidden}</w:hyperlink>`, 'a'],
    ['an entry of an index', run('a') + field('XE "HIDDEN"', '', VANISH) + run(' b'), 'a b'],
    [
      'a hidden field',
      run('a') + field('HYPERLINK "https://example.com/"', 'HIDDEN', VANISH) + run(' b'),
      'a b',
    ],
    ['a visible field', field('HYPERLINK "https://example.com/"', 'a'), '[a](https://example.com/)'],
    [
      'moved text',
      `<w:moveFrom w:id="1">${run('MOVED')}</w:moveFrom><w:moveTo w:id="2">${run('a')}</w:moveTo>`,
      'a',
    ],
    [
      'a hidden picture',
      `${run('a')}<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="HIDDEN" hidden="1"/></wp:inline></w:drawing></w:r>`,
      'a',
    ],
    [
      'a hyphen that does not break',
      '<w:r><w:t>1</w:t><w:noBreakHyphen/><w:t>24 hours</w:t></w:r>',
      '1-24 hours',
    ],
    ['a soft hyphen', '<w:r><w:t>co</w:t><w:softHyphen/><w:t>operate</w:t></w:r>', 'cooperate'],
    ['a symbol', run('x ') + symbol('Symbol', 'F0A3') + run(' y'), 'x ≤ y'],
    ['a symbol without its plane', symbol('Wingdings', 'FC') + run(' done'), '✓ done'],
    ['a character of another font', symbol('Arial', '20AC') + run('5'), '€5'],
    ['an unknown symbol', run('a') + symbol('Nobody', 'E123'), 'a'],
    [
      'a text in a font of symbols',
      run('\uF0FC', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>') + run(' b'),
      '✓ b',
    ],
    ['a box that is not checked', box('<w:default w:val="0"/>') + run(' a'), '☐ a'],
    ['a box that is checked first', box('<w:default w:val="1"/>') + run(' a'), '☒ a'],
    ['a box that somebody checked', box('<w:default w:val="0"/><w:checked/>') + run(' a'), '☒ a'],
    ['a box that somebody cleared', box('<w:default/><w:checked w:val="0"/>') + run(' a'), '☐ a'],
    [
      'an entry of a list',
      run('Size ') +
        formField(
          '<w:ddList><w:result w:val="1"/><w:listEntry w:val="S"/><w:listEntry w:val="M"/></w:ddList>',
        ),
      'Size M',
    ],
    ['a hidden box', run('a') + formField('<w:checkBox/>', VANISH), 'a'],
    [
      'text with its pronunciation',
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run('かん')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>${run('!')}`,
      '漢(かん)!',
    ],
  ])('is read: %s', async (_, body, expected, styles = '') => {
    const inParagraph = body.startsWith('<w:p>') || body.startsWith('<w:tbl>') ? body : paragraph(body)
    const markdown = await text(makeDocx({ body: inParagraph, styles, parts: { numbering } }))
    expect(
      markdown.replaceAll('|  |\n| --- |\n| a |', '| a |\n| --- |').replaceAll(/\n+(?=\d\.)/g, '\n'),
    ).toBe(expected)
  })

  it('leaves out the hidden text of a note', async () => {
    const body = paragraph(`${run('a')}<w:r><w:rPr>${VANISH}</w:rPr><w:footnoteReference w:id="2"/></w:r>`)
    const notes = `<w:footnote w:id="2">${paragraph(run('NOTE'))}</w:footnote><w:footnote w:id="3">${paragraph(hidden)}</w:footnote>`
    expect(await text(makeDocx({ body, parts: { footnotes: notes } }))).not.toContain('HIDDEN')
  })
})

describe('the visible text of an RTF file', () => {
  it.each([
    [String.raw`a {\v HIDDEN}b`, 'a b'],
    [String.raw`a \v HIDDEN\v0 b`, 'a b'],
    [String.raw`a \v1 HIDDEN\plain b`, 'a b'],
    [String.raw`a {\b\v HIDDEN {\i HIDDEN} HIDDEN}{\b c}`, 'a **c**'],
    [String.raw`a {\v HIDDEN {\v0 shown} HIDDEN}`, 'a shown'],
    [String.raw`a{\v HIDDEN\par}b`, 'ab'],
    [String.raw`a{\v \'e9\u233?\emdash\~\_\tab\line}b`, 'ab'],
    [String.raw`a\viewkind4\vern0 b`, 'ab'],
    [String.raw`a{\v {\footnote \pard\plain NOTE}}b`, 'ab'],
    [String.raw`a{\v {\field{\*\fldinst HYPERLINK "https://example.com/"}{\fldrslt\plain LINK}}}b`, 'ab'],
    [String.raw`a{\v {\pict\pngblip\bin4 }}{{}}b`, 'ab'],
    [String.raw`a\deleted DELETED\deleted0 b`, 'ab'],
    [String.raw`a{\v\deleted BOTH}b{\deleted\v0 DELETED}`, 'ab'],
    [String.raw`a\\v b`, String.raw`a\\v b`],
    [String.raw`a{\webhidden b}`, 'ab'],
    [String.raw`1\_24 hours, co\-operate`, '1-24 hours, cooperate'],
  ])('is read from %s', async (body, expected) => {
    expect(await text(String.raw`{\rtf1\ansi ${body}\par}`)).toBe(expected)
  })

  it('keeps the cells of a table', async () => {
    const row = String.raw`\trowd\cellx1000\cellx2000\cellx3000\intbl a\cell{\v HIDDEN\cell}b\cell\row`
    expect(await text(String.raw`{\rtf1 ${row}\pard\par}`)).toContain('| a |  | b |')
  })
})

/** A style of OpenDocument that says whether text is shown. */
const openStyle = (name: string, family: string, display: string, more = '') =>
  `<style:style style:name="${name}" style:family="${family}"${more}><style:text-properties${display === '' ? '' : ` text:display="${display}"`}/></style:style>`
const p = (inner: string, look = '') => `<text:p${look}>${inner}</text:p>`
const styled = (name: string) => ` text:style-name="${name}"`

describe('the visible text of an OpenDocument text', () => {
  it.each<[string, string, string, string?]>([
    [
      'text of a style',
      p(`a <text:span${styled('T')}>HIDDEN</text:span>b`),
      'a b',
      openStyle('T', 'text', 'none'),
    ],
    ['a paragraph of a style', p('a') + p('HIDDEN', styled('P')), 'a', openStyle('P', 'paragraph', 'none')],
    [
      'a style with a parent',
      p(`a<text:span${styled('U')}>HIDDEN</text:span>`),
      'a',
      openStyle('T', 'text', 'none') + openStyle('U', 'text', '', ' style:parent-style-name="T"'),
    ],
    [
      'a style that shows text again',
      p(`<text:span${styled('U')}>a</text:span>`),
      'a',
      openStyle('T', 'text', 'none') + openStyle('U', 'text', 'true', ' style:parent-style-name="T"'),
    ],
    ['a style of the same name for paragraphs', p('a', styled('T')), 'a', openStyle('T', 'text', 'none')],
    [
      'a section',
      `${p('a')}<text:section text:name="s" text:display="none">${p('HIDDEN')}</text:section>`,
      'a',
    ],
    ['a visible section', `<text:section text:name="s" text:display="true">${p('a')}</text:section>`, 'a'],
    [
      'a variable',
      p('a<text:variable-set text:name="v" text:display="none">HIDDEN</text:variable-set>'),
      'a',
    ],
    ['a field', p('a<text:hidden-text text:is-hidden="true">HIDDEN</text:hidden-text>'), 'a'],
    ['a visible field', p('<text:hidden-text text:is-hidden="false">a</text:hidden-text>'), 'a'],
    ['a field of a paragraph', p('a') + p('HIDDEN<text:hidden-paragraph text:is-hidden="true"/>'), 'a'],
    [
      'a hidden row',
      `<table:table><table:table-row><table:table-cell>${p('a')}</table:table-cell></table:table-row><table:table-row table:visibility="collapse"><table:table-cell>${p('HIDDEN')}</table:table-cell></table:table-row></table:table>`,
      '| a |',
    ],
    [
      'the pronunciation of a text',
      p('<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby>'),
      '漢(かん)',
    ],
    [
      'an index of tables',
      `<text:table-index><text:index-body>${p('a')}</text:index-body></text:table-index>`,
      'a',
    ],
    ['a program', p('a<text:script script:language="x" xmlns:script="s">HIDDEN</text:script>'), 'a'],
  ])('is read: %s', async (_, body, expected, styles = '') => {
    const markdown = await text(makeOdt({ body, styles }))
    expect(markdown).not.toContain('HIDDEN')
    expect(markdown).toContain(expected)
  })

  it('leaves out text that a shared style hides', async () => {
    const file = makeOdt({
      body: p('a') + p('HIDDEN', styled('P')),
      parts: {
        'styles.xml': `<s xmlns:style="s" xmlns:text="t">${openStyle('P', 'paragraph', 'none')}</s>`,
      },
    })
    expect(await text(file)).toBe('a')
  })
})

const page = (words: string, more = '', inner = '') =>
  `<draw:page${more}><draw:frame><draw:text-box>${p(words)}</draw:text-box></draw:frame>${inner}</draw:page>`

describe('the visible text of an OpenDocument presentation', () => {
  const hiddenPage =
    '<style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  it.each<[string, string, string, string?]>([
    ['a hidden slide', page('a') + page('HIDDEN', ' draw:style-name="dp"'), 'a', hiddenPage],
    [
      'a comment',
      page(
        'a',
        '',
        `<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026</dc:date>${p('said')}</office:annotation>`,
      ),
      'a\n\n> Comment by Ann: said',
    ],
  ])('is read: %s', async (_, body, expected, styles = '') => {
    expect(await text(makeOdt({ body, styles }, 'presentation'))).toBe(expected)
  })
})

const shape = (words: string, more = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="T"${more}/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`

const title = (words: string, type = 'title') =>
  shape(words).replace('<p:nvPr/>', `<p:nvPr><p:ph type="${type}"/></p:nvPr>`)

describe('the visible text of a presentation', () => {
  const notes = {
    'notesSlides/notesSlide1.xml': `<p:notes><p:cSld><p:spTree>${shape('NOTE')}</p:spTree></p:cSld></p:notes>`,
  }
  it('leaves out a hidden slide with its notes and comments', async () => {
    const parts = {
      ...notes,
      'comments/comment1.xml': '<p:cmLst><p:cm authorId="0"><p:text>HIDDEN</p:text></p:cm></p:cmLst>',
    }
    const relations = { notesSlide: '../notesSlides/notesSlide1.xml', comments: '../comments/comment1.xml' }
    const hiddenSlide = { shapes: shape('HIDDEN'), attributes: ' show="0"', relations }
    expect(await text(makePptx([{ shapes: shape('a') }, hiddenSlide], parts))).toBe('a')
    expect(await text(makePptx([{ ...hiddenSlide, attributes: ' show="false"' }], parts))).toBe('')
    expect(await text(makePptx([{ ...hiddenSlide, attributes: ' show="1"' }], parts))).toBe(
      'HIDDEN\n\n> Comment: HIDDEN\n\n> NOTE',
    )
  })

  it.each([
    [shape('a') + title('T') + shape('b'), '## T\n\na\n\nb'],
    [title('T') + shape('a'), '## T\n\na'],
    [shape('a') + title('T', 'subTitle'), 'a\n\nT'],
  ])('starts with the title of a slide: %#', async (shapes, expected) => {
    expect(await text(makePptx(shapes))).toBe(expected)
  })

  it('leaves out a hidden shape and the shapes of a hidden group', async () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="G" hidden="true"/></p:nvGrpSpPr>${shape('HIDDEN')}</p:grpSp>`
    expect(await text(makePptx(shape('HIDDEN', ' hidden="1"') + shape('a', ' hidden="0"') + group))).toBe('a')
  })

  it.each([
    [
      '<p:cmAuthorLst><p:cmAuthor id="0" name="Ann &amp; Bob"/></p:cmAuthorLst>',
      'commentAuthors.xml',
      '<p:cmLst><p:cm authorId="0" idx="1"><p:pos x="1" y="2"/><p:text>One &lt; two</p:text></p:cm><p:cm authorId="0" idx="2"><p:text>Next</p:text></p:cm></p:cmLst>',
      'a\n\n> Comment by Ann & Bob: One < two\n\n> Comment by Ann & Bob: Next',
    ],
    [
      '<p:authorLst><p:author id="{A}" name="Ann"/></p:authorLst>',
      'authors.xml',
      '<p:cmLst><p:cm id="{1}" authorId="{A}"><p:replyLst><p:reply authorId="{B}"><p:txBody><a:p><a:r><a:t>Why?</a:t></a:r></a:p></p:txBody></p:reply></p:replyLst><p:txBody><a:p><a:r><a:t>One</a:t></a:r></a:p><a:p><a:r><a:t>two</a:t></a:r></a:p></p:txBody></p:cm></p:cmLst>',
      'a\n\n> Comment by Ann: One two\n\n> Comment: Why?',
    ],
  ])('marks comments as comments: %#', async (authors, place, comments, expected) => {
    const slide = { shapes: shape('a'), relations: { comments: '../comments/c1.xml' } }
    expect(await text(makePptx([slide], { [place]: authors, 'comments/c1.xml': comments }))).toBe(expected)
  })
})

describe('an EPUB book', () => {
  const container = (path: string) =>
    `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles></container>`
  const packageFile = (href: string) =>
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"/><manifest><item id="a" href="${href}" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`
  const chapter = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>First text.</p></body></html>'

  it.each([
    ['OPS/my%20book.opf', 'OPS/my book.opf', 'c.xhtml', 'OPS/c.xhtml'],
    ['OPS/b%C3%BCch.opf', 'OPS/büch.opf', 'c.xhtml', 'OPS/c.xhtml'],
    ['a%20b/book.opf', 'a b/book.opf', 'c%201.xhtml', 'a b/c 1.xhtml'],
    ['OPS/my%20book.opf', 'OPS/my%20book.opf', 'c.xhtml', 'OPS/c.xhtml'],
    ['OPS/book.opf', 'OPS/book.opf', 'c%201.xhtml', 'OPS/c%201.xhtml'],
    ['OPS/100%.opf', 'OPS/100%.opf', '%.xhtml', 'OPS/%.xhtml'],
    ['OPS/a&amp;b%26.opf', 'OPS/a&b&.opf', 'c.xhtml', 'OPS/c.xhtml'],
  ])('is found by names that are parts of URLs: %s', async (path, packageName, href, chapterName) => {
    const file = makeZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': container(path),
      [packageName]: packageFile(href),
      [chapterName]: chapter,
    })
    expect(await text(file)).toBe('First text.')
  })

  it('leaves out hidden parts of its chapters', async () => {
    const body = '<p>a</p><nav hidden=""><ol><li>HIDDEN</li></ol></nav><p hidden="hidden">HIDDEN</p>'
    expect(await text(makeEpub([body]))).toBe('# The Book\n\na')
  })
})

it.each([
  ['Word', makeDocx({ body: paragraph('<w:r><w:rPr><w:vanish/></w:rPr>'.repeat(50_000)) })],
  ['Word', makeDocx({ body: '<w:p><w:hyperlink>'.repeat(20_000) })],
  [
    'styles',
    makeDocx({
      body: paragraph(
        Array.from({ length: 20_000 }, (_, at) => run('a', `<w:rStyle w:val="s${at}"/>`)).join(''),
      ),
      styles: Array.from({ length: 20_000 }, (_, at) =>
        style(`s${at}`, '', basedOn(`s${(at + 1) % 20_000}`)),
      ).join(''),
    }),
  ],
  ['OpenDocument', makeOdt({ body: '<text:span text:display="none">'.repeat(50_000) })],
  ['PowerPoint', makePptx('<p:sp><p:nvSpPr><p:cNvPr hidden="1"/>'.repeat(50_000))],
  ['PowerPoint', makePptx('<p:sp><p:ph '.repeat(50_000))],
  ['RTF', `{\\rtf1${'{\\v'.repeat(100_000)}`],
  ['RTF', `{\\rtf1\\v ${'\\bin9999999999 '.repeat(50_000)}`],
])('hidden text is found in linear time: %s %#', async (_, file) => {
  expect(await text(file).catch(() => 'unreadable')).toBeDefined()
})

describe('a file that a Word file imports', () => {
  const importing = async (name: string, bytes: string | Buffer) => {
    const docx = unzipSync(
      makeDocx({
        body: `${paragraph(run('Before'))}<w:altChunk r:id="rChunk"/><w:altChunk r:id="rChunk"/>${paragraph(run('After'))}`,
      }),
    )
    const rels = 'word/_rels/document.xml.rels'
    const relation = `<Relationship Id="rChunk" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="${name}"/></Relationships>`
    const linked = Buffer.from(docx[rels] ?? [])
      .toString()
      .replace('</Relationships>', relation)
    const place = name.startsWith('/') ? name.slice(1) : `word/${name}`
    return text(Buffer.from(zipSync({ ...docx, [rels]: Buffer.from(linked), [place]: Buffer.from(bytes) })))
  }

  it.each([
    [
      'HTML',
      'chunk1.html',
      '<html><head><title>no</title></head><body><h2>Part</h2><p>one <b>bold</b> &amp; two</p>three</body></html>',
      '## Part\n\none bold & two\n\nthree',
    ],
    ['a page by its full name', '/word/afchunk.htm', '<p>one', 'one'],
    ['plain text', 'a.txt', 'one < two\r\nthree', 'one < two\n\nthree'],
    [
      'a Word file',
      'inner.docx',
      makeDocx({ body: `${paragraph(run('one ') + hidden + run('two'))}<w:sectPr/>` }),
      'one two',
    ],
    ['HTML up to the depth that is read', 'a.html', `<p>one</p>${'<i>'.repeat(200_000)}two`, 'one'],
    ['a kind that is not read', 'a.mht', 'MIME-Version: 1.0', ''],
  ])('is part of its text: %s', async (_kind, name, bytes, expected) => {
    expect(await importing(name, bytes)).toBe(
      ['Before', expected, 'After'].filter((part) => part !== '').join('\n\n'),
    )
  })
})
