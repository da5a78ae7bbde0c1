import { expect, it } from 'vitest'
import { contentHash } from '../../src/manifest/content-hash.ts'

const hashOf = (text: string) =>
  contentHash({ title: '', description: '', text: `# T\n\n${text}\n\nEnd.`, kind: 'markdown' })

/** Returns the two texts of each line, which are separated by "|". */
function pairs(lines: string): readonly (readonly string[])[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))
}

it.each(
  pairs(`
    1,204 مشاهدة | 1,377 مشاهدة
    ١٬٢٠٤ مشاهدة | ١٬٣٧٧ مشاهدة
    1204 زيارة | 1377 زيارة
    عدد الزيارات: 1204 | عدد الزيارات: 1377
    بازدید: 1204 | بازدید: 1377
    1,204 ビュー | 1,377 ビュー
    オンライン: 37人 | オンライン: 41人
    人氣：1204 | 人氣：1377
    點閱數：1204 | 點閱數：1377
    瀏覽人次：1204 | 瀏覽人次：1377
    เข้าชม 1,204 ครั้ง | เข้าชม 1,377 ครั้ง
    1,204 বার দেখা হয়েছে | 1,377 বার দেখা হয়েছে
    Vizualizări: 1204 | Vizualizări: 1377
    Megtekintések: 1204 | Megtekintések: 1377
    Zobrazeno 1204x | Zobrazeno 1377x
    Προβολές: 1204 | Προβολές: 1377
    Vist 1204 ganger | Vist 1377 ganger
    Visad 1204 gånger | Visad 1377 gånger
    Katsottu 1204 kertaa | Katsottu 1377 kertaa
    1204 tontonan | 1377 tontonan
    Angesehen: 1204 Mal | Angesehen: 1377 Mal
    Visualizzato 1204 volte | Visualizzato 1377 volte
    1.204 kez görüntülendi | 1.377 kez görüntülendi
    You are visitor number 1,204 | You are visitor number 1,377
    Сейчас онлайн: 37 | Сейчас онлайн: 41
    En línea: 37 usuarios | En línea: 41 usuarios
    Página generada en 0,12 segundos | Página generada en 0,45 segundos
    Rendered in 0.012s | Rendered in 0.045s
    Sayfa 0,12 saniyede oluşturuldu | Sayfa 0,45 saniyede oluşturuldu
    1 ヶ月前 | 3 ヶ月前
    2 시간전 | 3 시간전
    vor etwa 2 Stunden | vor 3 Stunden
    vor mehr als 2 Jahren | vor fast 3 Jahren
    il y a plus d’un an | il y a presque 3 ans
    hace alrededor de 2 horas | hace 3 horas
    há cerca de 2 horas | há mais de 3 dias
  `),
)('the hash leaves out page traffic, load times and ages: "%s"', (one, other) => {
  expect(hashOf(one ?? '')).toBe(hashOf(other ?? ''))
})

it.each(
  pairs(`
    Visited 3 times a year | Visited 4 times a year
    Gelesen 3 mal die Woche | Gelesen 4 mal die Woche
    オンライン5回コース | オンライン6回コース
    人氣 10 大美食 | 人氣 20 大美食
    在线 3 小时课程 | 在线 4 小时课程
    1200 PV modules | 1300 PV modules
    The tower fell 300 years ago | The tower fell 400 years ago
    Der Turm fiel vor 300 Jahren | Der Turm fiel vor 400 Jahren
    塔は300年前に倒れた | 塔は400年前に倒れた
    Башня упала 300 лет назад | Башня упала 400 лет назад
    La torre cayó hace más de 300 años | La torre cayó hace más de 400 años
  `),
)('the hash includes rates, courses and history: "%s"', (one, other) => {
  expect(hashOf(one ?? '')).not.toBe(hashOf(other ?? ''))
})
