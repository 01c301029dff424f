import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../../tests/support/processor-time'
import { seeded } from '../../../../tests/support/seeded'
import { createAnalyzer } from './analyze'
import type { AnalyzedWord } from './analyzed-words'
import { beginningsOf } from './beginnings'
import { foldWord, plainText } from './fold'
import { detectLanguage, type Language, languageCodes, stemWord } from './languages'
import { unfoldingLetters } from './letters'
import { HASH_START, hashUnit } from './word-table'
import { runsOf, runText } from './words'

function terms(text: string, language: Language = 'en'): string[] {
  const found: string[] = []
  createAnalyzer(language).eachWord(text, ({ terms }) => found.push(...terms))
  return found
}

function beside(text: string): string[] {
  const found: string[] = []
  createAnalyzer('en').eachWord(text, ({ beside }) => found.push(...beside))
  return found
}

describe('words of a text', () => {
  it('are letters and digits with their marks, without what joins or divides them silently', () => {
    expect(terms('foo-bar, x_y: re\u00adport!')).toEqual(['foo', 'bar', 'x', 'y', 'report'])
    expect(terms('cafe\u0301 ＦＵＬＬ ﬁne')).toEqual(['cafe', 'full', 'fine'])
  })

  it('split letters from digits and are kept whole beside', () => {
    expect(terms('FY2018 report')).toEqual(['fy', '2018', 'report'])
    expect(beside('FY2018 report')).toEqual(['fy2018'])
  })

  it('are pairs where a script has no spaces, with the last letter beside', () => {
    expect(terms('月の引力')).toEqual(['月の', 'の引', '引力'])
    expect(beside('月の引力')).toEqual(['力'])
    expect(terms('字')).toEqual(['字'])
    expect(terms('\u{20000}\u{20001}')).toEqual(['\u{20000}\u{20001}'])
  })

  it('are threes where such a script writes sounds, with the last two letters and the last one beside', () => {
    expect(terms('ทะเล')).toEqual(['ทะเ', 'ะเล'])
    expect(beside('ทะเล')).toEqual(['เล', 'ล'])
    expect(terms('ปู')).toEqual(['ปู'])
    expect(terms('海水ทะเล')).toEqual(['海水', 'ทะเ', 'ะเล'])
  })

  it('keep the marks of their letters, whatever script these are of, and are none of marks alone', () => {
    expect(terms('ก\u05b0ก')).toEqual(['กก'])
    expect(terms('海\u064bก\u0301ป')).toEqual(['海', 'ก\u0301ป'])
    const { pick } = seeded(5)
    const characters = [...'กป็้海かー한ກမက aá1\u05b0\u064b\u0301\u3099\u093c\u0300\u200d\ufe0f']
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: 12 }, () => pick(characters)).join('')
      expect(terms(text), JSON.stringify(text)).not.toContain('')
    }
  })

  it('are the same whichever form of a letter is meant', () => {
    expect(terms('葛\u{e0100}飾区')).toEqual(terms('葛飾区'))
    expect(beside('飾葛\u{e0101}')).toEqual(['葛'])
    expect(terms('≨\ufe00 a\ufe0f')).toEqual(['a'])
  })

  it('are cut when they are no words', () => {
    expect(terms('x'.repeat(500))[0]).toHaveLength(64)
  })

  it('cover every letter and digit of any text once, in order', () => {
    let state = 11
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: next(40) }, () =>
        next(3) === 0 ? ' ' : String.fromCodePoint(next([0x80, 0x250, 0x110000][next(3)] ?? 0)),
      ).join('')
      let joined = ''
      const { units, count, starts, ends, hashes } = runsOf(text)
      for (let index = 0; index < count; index++) {
        const run = runText(units, starts[index] ?? 0, ends[index] ?? 0)
        joined += run
        const hash = run.split('').reduce((sum, unit) => hashUnit(sum, unit.charCodeAt(0)), HASH_START)
        expect(hashes[index]).toBe(hash)
      }
      const letters = (value: string) => value.match(/[\p{L}\p{N}\p{Co}]/gu)?.join('') ?? ''
      expect(letters(joined), JSON.stringify(text)).toBe(letters(plainText(text)))
      expect(joined).not.toMatch(/\s/)
    }
  })
})

