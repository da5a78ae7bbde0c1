import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../src/service/file/read-pdf.ts'
import { makePagePdf } from '../../support/make-pdf.ts'

const alive = new AbortController().signal
const line = (text: string, y: number, mode = 0): string =>
  `BT /F1 12 Tf ${mode} Tr 72 ${y} Td (${text}) Tj ET`
const form = (operators: string, layer = ''): string =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] ${layer} /Resources << /Font << /F1 3 0 R >> /Properties << /Off 7 0 R >> >> /Length ${operators.length} >>\nstream\n${operators}\nendstream`

async function textOf(operators: string): Promise<string> {
  const pdf = makePagePdf(operators, {
    catalog: '/OCProperties << /OCGs [6 0 R 7 0 R] /D << /Order [6 0 R 7 0 R] /OFF [7 0 R] >> >>',
    resources:
      '/Properties << /On 6 0 R /Off 7 0 R /Any 8 0 R /None 9 0 R >> /XObject << /FormOff 10 0 R /Form 11 0 R /Mixed 12 0 R >>',
    objects: [
      '<< /Type /OCG /Name (Plan) >>',
      '<< /Type /OCG /Name (Notes) >>',
      '<< /Type /OCMD /OCGs [6 0 R 7 0 R] /P /AnyOn >>',
      '<< /Type /OCMD /OCGs [7 0 R] /P /AnyOn >>',
      form(line('GONE form', 500), '/OC 7 0 R'),
      form(line('KEPT form', 480)),
      form(`${line('KEPT part', 460)} /OC /Off BDC ${line('GONE part', 440)} EMC`),
    ],
  })
  return (await readPdf(pdf, 10, alive)).markdown
}

describe('text in a layer of a PDF', () => {
  it.each([
    ['that is off', `/OC /Off BDC ${line('GONE', 680)} EMC`],
    [
      'in another layer that is off',
      `/OC /Off BDC ${line('GONE', 680)} /OC /On BDC ${line('GONE too', 670)} EMC EMC`,
    ],
    ['in a group of layers that are off', `/OC /None BDC ${line('GONE', 680)} EMC`],
    ['whose form is off', '/FormOff Do'],
    ['whose form is in a layer that is off', `/OC /Off BDC q /FormOff Do Q ${line('GONE', 680)} EMC`],
  ])('%s is left out', async (_name, operators) => {
    const text = await textOf(`${line('The first line.', 700)} ${operators} ${line('The last line.', 400)}`)
    expect(text).toContain('The first line.')
    expect(text).toContain('The last line.')
    expect(text).not.toContain('GONE')
  })

  it.each([
    ['that is on', `/OC /On BDC ${line('KEPT', 680)} EMC`],
    ['in a group with one that is on', `/OC /Any BDC ${line('KEPT', 680)} EMC`],
    ['whose form is in no layer', '/Form Do'],
    ['next to text of a layer that is off', `/OC /Off BDC /Form Do EMC ${line('KEPT', 680)}`],
    ['that text recognition put over a picture', `/OC /On BDC ${line('KEPT', 680, 3)} EMC`],
    ['in white', `/OC /On BDC 1 g ${line('KEPT', 680)} EMC`],
  ])('%s is kept', async (_name, operators) => {
    expect(await textOf(operators)).toContain('KEPT')
  })

  it('is left out of a form that also has other text', async () => {
    const text = await textOf('/Mixed Do')
    expect(text).toContain('KEPT part')
    expect(text).not.toContain('GONE')
  })
})
