import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentHash, normalizeProse, type HashedPage } from '../../src/manifest/content-hash.ts'

const hashOf = (text: string, kind: HashedPage['kind'] = 'markdown') =>
  contentHash({ title: 'T', description: 'D', text, kind })

describe('the hash of a page ignores', () => {
  it.each([
    ['an age', 'Posted 5 minutes ago by Ann', 'Posted an hour ago by Ann'],
    ['short ages', '5m ago, 2h ago, 3 hrs ago, 10 mins. ago', '6m ago, 3h ago, 4 hrs ago, 11 mins. ago'],
    ['an age of several parts', 'Edited 1 week 2 days ago', 'Edited 3 weeks ago'],
    ['a rounded age', 'Edited about 2 hours ago', 'Edited less than a minute ago'],
    ['a German age', 'Aktualisiert vor 5 Minuten', 'Aktualisiert vor einer Stunde'],
    ['a German age of two parts', 'vor 1 Woche 2 Tagen', 'vor 2 Wochen 1 Tag'],
    ['a French age', 'Publié il y a 5 min', 'Publié il y a une heure'],
    ['a Spanish age', 'Hace 3 horas', 'Hace 2 días'],
    ['a Portuguese age', 'Publicado há 5 dias', 'Publicado há uma semana'],
    ['an Italian age', '3 ore fa', '2 giorni fa'],
    ['a Polish age', '3 godziny temu', '5 dni temu'],
    ['a Russian age', 'Обновлено 5 минут назад', 'Обновлено 2 часа назад'],
    ['a Turkish age', '5 dk. önce', '3 saat önce'],
    ['a Chinese age', '发布于 5 分钟前', '发布于 3 小时前'],
    ['a Japanese age', '5 分前に更新', '3時間前に更新'],
    ['a Korean age', '5분 전', '3시간 전'],
    ['an Arabic age', 'قبل 5 دقائق', 'قبل ساعتين'],
    ['a Persian age', '۵ دقیقه پیش', '۳ ساعت پیش'],
    ['a Hindi age', '5 मिनट पहले', '3 घंटे पहले'],
    ['a counter', '1,204 views, 3 guests online', '1.3k views, 12 guests online'],
    ['a counter in bold type', '**1,204** views', '**1,310** views'],
    ['a labelled counter', 'Views: 1204 | By Ann', 'Views: 1310 | By Ann'],
    ['a counter in a sentence', 'This page has had 12,345 visits.', 'This page has had 12,399 visits.'],
    ['the number of reads of a page', 'This article was read 120 times', 'This article was read 121 times'],
    ['a German counter', '1.204 Aufrufe', '1.310 Aufrufe'],
    ['a French counter', 'Vues : 1 204', 'Vues : 1 310'],
    ['a Spanish counter', '1.204 visitas', '1.310 visitas'],
    ['a Russian counter', '1 204 просмотра', '1 310 просмотров'],
    ['a Chinese counter', '阅读 1204', '阅读 1310'],
    ['a Japanese counter', '1,204 回視聴', '1,310 回視聴'],
    ['a Korean counter', '조회수 1,204회', '조회수 1,310회'],
    ['a load time', 'Page generated in 0.12 seconds', 'Page generated in 1.9 seconds'],
    ['a German load time', 'Seite in 0,12 Sekunden generiert', 'Seite in 1,9 Sekunden generiert'],
    ['a load time with queries', '23 queries in 0.123 seconds.', '23 queries in 0.098 seconds.'],
    ['a session in a path', '[Cart](/cart;jsessionid=A1B2)', '[Cart](/cart;jsessionid=C3D4)'],
    ['a session of ASP.NET', '[x](/%28S%28k2jd93kd02kd9%29%29/a)', '[x](/%28S%28aa93kd02kd9bb%29%29/a)'],
    ['a nonce in a query', '![x](/a.png?nonce=8f3&w=2)', '![x](/a.png?nonce=77a&w=2)'],
    ['a token', '[d](/d?__RequestVerificationToken=a1)', '[d](/d?__RequestVerificationToken=b2)'],
    ['a long random value', '[d](/d?zz=aB3dE5fG7hI9jK1lM2)', '[d](/d?zz=Zx9cV8bN7mQ6wE5rT4)'].map((x) =>
      x.replace('M2', 'M2n4P6').replace('T4', 'T4y3U2'),
    ),
    ['a time in an address', '[d](/d?at=1764288000)', '[d](/d?at=1764374400)'],
    ['a cache key', '![x](/a.png?v=3)', '![x](/a.png?v=4)'],
    ['a cache key without a name', '![x](/a.png?1764288000)', '![x](/a.png?1764374400)'],
    ['a fingerprint of an image', '![x](/logo.3f2a9c1b.png)', '![x](/logo.99e0ab12.png)'],
    [
      'a hidden mail address',
      '[mail](/cdn-cgi/l/email-protection#5a2b)',
      '[mail](/cdn-cgi/l/email-protection#77c0)',
    ],
    ['white space', 'one\n\n two', 'one two\n'],
  ])('%s', (_kind, one, other) => {
    expect(hashOf(one)).toBe(hashOf(other))
  })

  it.each([
    [
      'Amazon S3',
      (x: string) =>
        `X-Amz-Credential=AKIA%2F2026112${x}&X-Amz-Date=2026112${x}T010101Z&X-Amz-Expires=30${x}&X-Amz-Signature=${x}`,
    ],
    [
      'Azure',
      (x: string) =>
        `sv=2024-11-0${x}&st=2026-11-2${x}T01%3A01%3A01Z&se=2026-11-2${x}T02%3A01Z&sr=b&sp=r&sig=${x}%2Bab%3D`,
    ],
    [
      'Google',
      (x: string) =>
        `GoogleAccessId=a&X-Goog-Credential=${x}%2F20261128&X-Goog-Date=2026112${x}T010101Z&X-Goog-Signature=${x}`,
    ],
    ['CloudFront', (x: string) => `Expires=176428800${x}&Policy=ey${x}&Signature=${x}~&Key-Pair-Id=K1`],
    ['another vendor', (x: string) => `hmac=exp=176428800${x}~acl=/*~${x}&token=${x}`],
    [
      'a smaller image',
      (x: string) => `url=${encodeURIComponent(`https://b.test/a.png?X-Amz-Signature=${x}`)}&w=640`,
    ],
  ])('the signature of an address at %s', (_vendor, query) => {
    const [one, other] = ['1', '2'].map((x) => hashOf(`![d](https://b.test/d.png?${query(x)}) x`))
    expect(one).toBe(other)
    expect(one).not.toBe(hashOf(`![d](https://b.test/e.png?${query('1')}) x`))
  })

  it.each([
    ['a nonce', '<script nonce="a1">', '<script nonce="b2">'],
    ['a token', '<input name="csrf-token" value="a1">', '<input name="csrf-token" value="b2">'],
    [
      'the state of a form',
      '<input type="hidden" name="__VIEWSTATE" value="/wEPa=" />',
      '<input type="hidden" name="__VIEWSTATE" value="/wEPb=" />',
    ],
    ['metadata', '<meta content="a1" name="csrf-token">', '<meta content="b2" name="csrf-token">'],
    ['an address', '<a href="/d?_token=a1&amp;x=1">d</a>', '<a href="/d?_token=b2&amp;x=1">d</a>'],
    ['a mail address', '<a data-cfemail="5a2b">m</a>', '<a data-cfemail="77c0">m</a>'],
  ])('%s in HTML', (_kind, one, other) => {
    expect(hashOf(one, 'html')).toBe(hashOf(other, 'html'))
  })

  it('an age in each language that this Node knows', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const codes = letters.flatMap((a) => letters.map((b) => a + b))
    const missed = Intl.RelativeTimeFormat.supportedLocalesOf(codes).filter((language) => {
      const format = new Intl.RelativeTimeFormat(language)
      const written = (count: number) => `x (${format.format(-count, 'minute')}) y`
      // Languages without words for it write "-5 min".
      const hasWords =
        /\p{L}{2}/u.test(format.format(-5, 'minute')) && !format.format(-5, 'minute').startsWith('-')
      return hasWords && hashOf(written(5)) !== hashOf(written(11))
    })
    // A later version of Node may know more languages than the table was made from.
    expect(missed.length, missed.join(' ')).toBeLessThan(10)
  })
})