describe('letters of a script without spaces', () => {
  it('are looked at one by one only where folding changes none of them, nor any beside another', () => {
    const read = (text: string) =>
      unfoldingLetters(
        Uint16Array.from(text, (unit) => unit.charCodeAt(0)),
        0,
        text.length,
      )
    const letters: string[] = []
    for (let code = 0; code < 0x10000; code++) {
      const letter = String.fromCharCode(code)
      if (read(letter) !== null && plainText(letter) === letter) letters.push(letter)
    }
    expect(letters.length).toBeGreaterThan(38_000)
    for (const letter of letters) if (foldWord(letter) !== letter) expect.fail(letter)
    const { pick } = seeded(7)
    for (let round = 0; round < 50_000; round++) {
      const text = `${pick(letters)}${pick(letters)}${pick(letters)}`
      if (foldWord(text) !== text) expect.fail(text)
      const found = read(text)
      expect(found?.count).toBe(3)
    }
  })
})

describe('folding', () => {
  it.each([
    ['größe', 'grosse'],
    ['œuvre', 'oeuvre'],
    ['łódź', 'lodz'],
    ['ёлка', 'елка'],
    ['йод', 'йод'],
    ['άλφα', 'αλφα'],
    ['إِسْلام', 'اسلام'],
    ['مدرسة', 'مدرسه'],
    ['٢٠١٨', '2018'],
    ['πόλης', 'πολησ'],
    ['हिन्दी', 'हिंदी'],
    ['चाँद', 'चांद'],
    ['ज़मीन', 'जमीन'],
    ['ǽld', 'aeld'],
    ['ǿre', 'ore'],
  ])('makes %s and %s one', (written, folded) => {
    expect(foldWord(written)).toBe(folded)
  })

  it.each(['็', 'か\u0301'])('is as quick where %s goes on and on', (letter) => {
    const since = workedMs()
    foldWord(letter + (letter.at(-1) ?? '').repeat(50_000))
    // Looking behind each mark took the most of a minute.
    expect(workedMs() - since).toBeLessThan(1000)
  })
})

describe('stems', () => {
  it.each([
    ['en', 'regulations', 'regulation'],
    ['de', 'häuser', 'hauses'],
    ['es', 'naciones', 'nación'],
    ['fr', 'continuelle', 'continuel'],
    ['it', 'abbandonata', 'abbandonati'],
    ['pt', 'cantando', 'cantar'],
    ['nl', 'lichamelijk', 'lichamelijke'],
    ['ru', 'книги', 'книга'],
    ['sv', 'hästar', 'hästen'],
    ['ro', 'orașele', 'oraș'],
    ['tr', 'kitapların', 'kitaplar'],
    ['hu', 'városokban', 'város'],
    ['uk', 'книги', 'книга'],
    ['el', 'πόλεις', 'πόλης'],
    ['hi', 'किताबों', 'किताब'],
    ['ar', 'المدرسة', 'مدرسة'],
    ['fa', 'كتاب', 'کتاب'],
  ] as const)('of %s are the same for %s and %s', (language, one, other) => {
    expect(stemWord(one, language)).toBe(stemWord(other, language))
  })

  it('keep marks in Vietnamese, where they make other words', () => {
    expect(stemWord('má', 'vi')).toBe('má')
    expect(stemWord('mã', 'vi')).not.toBe(stemWord('má', 'vi'))
  })

  it.each(languageCodes)('are there for any word of %s', (language) => {
    const letters = [
      'aeiouyăâîșțçğışöüőű',
      'абвгдежзийклмнопрстуфхцчшщъьюяіїєґ',
      'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ',
      'कखगघचजटतदनपबमयरलवशसहािीुूेैोौ्ंँ',
    ]
    const { below } = seeded(3)
    for (let round = 0; round < 20_000; round++) {
      const script = [...(letters[round % letters.length] ?? '')]
      const word = Array.from({ length: 1 + below(12) }, () => script[below(script.length)]).join('')
      expect(stemWord(word, language)).not.toBe('')
    }
  })

  it('are never empty', () => {
    for (const language of languageCodes) {
      for (const word of ['s', 'e', 'ing', 'ال', 'и', '漢', '7'])
        expect(stemWord(word, language)).not.toBe('')
    }
  })
})

