import { describe, expect, it } from 'vitest'
import { decodeBody } from '../../../src/service/content/decode-body.ts'

const latin = Buffer.from('<p>caf\u00e9', 'latin1')

describe('decodeBody', () => {
  it('believes a byte order mark over everything', () => {
    expect(decodeBody(Buffer.from('\uFEFFé', 'utf16le'), 'text/html; charset=utf-8')).toBe('é')
    expect(decodeBody(Buffer.from('\uFEFFé', 'utf8'), 'text/html; charset=latin1')).toBe('é')
  })

  it('believes the header over the page', () => {
    const page = Buffer.from('<meta charset="utf-8"><p>\u0416', 'utf8')
    expect(decodeBody(page, 'text/html; charset="windows-1251"')).toContain('Р–')
  })

  it('reads the meta tags of both kinds and the XML declaration', () => {
    const body = Buffer.from([0xce])
    const koi = (head: string): string => decodeBody(Buffer.concat([Buffer.from(head), body]), 'text/html')
    expect(koi('<meta charset=koi8-r>')).toContain('н')
    expect(koi('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">')).toContain('н')
    expect(koi('<?xml version="1.0" encoding="koi8-r"?>')).toContain('н')
  })

  it('takes undeclared bytes as UTF-8 when they are, as windows-1252 else', () => {
    expect(decodeBody(Buffer.from('é'), undefined)).toBe('é')
    expect(decodeBody(latin, undefined)).toBe('<p>café')
  })

  it('survives unknown labels and broken bytes', () => {
    expect(decodeBody(latin, 'text/html; charset=klingon')).toBe('<p>café')
    expect(decodeBody(Buffer.from([0x61, 0xff, 0x62]), 'text/html; charset=utf-8')).toBe('a\uFFFDb')
  })
})