describe('the hash of a page includes', () => {
  it.each([
    ['a date', 'Released on 2026-11-25', 'Released on 2026-11-26'],
    ['a time', 'The train leaves at 10:04:11', 'The train leaves at 10:05:11'],
    ['the time of a race', 'Ann: 9.58 s, took 1:02:03', 'Ann: 9.58 s, took 1:02:04'],
    ['an ISO time', 'Starts at 2026-12-01T10:00Z', 'Starts at 2026-12-01T12:00Z'],
    ['a UUID', 'id 3f2a9c1b-1111-4222-8333-944455556666', 'id 00000000-1111-4222-8333-944455556666'],
    ['opening hours', 'Open 9:00 to 17:00', 'Open 9:00 to 18:00'],
    ['a price', 'Price: 12.00 EUR', 'Price: 13.00 EUR'],
    ['votes', 'Smith: 51,234 votes.', 'Smith: 61,234 votes.'],
    ['likes', '120 likes', '121 likes'],
    ['downloads', '5,120 downloads', '5,121 downloads'],
    ['a quota', 'Includes 10,000 visits per month', 'Includes 20,000 visits per month'],
    ['a round number of views', '| Free | 10,000 page views |', '| Free | 50,000 page views |'],
    ['a few views in a sentence', 'It creates 3 views for each table.', 'It creates 4 views for each table.'],
    ['a deadline', 'Cancel up to 3 days before.', 'Cancel up to 5 days before.'],
    ['a deadline in Japanese', 'キャンセルは3日前まで', 'キャンセルは7日前まで'],
    ['a time in the future', 'Delivered in 3 days', 'Delivered in 5 days'],
    ['a duration', 'Ready in 30 minutes', 'Ready in 45 minutes'],
    ['an age that is added', 'Posted by Ann', 'Posted 5 minutes ago by Ann'],
    ['a large age', 'Died 66 million years ago', 'Died 65 million years ago'],
    ['a word', 'one two', 'one three'],
    ['a query that chooses content', '[a](/list?page=2)', '[a](/list?page=3)'],
    [
      'another document',
      '[a](/d?id=3f2a9c1b-1111-4222-8333-944455556666)',
      '[a](/d?id=00000000-1111-4222-8333-944455556666)',
    ],
    ['another session of a conference', '[a](/talks?session=3)', '[a](/talks?session=4)'],
    ['another video', '[w](https://v.test/watch?v=abc)', '[w](https://v.test/watch?v=xyz)'],
    ['another edition', '[Manual](/manual.pdf?v=1)', '[Manual](/manual.pdf?v=2)'],
    ['another build to download', '[Get](/app-3f2a9c1b.zip)', '[Get](/app-99e0ab12.zip)'],
    ['another path', '[a](/a/3f2a9c1b3f2a9c1b/x)', '[a](/a/99e0ab1299e0ab12/x)'],
    ['a number in inline code', 'Set `5 minutes ago` there', 'Set `6 minutes ago` there'],
    ['a value in inline code', 'Call `` /a?token=a1 `` then', 'Call `` /a?token=b2 `` then'],
    ['a number in a code block', '```\n1,204 views\n```', '```\n1,310 views\n```'],
    [
      'a code block in a list',
      '- a\n\n  ~~~\n  5 minutes ago\n  ~~~',
      '- a\n\n  ~~~\n  6 minutes ago\n  ~~~',
    ],
    ['the indentation of code', '```py\n  return\n```', '```py\n    return\n```'],
  ])('%s', (_kind, one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other))
  })

  it('a title and a description', () => {
    const page = { title: 'A', description: 'B', text: 'x', kind: 'markdown' } as const
    const hashes = [page, { ...page, title: 'C' }, { ...page, description: 'C' }].map((one) =>
      contentHash(one),
    )
    expect(new Set(hashes).size).toBe(3)
  })

  it('a number in code of HTML', () => {
    expect(hashOf('<pre>5 minutes ago</pre>', 'html')).not.toBe(hashOf('<pre>6 minutes ago</pre>', 'html'))
    expect(hashOf('<p>5 minutes ago</p>', 'html')).toBe(hashOf('<p>6 minutes ago</p>', 'html'))
  })
})

describe('the hash', () => {
  it('does not depend on where a long text is split', () => {
    const lines = (line: string, end: string): string => `${line}${end}`.repeat(25_000)
    const text = lines('A line that came 3 times, last 5 minutes ago', '\n')
    expect(hashOf(text)).toBe(hashOf(lines('A line that came 3 times, last an hour ago', '\r\n')))
    expect(hashOf(text)).toBe(hashOf(text.replaceAll('\n', ' ')))
    expect(hashOf(text)).not.toBe(hashOf(`${text}.`))
    expect(hashOf(text)).not.toBe(hashOf(text.replace('3 times', '4 times')))
  })

  it('leaves a normalized text unchanged', () => {
    const words = fc.constantFrom(
      '5 m',
      'ago',
      ' ',
      'vor',
      '1,204',
      'views',
      'a',
      ']( /x?token=1',
      '\n',
      '.',
      '3',
      '前',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const once = normalizeProse(parts.join(' '))
        expect(normalizeProse(once)).toBe(once)
      }),
    )
  })
})

it('the table of ages equals the output of its script', () => {
  const script = path.join(import.meta.dirname, '../../scripts/generate-ages.mjs')
  expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toMatch(
    /^(?:Equal|Not compared)/,
  )
})
