import { describe, expect, it } from 'vitest'
import { hasHidden, revealAsText, revealHidden, withoutHidden } from './reveal-hidden'

// Quadratic work would take minutes here; linear work takes part of a second on any machine.
const linearTimeMs = 20_000

const tags = (message: string) =>
  [...message].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')

describe('revealing hidden characters', () => {
  it('leaves ordinary text in one piece', () => {
    const text = 'A plain sentence, with ümlauts, 漢字 and\n\ttabs.\r\n'
    expect(revealHidden(text)).toEqual([{ kind: 'text', text }])
    expect(revealHidden('')).toEqual([{ kind: 'text', text: '' }])
  })

  it('finds by its quick look whatever its thorough one finds', () => {
    for (let code = 0; code < 0x30000; code++) {
      const text = `a${String.fromCodePoint(code)}b`
      const marked = revealHidden(text).some((piece) => piece.kind === 'hidden')
      // A letter beyond the first plane makes the quick look pass the text on.
      const thorough = revealHidden(`${text}\u{1f30a}`).some((piece) => piece.kind === 'hidden')
      if (marked !== thorough) expect.fail(`U+${code.toString(16)} is seen differently`)
    }
    expect(hasHidden(`a${' '.repeat(9)}b`)).toBe(true)
    expect(hasHidden('a\rb')).toBe(true)
  })

  it('shows an override that turns a file name round', () => {
    expect(revealAsText('photo\u202egpj.exe')).toBe('photo⟨RLO⟩gpj.exe')
    expect(revealHidden('a\u202eb')[1]).toMatchObject({
      hidden: 'bidi',
      name: 'right-to-left override (U+202E)',
    })
  })

  it.each([
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ])('shows the direction control %j', (character) => expect(hasHidden(`a${character}b`)).toBe(true))

  it('spells out a message in tag characters', () => {
    const hidden = tags('ignore previous')
    const [, piece] = revealHidden(`Nice weather${hidden}`)
    expect(piece).toMatchObject({ hidden: 'tag', raw: hidden, shown: 'tags: ignore previous' })
  })

  it('shows every character that Unicode has drawn as nothing, also those that it keeps for later', () => {
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code)
      if (/\p{Default_Ignorable_Code_Point}/u.test(character) && !hasHidden(`a${character}b`))
        expect.fail(`U+${code.toString(16)} is not seen`)
    }
    expect(revealAsText('ok\u{e0101}\u{e0fff}\u{1d173}')).toBe('ok⟨VS⟩⟨U+E0FFF U+1D173⟩')
  })

  it('shows bytes that are smuggled in variation selectors', () => {
    expect(revealAsText('ok\u{e0158}\u{e0121}\ufe03')).toBe('ok⟨VS×3⟩')
  })

  it.each([
    ['\u200b', 'ZWSP'],
    ['\u2060', 'WJ'],
    ['\ufeff', 'BOM'],
    ['\u00ad', 'SHY'],
    ['\u2063', 'U+2063'],
    ['\u0000', 'NUL'],
    ['\u001b', 'ESC'],
    ['\u0085', 'U+0085'],
    ['\u2028', 'LS'],
    ['\u3164', 'U+3164'],
    ['\u2800', 'U+2800'],
    ['\ud800', 'U+D800'],
  ])('shows %j as %s', (character, shown) => {
    expect(revealAsText(`a${character}b`)).toBe(`a⟨${shown}⟩b`)
  })

  it('counts a run of the same character', () => {
    expect(revealAsText(`a${'\u200b'.repeat(12)}b`)).toBe('a⟨ZWSP×12⟩b')
  })

  it('shows a carriage return only where no line ends', () => {
    expect(hasHidden('one\r\ntwo')).toBe(false)
    expect(revealAsText('safe\revil')).toBe('safe⟨CR⟩evil')
  })

  it('marks more than eight spaces in a row, of any kind', () => {
    expect(hasHidden(`a${' '.repeat(8)}b`)).toBe(false)
    expect(revealAsText(`a${' '.repeat(9)}b`)).toBe('a⟨␣×9⟩b')
    expect(hasHidden(`a${'\u00a0\u2003'.repeat(5)}b`)).toBe(true)
  })

  it('keeps the indentation of code when asked, but not a run within a line', () => {
    const deep = ' '.repeat(24)
    expect(hasHidden(`${deep}return\n${deep}}`, { indentation: 'keep' })).toBe(false)
    expect(hasHidden(`x = 1;${deep}rm()`, { indentation: 'keep' })).toBe(true)
    expect(hasHidden(`${' '.repeat(200)}rm()`, { indentation: 'keep' })).toBe(true)
  })

  it.each(['👩‍💻', '❤️', '🏳️‍🌈', '1️⃣', '👍🏽', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم', 'क्‍ष'])('leaves %s as it is', (text) => {
    expect(hasHidden(text)).toBe(false)
  })

  it('shows joiners between other letters', () => {
    expect(revealAsText('pay\u200dpal')).toBe('pay⟨ZWJ⟩pal')
  })

  it('leaves what flowing text is set with when asked, but nothing that turns or hides words', () => {
    const kept = [
      'Donau\u00addampf',
      'ไทย\u200bไทย',
      'a\u2060b',
      'שלום\u200f!',
      `a${' '.repeat(20)}b`,
      'one\rtwo',
      'می\u200cخواهم',
      'خانهٔ\u200cما',
      'ها\u200c و',
      'അവന്\u200d പോയി',
      '葛\u{e0100}城',
      'ᠠ\u180b',
    ]
    for (const text of kept) expect(hasHidden(text, { typesetting: 'keep' }), text).toBe(false)
    const marked = [
      'a\u202eb',
      'a\u2067b',
      'a\u200b\u200bb',
      'a\u200db',
      'ها\u200ca',
      'a\u{e0100}',
      '葛\u{e0100}\u{e0101}',
      `a${tags('x')}`,
      `a${'\u00a0'.repeat(9)}b`,
    ]
    for (const text of marked) expect(hasHidden(text, { typesetting: 'keep' }), text).toBe(true)
  })

  it('takes what stands around a piece of a text into account', () => {
    expect(hasHidden('می\u200c')).toBe(true)
    expect(hasHidden('می\u200c', { around: { before: '', after: 'خو' } })).toBe(false)
    expect(hasHidden('\u200c', { around: { before: 'ab', after: 'cd' } })).toBe(true)
  })

  it('gives the input back when its pieces are joined', () => {
    const text = `\u202ea${tags('x')}\u200b${' '.repeat(20)}\ud800z\r`
    const joined = revealHidden(text).map((piece) => (piece.kind === 'text' ? piece.text : piece.raw))
    expect(joined.join('')).toBe(text)
  })

  it('is taken out, and words stay apart and emoji whole', () => {
    const text = `\u202ea${tags('x')}\u200b${' '.repeat(20)}b 👩‍💻`
    expect(withoutHidden(text)).toBe('a b 👩‍💻')
    expect(hasHidden(withoutHidden(text))).toBe(false)
  })

  it('takes linear time on a megabyte', { timeout: linearTimeMs }, () => {
    const text = 'word '.repeat(200_000)
    expect(revealHidden(text)).toHaveLength(1)
  })
})
