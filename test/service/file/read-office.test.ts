import { describe, expect, it } from 'vitest'
import { FileError } from '../../../src/service/file/file.ts'
import { readOffice } from '../../../src/service/file/read-office.ts'
import {
  makeDocx,
  makeEpub,
  makeOdt,
  makePptx,
  makeXlsx,
  makeZip,
  sheetRows,
} from '../../support/make-office.ts'

const alive = new AbortController().signal
const read = (file: Buffer | string) => readOffice(Buffer.from(file), alive)
const text = async (file: Buffer | string) => (await read(file)).markdown

const run = (words: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`
const paragraph = (runs: string, look = '') => `<w:p><w:pPr>${look}</w:pPr>${runs}</w:p>`
const heading = (level: number, words: string) => paragraph(run(words), `<w:pStyle w:val="Heading${level}"/>`)

describe('a Word file', () => {
  it('keeps headings, bold and italic text, links and its properties', async () => {
    const body = [
      heading(1, 'Head &amp; tail'),
      paragraph(
        `${run('Some ')}${run('bold', '<w:b/>')}${run(' and ')}${run('italic', '<w:i/>')}${run(' text, ')}<w:hyperlink r:id="rLink">${run('a link')}</w:hyperlink>`,
      ),
      heading(2, 'Part'),
      paragraph(run('2*3*4 &lt;b&gt;')),
    ]
    const properties =
      '<dc:title>A &amp; B</dc:title><dc:creator>Ann</dc:creator><dc:language>de-AT</dc:language><dc:description>What\n it is</dc:description>'
    expect(await read(makeDocx({ body: body.join(''), properties }))).toEqual({
      markdown:
        '# Head & tail\n\nSome **bold** and *italic* text, [a link](https://example.com/there)\n\n## Part\n\n2\\*3*4 \\<b>',
      metadata: { title: 'A & B', author: 'Ann', language: 'de-AT', description: 'What it is' },
      isCut: false,
    })
  })

  it('keeps lists, tables and footnotes', async () => {
    const item = (level: number, words: string) =>
      paragraph(run(words), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`)
    const row = (...cells: readonly string[]) =>
      `<w:tr>${cells.map((words) => `<w:tc>${paragraph(run(words))}</w:tc>`).join('')}</w:tr>`
    const level = (at: number, format: string) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%${at + 1}."/></w:lvl>`
    const file = makeDocx({
      body: `${item(0, 'one')}${item(1, 'inner')}${item(0, 'two')}${paragraph(`${run('noted')}<w:r><w:footnoteReference w:id="2"/></w:r>`)}<w:tbl>${row('a', 'b|c')}${row('1', '2')}</w:tbl>`,
      parts: {
        numbering: `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
        footnotes: `<w:footnote w:id="2">${paragraph(run('below'))}</w:footnote>`,
      },
    })
    const markdown = await text(file)
    expect(markdown).toMatch(/^1\. one\n+ {3}- inner\n+2\. two\n\nnoted\[\^1\]\n/)
    expect(markdown).toContain('| a | b\\|c |\n| --- | --- |\n| 1 | 2 |')
    expect(markdown).toContain('[^1]: below')
  })

  it('leaves out comments and deleted text, and keeps inserted text', async () => {
    const body = paragraph(
      `${run('kept ')}<w:del w:id="1">${run('').replace('w:t ', 'w:delText ').replace('></w:t>', '>DELETED</w:delText>')}</w:del><w:ins w:id="2">${run('inserted')}</w:ins><w:commentRangeStart w:id="0"/>${run(' noted')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
    )
    const comments = `<w:comment w:id="0">${paragraph(run('COMMENT'))}</w:comment>`
    expect(await text(makeDocx({ body, parts: { comments } }))).toBe('kept inserted noted')
  })
})

