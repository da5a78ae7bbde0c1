import { hasDigit, NOT_AFTER_LETTER, NOT_IN_WORD, TextPattern } from './text-pattern.ts'

/** A whole number as languages group its digits, also shortened: "1,204", "1.3k", "12 тыс.", "3万". */
const COUNT = String.raw`(?:\p{Nd}{1,3}(?:[.,'’٬ ]\p{Nd}{3})+|\p{Nd}+(?:[.,]\p{Nd}{1,2})?)(?: ?(?:[km]|mil|mln|tys\.?|тыс\.?|млн|mio\.?|万|萬|億|천|만)(?![\p{L}\p{M}]))?`

/** Words after a number of views, visits or readers, in large languages. */
const UNITS = [
  '(?:(?:unique|total) )?(?:page ?)?(?:views?|visits?)|pv|(?:unique )?visitors?|readers?|reads|viewers?',
  'seitenaufrufe?|aufrufe?|ansichten|besucher|besuche|zugriffe|leser|mal (?:gelesen|angesehen|aufgerufen|besucht)',
  'vues?|visites?|visiteurs?|lecteurs?|affichages?|consultations?',
  'vistas?|visitas?|visualizaciones|visualización|visitantes?|lectores|lecturas',
  'visualizações|visualização|acessos?|leitores|leituras|exibições',
  'visualizzazion[ei]|visite|visita|visitatori|letture|lettori',
  'weergaven|weergave|keer (?:bekeken|gelezen)|bezoekers?|bezoeken|lezers?',
  'wyświetle(?:ń|nia|nie)|odsłon[ay]?|odwiedzin[ay]?|czytelników',
  'просмотр(?:а|ов|ы)?|посетител(?:ь|я|ей)|посещени(?:е|я|й)|прочтени(?:е|я|й)|перегляд(?:и|ів|у)?|відвідувач(?:а|ів|і)?',
  'görüntülen?me|izlenme|okunma|ziyaret(?:çi)?|kez (?:görüntülendi|izlendi|okundu|ziyaret edildi)',
  'kali (?:dilihat|dibaca|ditonton)|tayangan|tontonan|pembaca|pengunjung|lượt (?:xem|truy cập|đọc)',
  'visning(?:ar|er)?|besökare|läsare|besøgende|katselukertaa|katselua|kävijää|zobrazení|zhlédnutí|vizualizări|afișări|megtekintés|προβολ(?:ή|ές)',
  'צפיות|مشاهد(?:ة|ات)|زيار(?:ة|ات)|قراء(?:ة|ات)|بازدید|बार देखा गया|व्यूज़|বার দেখা হয়েছে|ครั้งที่ดู',
  'ビュー|次(?:浏览|瀏覽|阅读|閱讀|观看|觀看|查看|访问|播放)|人(?:阅读|浏览|看过)|(?:回|件)?(?:視聴|閲覧)|アクセス|회 조회',
].join('|')

/** Words of people who are there now. */
const ONLINE =
  '(?:(?:guests?|users?|members?|people|readers?|visitors?|viewers?|gäste|gast|besucher|benutzer|leser|invités?|visiteurs?|membres?|usuarios?|visitantes?|invitados?|usuários?|utenti|visitatori|ospiti|bezoekers?|gasten|użytkowników|gości|гост(?:ь|я|ей)|пользовател(?:ь|я|ей)|посетител(?:ь|я|ей)) )?(?:are |is |currently |now |sind |ist |est |sont |están |estão |сейчас )*(?:online|en ligne|en línea|en linea|онлайн|çevrimiçi|(?:currently |now )?(?:viewing|reading|watching|browsing) (?:this|now))|人(?:在线|在線|在看|がオンライン|が閲覧中)|명 접속'

/** Words before such a number, as a label. */
const LABELS =
  'page ?views?|views?|visits?|visitors?|reads?|times (?:viewed|read|visited)|seitenaufrufe|aufrufe|zugriffe|besucher|gelesen|vues?|visites?|visiteurs?|lectures?|visitas?|vistas?|visualizaciones|lecturas|visualizações|acessos|leituras|visualizzazioni|letture|weergaven|gelezen|bekeken|wyświetle(?:ń|nia)|odsłon[ay]?|просмотр(?:ов|ы)|посещени[йя]|перегляд(?:ів|и)|görüntülen?me|okunma|dilihat|tayangan|lượt xem|visningar|visninger|zobrazení|vizualizări|afișări|megtekintés(?:ek)?|προβολές|visninger|katselukerrat|ผู้เข้าชม|ยอดวิว|active users|online(?: now)?|currently online|users online|guests online|онлайн|en línea|en ligne|in linea|人氣|(?:当前)?在线(?:人数)?|(?:目前)?在線(?:人數)?|オンライン'

const CJK_LABELS =
  '阅读(?:量|数|次数|人数)?|閱讀(?:量|數|次數|人數)?|浏览(?:量|数|次数)?|瀏覽(?:量|數|次數|人次)?|访问(?:量|数|次数)|播放(?:量|数|次数)|点击(?:量|数|次数)|點閱數|閲覧(?:数|回数)|視聴回数|再生回数|アクセス数|조회(?:수)?|(?:ال)?(?:مشاهدات|زيارات|قراءات)|بازدید(?:ها)?|צפיות'

