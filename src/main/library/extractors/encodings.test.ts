import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'
import { makeZip } from '../../../../tests/support/make-zip'

const extract = setUpExtraction()

describe('the encoding of a text', () => {
  it('is the one that its XML declaration names', async () => {
    const declaration = '<?xml version="1.0" encoding="windows-1251"?>\n'
    const page = `${declaration}<html><head><title>Привет</title></head><body><p>Да, это.</p></body></html>`
    const bytes = iconv.encode(page, 'windows-1251')
    expect(await extract(bytes, 'a.xhtml')).toMatchObject({ title: 'Привет', text: 'Да, это.', warnings: [] })
    const data = iconv.encode(`${declaration}<a>Да</a>`, 'windows-1251')
    expect((await extract(data, 'a.xml')).text).toContain('<a>Да</a>')
    const book = makeZip({ mimetype: 'application/epub+zip', 'a.xhtml': bytes })
    expect(await extract(book, 'a.epub')).toMatchObject({ text: 'Да, это.', warnings: [] })
  })

  it('of Western Europe has the quotes of Windows, whatever a page calls it', async () => {
    const page = '<meta charset="iso-8859-1"><p>“Größe” – é</p>'
    expect((await extract(iconv.encode(page, 'windows-1252'), 'a.html')).text).toBe('“Größe” – é')
  })

  it('of a few words is Western Europe’s where their letters are, and no ASCII or ideographs', async () => {
    for (const text of ['Café', 'Grün', 'Grüße', 'Straße 5', 'Müller\nMöller'])
      expect((await extract(iconv.encode(text, 'windows-1252'), 'a.txt')).text).toBe(text)
    expect((await extract(iconv.encode('東京タワー', 'Shift_JIS'), 'a.txt')).text).toBe('東京タワー')
  })

  it.each([
    ...['Größe: 5 €', 'Öl', 'déjà', '“Hi”', '20 °C', '§ 5 Abs. 2', 'Tür – Tor', 'don’t', '„Grüße“', '50 m²'],
    ...['« Été »', 'Århus', 'señor ¿qué?', 'BÄR', 'MÜNCHEN', 'cœur', '£20', '© 2020', '50 ½', 'Straße 5'],
  ])(
    'of a few words is Western Europe’s where its signs and letters make sense as such: %s',
    async (text) => {
      expect((await extract(iconv.encode(text, 'windows-1252'), 'a.txt')).text).toBe(text)
    },
  )

  it.each([
    ...[
      'Webサイト',
      'メール',
      'ソフト',
      '日本',
      'こんにちは。',
      '2024年5月',
      'A社',
      '表',
      '電池',
      'Windowsの設定',
      'Web社',
    ].map((text) => ['Shift_JIS', text]),
    ...['東京', '電話', '第1章', 'テスト', 'カタカナ'].map((text) => ['Shift_JIS', text]),
    ...['Привет', 'Да, это.', 'Привет мир'].flatMap((text) => [
      ['KOI8-R', text],
      ['windows-1251', text],
    ]),
    ['Big5', '價格: 500元'],
    ['Shift_JIS', '会議は三時からです。場所はＡ室'],
  ])('of a few words is %s where they are such: %s', async (encoding, text) => {
    expect((await extract(iconv.encode(text, encoding), 'a.txt')).text).toBe(text)
  })

  it.each([
    [
      'Shift_JIS',
      '会議は来週の月曜日の午後三時から、本社の大会議室で行います。資料は前日までに送ってください。',
    ],
    [
      'EUC-JP',
      '会議は来週の月曜日の午後三時から、本社の大会議室で行います。資料は前日までに送ってください。',
    ],
    ['GBK', '会议将于下周一下午三点在总部的大会议室举行，请在前一天把资料发给我们。谢谢大家的合作。'],
    ['Big5', '會議將於下週一下午三點在總部的大會議室舉行，請在前一天把資料發給我們。謝謝大家的合作。'],
    ['EUC-KR', '회의는 다음 주 월요일 오후 세 시에 본사 대회의실에서 열립니다. 자료는 전날까지 보내 주세요.'],
    ['KOI8-R', 'Совещание состоится в понедельник в три часа.'],
    ['windows-1251', 'Совещание состоится в понедельник в три часа.'],
  ])('of a sentence is %s', async (encoding, text) => {
    expect((await extract(iconv.encode(text, encoding), 'a.txt')).text).toBe(text)
  })

  it('that a chapter of an e-book does not name is guessed, and told', async () => {
    const chapter =
      '<html><body><p>Это просто пример текста на русском языке, который должен быть разобран.</p></body></html>'
    const book = makeZip({
      mimetype: 'application/epub+zip',
      'a.xhtml': iconv.encode(chapter, 'windows-1251'),
    })
    const document = await extract(book, 'a.epub')
    expect(document.text).toContain('пример текста')
    expect(document.warnings).toMatchObject([{ said: { values: { encoding: 'windows-1251' } } }])
  })

  it.each([
    ['windows-1251', 'эта функция считает сумму заказов и возвращает её'],
    ['KOI8-R', 'эта функция считает сумму заказов и возвращает её'],
    ['windows-1253', 'αυτή η συνάρτηση υπολογίζει το σύνολο των παραγγελιών'],
    ['windows-1255', 'הפונקציה הזאת מחשבת את סכום ההזמנות של הלקוח'],
  ])('%s is told by its words where most of the text is ASCII', async (encoding, words) => {
    const code = `export const total = (orders) => orders.reduce((sum, order) => sum + order.price, 0) // ${words}\n`
    const ascii =
      'function onDocumentMouseMove(event) { pointer.x = event.clientX; render(scene, camera) }\n'.repeat(20)
    const document = await extract(iconv.encode(ascii + code + ascii, encoding), 'a.js')
    expect(document.text).toContain(words)
  })

  it.each(['The café is naïve: résumé, façade.', 'Größe “x” – don’t', '20 °C, § 5, £20, © 2020', 'été” É'])(
    'stays Western where a few letters are: %s',
    async (words) => {
      const text = `The committee met on Monday to review the budget. ${words}\n`.repeat(30)
      expect((await extract(iconv.encode(text, 'windows-1252'), 'a.txt')).text).toContain(words)
    },
  )

  it('of Japanese mail is read, declared or not', async () => {
    const words = Buffer.from('\x1b$B$3$l$O\x1b(B', 'latin1')
    const page = Buffer.concat([Buffer.from('<meta charset="iso-2022-jp"><p>'), words, Buffer.from('</p>')])
    expect((await extract(page, 'a.html')).text).toBe('これは')
    expect((await extract(words, 'a.txt')).text).toBe('これは')
    // Such signs in a text of another encoding are none.
    expect((await extract('größe \x1b(J naïve', 'a.txt')).text).toContain('größe')
    expect((await extract('\x1b[1mbold\x1b(B\x1b[m', 'a.log')).text).toContain('bold')
  })
})