describe('a formula of a Word file', () => {
  const sign = (words: string) => `<m:r><m:t>${words}</m:t></m:r>`
  const part = (name: string, inner: string) => `<m:${name}>${inner}</m:${name}>`
  const formula = async (inner: string) =>
    text(makeDocx({ body: paragraph(run('Take ') + part('oMath', inner) + run(' of it')) }))

  it.each([
    [part('f', part('num', sign('1')) + part('den', sign('2'))), '$\\frac{1}{2}$'],
    [part('sSup', part('e', sign('10')) + part('sup', sign('2'))), '${10}^{2}$'],
    [part('sSub', part('e', sign('x')) + part('sub', sign('1'))), '${x}_{1}$'],
    [part('rad', '<m:deg/>' + part('e', sign('a &lt; b'))), '$\\sqrt{a < b}$'],
    [
      part(
        'nary',
        part('naryPr', '<m:chr m:val="∑"/>') +
          part('sub', sign('i')) +
          part('sup', sign('n')) +
          part('e', sign('i')),
      ),
      '$∑_{i}^{n}i$',
    ],
    [
      part('d', part('dPr', '<m:begChr m:val="["/><m:endChr m:val="]"/>') + part('e', sign('x|y'))),
      '$[x\\vert y]$',
    ],
    [
      part('m', part('mr', part('e', sign('1')) + part('e', sign('2')))),
      '$\\begin{matrix} 1 & 2 \\end{matrix}$',
    ],
    [part('constructor', sign('50%')), '$50\\%$'],
    [
      part('f', part('fPr', '<m:type m:val="noBar"/>') + part('num', sign('n')) + part('den', sign('k'))),
      '$\\genfrac{}{}{0pt}{}{n}{k}$',
    ],
    [part('acc', part('accPr', '<m:chr m:val="\u0303"/>') + part('e', sign('x'))), '$\\tilde{x}$'],
    [part('acc', part('e', sign('x'))), '$\\hat{x}$'],
    [part('bar', part('barPr', '<m:pos m:val="top"/>') + part('e', sign('x'))), '$\\overline{x}$'],
    [part('groupChr', part('e', sign('x'))), '$\\underbrace{x}$'],
    [part('eqArr', part('e', sign('a')) + part('e', sign('b'))), '$\\begin{matrix} a \\\\ b \\end{matrix}$'],
  ])('%s is shown as TeX', async (inner, expected) => {
    expect(await formula(inner)).toBe(`Take ${expected} of it`)
  })

  it('in a paragraph of its own is a block, and an incomplete formula loses no other text', async () => {
    const block = part('oMathPara', part('oMath', sign('E=mc')))
    expect(await text(makeDocx({ body: paragraph(block) }))).toBe('$$E=mc$$')
    expect(await text(makeDocx({ body: paragraph(run('a') + block) + paragraph(run('b')) }))).toBe(
      'a$$E=mc$$\n\nb',
    )
  })
})