/** After a number of visits these make it a limit or a rate, such as "10 visits per month". */
const ENDS = /^[*_"”»)\]]{0,4}(?: ?$|\n| ?[|·•,;)\]<>—–*_]| ?[.!?](?:[ \n]|$|<)|&| -)/u
/** What may stand before a counter that is not part of a sentence. */
const STARTS = /(?:^|[\n|·•,;:()[\]<>—–/#"“«]|[.!?-]) ?[*_"([]{0,4}$/u

const AFTER = new TextPattern(
  String.raw`(?<![\p{L}\p{M}\p{N}.,/])`,
  `(${COUNT})[*_]{0,3} ?(?:(${ONLINE})|(?:${UNITS}))(?![\\p{L}\\p{M}\\p{N}])`,
)
const LABELLED = new TextPattern(
  NOT_IN_WORD,
  `(${LABELS})[*_]{0,3} ?[:：|][*_]{0,3} ?(${COUNT})(?: ?(?:times|mal|fois|veces|vezes|volte|keer|razy|раза?|kez|kali|lần|人|名|명))?(?![\\p{L}\\p{M}\\p{N}])`,
)
const CJK_LABELLED = new TextPattern(
  '',
  `(${CJK_LABELS})[*_]{0,3} ?[:：|]?[*_]{0,3} ?${COUNT}(?: ?[次回회人])?`,
)
const TIMES = new TextPattern(
  NOT_AFTER_LETTER,
  `((?:viewed|visited|seen|read|accessed|opened|visto|leído|consultado|vu|lu|consultée?|letto|gelezen|bekeken|просмотрен[оа]?|прочитан[оа]?|dibaca|dilihat|visualizzat[oa]|angesehen|aufgerufen|besucht|vist|visad|katsottu|zobrazeno|wyświetlon[oy]|ดู|เข้าชม|อ่าน)(?: already)?) ?:? ?${COUNT} ?(?:times|mal|veces|vezes|fois|volte|keer|раза?|kali|ganger|gange|gånger|kertaa|razy|x|×|ครั้ง)(?! (?:an?|each|every|per|pro|die|am|im|par|por|al|à|på|om)(?![\\p{L}\\p{M}]))(?![\\p{L}\\p{M}])`,
)
const NUMBERED = new TextPattern(NOT_IN_WORD, `(visitor (?:number|no\\.?|#)) ?${COUNT}`)

/**
 * Replaces page traffic, such as "1,204 views" and "3 guests online", by `mark`. In a sentence a number of views counts as content
 * if it is small or round, for such numbers are quotas, paintings or tables of a database.
 */
export function replaceTraffic(text: string, mark: string): string {
  if (!hasDigit(text)) return text
  const withLabel = (_whole: string, label: string): string => `${label}${mark}`
  const counted = AFTER.replace(text, (whole, count: string, online: string | undefined, offset: number) =>
    online !== undefined || isCounter(text, count, offset, offset + whole.length) ? mark : whole,
  )
  return [LABELLED, CJK_LABELLED, TIMES, NUMBERED].reduce(
    (rest, pattern) => pattern.replace(rest, withLabel),
    counted,
  )
}

function isCounter(text: string, count: string, start: number, end: number): boolean {
  if (!ENDS.test(text.slice(end, end + 8))) return false
  const digits = count.replaceAll(/\P{Nd}/gu, '')
  const isShort = /[^\p{Nd}.,'’٬ ]/u.test(count)
  if (!isShort && digits.length > 3 && /^\d{1,2}0+$/.test(digits)) return false
  return isShort || digits.length > 2 || STARTS.test(text.slice(Math.max(0, start - 8), start))
}

const DURATION = String.raw`\d+(?:[.,]\d+)? ?(?:ms|msecs?|milliseconds?|millisekunden|millisecondes|milisegundos|µs|sec(?:ond)?s?\.?|s|sekunden?|sek\.?|secondes?|segundos?|second[io]|seconden|sekund[yę]?|секунд[ыу]?|сек\.?|мс|saniye(?:de)?|毫秒|秒|ミリ秒|초|detik|giây)(?![\p{L}\p{M}])`
const PAGE =
  '(?:page|site|document|seite|dokument|página|pagina|strona|страница|сторінка|sayfa|sidan|siden|stránka|halaman|trang|页面|頁面|ページ|페이지)'
const MADE =
  '(?:generat|render|load|creat|built|build|serv|process|execut|took|generier|erstellt|geladen|erzeugt|aufgebaut|génér|generad|charg|affich|gerad|carreg|caricat|creat|wygener|załad|сгенер|загруж|загруз|создан|згенер|завантаж|oluştur|yüklen|gegener|skapad|indlæs|vytvoř|dibuat|dimuat|生成|加载|载入|執行|执行|表示|読み込|생성|로드)'
const BETWEEN = String.raw`[^\d\n.!?|]`
const LOAD_TIMES = [
  new TextPattern(NOT_AFTER_LETTER, `(${PAGE}${BETWEEN}{0,40}?${MADE}${BETWEEN}{0,25}?)${DURATION}`),
  new TextPattern(NOT_AFTER_LETTER, `(${PAGE}${BETWEEN}{0,15}?)${DURATION}(?= ${MADE})`),
  new TextPattern(
    '(?<=^|\\n|[|·•,;:()[\\]<>—–.!?-] ?)',
    `((?:generated|rendered|served|processed) (?:in|within) )${DURATION}`,
  ),
  new TextPattern(
    NOT_AFTER_LETTER,
    String.raw`(\d+ (?:(?:db|database|sql|mysql) )?queries(?: in|,| \|| took)? ?)${DURATION}`,
  ),
]

/** Replaces how long a page took to make, such as "Page generated in 0.12 seconds", by `mark`. */
export function replaceLoadTimes(text: string, mark: string): string {
  if (!hasDigit(text)) return text
  const write = (_whole: string, lead: string): string => lead + mark
  return LOAD_TIMES.reduce((rest, pattern) => pattern.replace(rest, write), text)
}
