import { format, isDateFormat } from 'numfmt'

/** Dates that Excel writes as the reader's country does are written as ISO 8601 does. */
const ISO_DATE = 'yyyy-mm-dd'
const ISO_TIME = 'yyyy-mm-dd hh:mm'

/** The number formats that files do not write out, by their ids (ECMA-376 part 1, section 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: ISO_DATE,
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: ISO_TIME,
  37: '#,##0_);(#,##0)',
  38: '#,##0_);(#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);(#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}
/** Ids of dates and times in languages of East Asia, whose formats depend on the language of Excel. */
const LOCAL_DATES = /^(?:2[7-9]|3[01346]|5[0-24-8])$/

/** Parts of a date or time that the system of the reader writes: a long date, and a time (18.8.30). */
const SYSTEM_DATE = /\[\$-F800\]/i
const SYSTEM_TIME = /\[\$-F400\]/i
/** A currency, or nothing, and the language of numbers. Excel writes numbers as the reader's country does all the same. */
const CURRENCY = /\[\$([^\]-]*)(?:-[^\]]*)?\]/g

/** A whole number with a fraction. */
const MIXED = /^[#0?]+\\? +(\?+\/(?:\?+|\d+))$/

/** Days from the first day of dates in files of older Macs to that of others (18.17.4.1). */
const DAYS_TO_1904 = 1462
const MAX_FORMAT_LENGTH = 255

/** Writes the values of cells that have one number format. */
export interface NumberFormat {
  number(value: number): string
  text(value: string): string
}

const GENERAL: NumberFormat = { number: general, text: (value) => value }

/**
 * Returns how Excel shows values of a number format, by its pattern, or by its id if the file does not write it out.
 * @param is1904 whether days are counted from 1904 on
 */
export function numberFormat(pattern: string | undefined, id: number, is1904: boolean): NumberFormat {
  const written = pattern ?? (LOCAL_DATES.test(String(id)) ? ISO_DATE : BUILT_IN[id])
  if (written === undefined || written.length > MAX_FORMAT_LENGTH || /^(?:General|@)?$/i.test(written))
    return GENERAL
  const isDate = isDateOf(written)
  const shown = isDate ? dateFormat(written) : written.replaceAll(CURRENCY, (_, sign: string) => quoted(sign))
  // A text shows as it is, unless there is a section for texts.
  const hasText = /@|;.*;.*;/.test(written)
  return {
    number: (value) => {
      const counted = isDate && is1904 ? value + DAYS_TO_1904 : value
      if (isDate && counted < 0) return general(value)
      const fraction = MIXED.exec(shown)?.[1]
      const written = fraction === undefined ? formatted(shown, counted) : mixedNumber(fraction, value)
      return written ?? general(value)
    },
    text: (value) => (hasText ? (formatted(shown, value) ?? value) : value),
  }
}

/** Writes the fraction apart: the library rounds the whole number up where the fraction is almost one. */
function mixedNumber(fraction: string, value: number): string | undefined {
  const size = Math.abs(value)
  const written = formatted(fraction, size - Math.trunc(size))
  if (written === undefined) return undefined
  // Nothing is left of a fraction that is almost zero.
  const [above = 0, below = 1] = written === '' ? [] : written.split('/').map(Number)
  const isWhole = above === 0 || above === below
  const whole = Math.trunc(size) + (above === below ? 1 : 0)
  const shown = isWhole ? String(whole) : `${whole === 0 ? '' : whole} ${above}/${below}`
  return (value < 0 && shown !== '0' ? `-${shown}` : shown).trim()
}

function isDateOf(pattern: string): boolean {
  try {
    return isDateFormat(pattern)
  } catch {
    return false
  }
}

function dateFormat(pattern: string): string {
  if (SYSTEM_DATE.test(pattern)) return ISO_DATE
  return SYSTEM_TIME.test(pattern) ? 'h:mm:ss' : pattern
}

function quoted(sign: string): string {
  return sign === '' ? '' : `"${sign.replaceAll('"', '')}"`
}

/** Returns nothing for a pattern that is none. */
function formatted(pattern: string, value: number | string): string | undefined {
  try {
    return format(pattern, value, { dateErrorNumber: true, nbsp: false }).replaceAll(/\s+/g, ' ').trim()
  } catch {
    return undefined
  }
}

/** Returns a number with the 15 digits that spreadsheets keep. */
function general(value: number): string {
  const written = String(Number(value.toPrecision(15)))
  return written.includes('e-') ? value.toFixed(20).replace(/\.?0+$/, '') : written
}