describe('a formula of a presentation', () => {
  const half =
    '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>'
  const words = (text: string) => `<a:r><a:t>${text}</a:t></a:r>`
  const shape = (inner: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="T"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p>${inner}</a:p></p:txBody></p:sp>`
  const either = (choice: string, fallback: string) =>
    `<mc:AlternateContent><mc:Choice Requires="a14">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`

  it.each([
    [shape(`${words('Take ')}<a14:m>${half}</a14:m>${words(' of it')}`), 'Take $\\frac{1}{2}$ of it'],
    [shape(`<a14:m><m:oMathPara>${half}</m:oMathPara></a14:m>`), '$$\\frac{1}{2}$$'],
    [either(shape(`<a14:m>${half}</a14:m>`), shape(words('a picture'))), '$\\frac{1}{2}$'],
    [shape(words('a ') + either(`<a14:m>${half}</a14:m>`, words('?')) + words(' b')), 'a $\\frac{1}{2}$ b'],
    [either(shape(words('new')), shape(words('old'))), 'old'],
  ])('%s is shown as TeX', async (shapes, expected) => {
    expect(await text(makePptx(shapes))).toBe(expected)
  })
})

describe('a formula of an OpenDocument text', () => {
  const math = (inner: string, name = '') =>
    `<${name}math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><${name}semantics><${name}mrow>${inner}</${name}mrow><annotation encoding="StarMath 5.0">1 over 2</annotation></${name}semantics></${name}math>`
  const frame = (object: string) =>
    `<draw:frame><draw:object xlink:href="./${object}" xlink:type="simple"/><draw:image xlink:href="./ObjectReplacements/${object}"/></draw:frame>`
  const document = (body: string, inner: string) =>
    text(makeOdt({ body, parts: { 'Object 1/content.xml': inner } }))
  const sentence = `<text:p>Take ${frame('Object 1')} of it</text:p>`

  it.each([
    [math('<mfrac><mn>1</mn><mn>2</mn></mfrac>'), '$\\frac{1}{2}$'],
    [math('<msup><mn>10</mn><mn>2</mn></msup>'), '$10^{2}$'],
    [math('<math:mn>1</math:mn>', 'math:').replace('xmlns=', 'xmlns:math='), '$1$'],
    [math('<mo>|</mo><mi>x</mi><mo>|</mo>'), '$\\vert x\\vert $'],
  ])('%s is shown as TeX', async (object, expected) => {
    expect(await document(sentence, object)).toBe(`Take ${expected} of it`)
  })

  it('in a paragraph of its own is a block, and each object is read only once', async () => {
    const half = math('<mfrac><mn>1</mn><mn>2</mn></mfrac>')
    expect(await document(`<text:p>${frame('Object 1')}</text:p>`, half)).toBe('$$\\frac{1}{2}$$')
    expect(await document(sentence + sentence, half)).toBe('Take $\\frac{1}{2}$ of it\n\nTake  of it')
    expect(await document(sentence, '<office:document-content/>')).toBe('Take  of it')
    const box = `<text:p>a <draw:frame><draw:text-box><text:p>${frame('Object 1')}</text:p></draw:text-box></draw:frame></text:p>`
    expect(await document(box, half)).toContain('\\frac{1}{2}$')
  })
})

describe('superscript and subscript', () => {
  const raised = (place: string) => `<w:rFonts/><w:vertAlign w:val="${place}"/><w:sz w:val="20"/>`
  const slideRun = (words: string, look = '') => `<a:r><a:rPr lang="en"${look}/><a:t>${words}</a:t></a:r>`
  const slide = (runs: string) =>
    makePptx(
      `<p:sp><p:nvSpPr><p:cNvPr id="2" name="T"/></p:nvSpPr><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`,
    )
  const style = (name: string, place: string) =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties fo:a="b" style:text-position="${place} 58%"/></style:style>`
  const span = (name: string, words: string) => `<text:span text:style-name="${name}">${words}</text:span>`

  it.each([
    [
      'Word',
      makeDocx({ body: paragraph(run('10') + run('2', raised('superscript')) + run(' m')) }),
      '10<sup>2</sup> m',
    ],
    [
      'Word',
      makeDocx({ body: paragraph(run('H') + run('2', raised('subscript')) + run('O')) }),
      'H<sub>2</sub>O',
    ],
    [
      'Word, of white space',
      makeDocx({ body: paragraph(run('a') + run(' ', raised('superscript')) + run('b')) }),
      'a b',
    ],
    [
      'Word, of a paragraph mark',
      makeDocx({ body: paragraph(run('a'), `<w:rPr>${raised('superscript')}</w:rPr>`) }),
      'a',
    ],
    ['PowerPoint', slide(slideRun('10') + slideRun('2', ' baseline="30000"')), '10<sup>2</sup>'],
    [
      'PowerPoint',
      slide(slideRun('H') + slideRun('2', ' baseline="-25000"') + slideRun('O', ' baseline="0"')),
      'H<sub>2</sub>O',
    ],
    [
      'OpenDocument',
      makeOdt({ body: `<text:p>10${span('T1', '2')}</text:p>`, styles: style('T1', 'super') }),
      '10<sup>2</sup>',
    ],
    [
      'OpenDocument',
      makeOdt({
        body: `<text:p>H${span('T1', '2')}${span('T2', 'O')}</text:p>`,
        styles: style('T1', '-33%') + style('T2', '0%'),
      }),
      'H<sub>2</sub>O',
    ],
  ])('are marked: %s', async (_, file, expected) => {
    expect(await text(file)).toBe(expected)
  })

  it.each([
    makeDocx({ body: '<w:vertAlign w:val="superscript"/>'.repeat(50_000) }),
    makeDocx({ body: '<w:r><w:vertAlign w:val="subscript"/><w:t '.repeat(50_000) }),
    makePptx('<a:rPr baseline="1"/><a:t>a '.repeat(50_000)),
    makeOdt({
      body: '<text:span text:style-name="a"> '.repeat(50_000),
      styles: '<style:style style:name="a" '.repeat(50_000),
    }),
  ])('are found in linear time: %#', async (file) => {
    expect(await read(file).catch(() => 'unreadable')).toBeDefined()
  })
})

describe('a workbook', () => {
  it('is a table with a heading for each sheet, and shows dates as dates', async () => {
    const file = makeXlsx(
      {
        First: sheetRows([
          ['What', 'When'],
          ['Ides &amp; more', -46_096],
          ['Half', 0.5],
        ]),
        Second: sheetRows([['only'], ['one']]),
      },
      { properties: '<dc:title>Figures</dc:title>' },
    )
    expect(await read(file)).toEqual({
      markdown:
        '## First\n\n| What | When |\n| --- | --- |\n| Ides & more | 2026-03-15 |\n| Half | 0.5 |\n\n## Second\n\n| only |\n| --- |\n| one |',
      metadata: { title: 'Figures' },
      isCut: false,
    })
  })
})

describe('an OpenDocument text', () => {
  it('keeps its structure and leaves out comments and deleted text', async () => {
    const comment = (name: string) =>
      `<office:annotation office:name="${name}"><dc:creator>x</dc:creator><text:p>COMMENT</text:p></office:annotation>`
    const file = makeOdt({
      properties:
        '<dc:title>Été</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Last</dc:creator><dc:language>fr</dc:language>',
      body: `<text:tracked-changes><text:changed-region text:id="c"><text:deletion><text:p>DELETED</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h text:outline-level="2">Head</text:h><text:p>a ${comment('1')}b<office:annotation-end office:name="1"/> c${comment('2')} <text:a xlink:href="https://example.com/">d</text:a></text:p><table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>`,
    })
    const { markdown, metadata } = await read(file)
    expect(markdown).toMatch(/^## Head\n\na b c \[d\]\(https:\/\/example\.com\/\)\n\n\|/)
    expect(markdown).toContain('| 1 | 2 |')
    expect(metadata).toEqual({ title: 'Été', author: 'Ann', language: 'fr' })
  })
})

describe('an RTF file', () => {
  it('keeps its decoded text without deleted text', async () => {
    const file = String.raw`{\rtf1\ansi\ansicpg1252{\info{\title \'93T\'e9\'94 \u8212\'97 \{a\}}{\author Me}{\*\company X}}{\pard {\b bold} plain{\deleted  {\i DELETED} gone} kept {\deleted\deleted0 too} \'93q\'94 {\field{\*\fldinst HYPERLINK "https://example.com/"}{\fldrslt link}}\par}}`
    expect(await read(file)).toEqual({
      markdown: '**bold** plain kept too “q” [link](https://example.com/)',
      metadata: { title: '“Té” — {a}', author: 'Me' },
      isCut: false,
    })
  })
})

it.each([
  ['{\\rtf1\\ansi a\\\nb\\\r\nc\\\rd}', 'a\n\nb\n\nc\n\nd'],
  ['{\\rtf1\\ansi a\\\\\nb\\\n{\\deleted x}c}', 'a\\\\b\n\nc'],
])('ends a paragraph of RTF at an escaped line break, as Apple writes it: %#', async (file, markdown) => {
  expect(await read(file)).toMatchObject({ markdown })
})

it.each([
  [String.raw`10{\super 2} and H{\sub\f1\fs20 2}O`, '10<sup>2</sup> and H<sub>2</sub>O'],
  [String.raw`x\super a\nosupersub b\dn6 c\dn0 d{\up6\fs16 th}`, 'x<sup>a</sup>b<sub>c</sub>d<sup>th</sup>'],
  [String.raw`a{\super\chftn} b{\super } {\super\nosupersub c} d\\super e`, String.raw`a b c d\\super e`],
  [`{\\super${'\\super\\fs1'.repeat(50_000)} a}`, '<sup>a</sup>'],
])('marks superscript and subscript in RTF: %#', async (body, markdown) => {
  expect(await text(String.raw`{\rtf1\ansi ${body}}`)).toBe(markdown)
})

describe('an EPUB book', () => {
  it('has its chapters in reading order', async () => {
    const { markdown, metadata } = await read(
      makeEpub(['<h1>Two</h1><p>b <em>c</em></p>', '<h1>One</h1><ul><li>x</li></ul>'], [1, 0]),
    )
    expect(markdown.indexOf('# One')).toBeGreaterThan(-1)
    expect(markdown.indexOf('- x')).toBeLessThan(markdown.indexOf('# Two'))
    expect(markdown).toContain('b *c*')
    expect(metadata).toEqual({ title: 'The Book', author: 'Ann & Bob', language: 'pt-BR' })
  })
})

describe('a file that cannot be read', () => {
  const encrypted = makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    'content.xml': 'x',
  })
  it.each([
    ['encrypted', encrypted, 'it is encrypted.'],
    [
      'a ZIP file without a document',
      makeZip({ 'a.txt': 'x' }),
      'its content is of no kind that can be read.',
    ],
    ['cut off', makeOdt({ body: '<text:p>a</text:p>' }).subarray(0, 200), /./],
    ['empty', Buffer.alloc(0), 'its content is of no kind that can be read.'],
    ['a web page', '<!doctype html><p>Please log in', 'its content is of no kind that can be read.'],
  ])('is refused with a reason: %s', async (_, file, reason) => {
    const reading = read(file)
    await expect(reading).rejects.toThrow(FileError)
    await expect(reading).rejects.toThrow(reason)
  })
})

it('numbers the items of an RTF file whose numbers are part of its text', async () => {
  const item = (mark: string, words: string) =>
    String.raw`{\listtext\pard\plain ${mark}\tab}\ls3 ${words}\par `
  const rtf = (body: string) => Buffer.from(String.raw`{\rtf1\ansi ${body}\pard\plain Text\par }`)
  expect(await text(rtf(item('1)', 'First') + item('2)', 'Second')))).toBe('1. First\n2. Second\n\nText')
  expect(await text(rtf(item("\\'b7", 'A') + item("\\'b7", 'B')))).toBe('- A\n- B\n\nText')
})