describe('languages', () => {
  it.each([
    ['en', 'The tides are the rise and fall of the sea, and they are caused by the moon.'],
    ['de', 'Die Gezeiten sind das Steigen und Fallen des Meeres und werden vom Mond verursacht.'],
    ['es', 'Las mareas son el ascenso y el descenso del nivel del mar por la atracción de la luna.'],
    ['fr', 'Les marées sont la montée et la descente des eaux de la mer, dues à la lune et au soleil.'],
    ['it', 'Le maree sono il sollevamento e l’abbassamento del mare che è dovuto alla luna e al sole.'],
    ['pt', 'As marés são a subida e a descida do nível do mar, que é causada pela lua e pelo sol.'],
    ['nl', 'De getijden zijn het stijgen en dalen van de zee, en ze worden door de maan veroorzaakt.'],
    ['sv', 'Tidvatten är att havet stiger och sjunker, och det orsakas av månen som är nära jorden.'],
    ['da', 'Tidevand er at havet stiger og falder, og det er månen der er skyld i det hele af jorden.'],
    ['ro', 'Mareele sunt ridicarea și coborârea nivelului mării, care este cauzată de lună și de soare.'],
    ['tr', 'Gelgit, denizin ay ve güneş için yükselmesi ve alçalması olarak bilinir.'],
    ['hu', 'Az árapály a tenger emelkedése és süllyedése, és ezt a hold okozza.'],
    ['id', 'Pasang surut adalah naik dan turunnya air laut yang disebabkan oleh bulan.'],
    ['vi', 'Thủy triều là hiện tượng nước biển lên và xuống do lực hút của mặt trăng trong một ngày.'],
    ['uk', 'Припливи і відпливи на морі та в океані викликає місяць, як і сонце.'],
    ['el', 'Η παλίρροια προκαλείται από τη σελήνη.'],
    ['hi', 'ज्वार चंद्रमा के कारण आता है।'],
    ['fa', 'جزر و مد دریا به خاطر ماه است که چرخش می‌کند.'],
    ['ru', 'Приливы и отливы вызваны Луной.'],
    ['ar', 'المد والجزر في البحر من القمر.'],
    ['en', 'def f(e, i, o): return a(e) + a(i) + a(o) + e'],
    ['en', '밀물과 썰물은 달의 인력 때문에 생긴다 (α, β).'],
    ['en', '128.4 17.2'],
    ['en', ''],
  ] as const)('are told: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })
})

describe('words that are likely to be asked for', () => {
  it.each(languageCodes)('are all there, in %s, and any other leaves a gap or is itself', (language) => {
    const next = seeded(11).below
    const letters = [..."aeiouybcdfghjklmnpqrstvwxzAKäöüßéèåøñçæ'ا潮0"]
    const endings = [
      '',
      's',
      'es',
      'ies',
      'ied',
      'ing',
      'ation',
      'ement',
      'heit',
      'lich',
      'mente',
      'issa',
      'ende',
    ]
    const word = () =>
      Array.from({ length: 1 + next(8) }, () => letters[next(letters.length)]).join('') +
      endings[next(endings.length)]
    const text = Array.from({ length: 4000 }, word).join(' ')
    const analyzer = createAnalyzer(language)
    const all: AnalyzedWord[] = []
    analyzer.eachWord(text, (each) => all.push(each))
    const asked = ['ab', 'ak', 'at', 'ka', 'ke', 'k', '2']
    const beginnings = beginningsOf(asked)
    const likely: (AnalyzedWord | null)[] = []
    analyzer.eachLikely(text, beginnings, (each) => likely.push(each))
    const isAsked = ({ terms }: AnalyzedWord) =>
      terms.some((term) => asked.some((each) => term === each || (each.length > 1 && term.startsWith(each))))
    expect(likely).toHaveLength(all.length)
    for (const [index, each] of likely.entries()) {
      const whole = all[index]
      if (each !== null) expect(each).toBe(whole)
      else expect(whole && [whole.terms.length, isAsked(whole)]).toEqual([1, false])
    }
    const gaps = likely.filter((each) => each === null).length
    expect(gaps).toBeGreaterThan(1000)
  })
})
