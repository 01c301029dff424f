import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'
import type { AskedWord, Correction } from '../../../shared/contract/passages'

async function lead(
  question: string,
  text: string,
  asked: readonly [string, number][],
  corrections: Correction[] = [],
) {
  const found = {
    passages: [{ ...bay, title: 'Book', text }],
    asked: asked.map(([word, rarity]): AskedWord => ({ word, rarity })),
    corrections,
  }
  const { text: said } = await turn([user(question), called('search_library'), result(found)])
  return said.split('\n\n').slice(1).join('\n\n')
}

describe('what is said before quotations', () => {
  it('is that they answer where they have the rare words, though most others are missing', async () => {
    const asked: [string, number][] = [
      ['many', 1],
      ['guests', 1],
      ['arrive', 1],
      ['keetmanshoop', 5],
    ]
    const said = await lead('How many guests arrive in Keetmanshoop?', 'Keetmanshoop has two hotels.', asked)
    expect(said).toMatch(/^From your library:/)
  })

  it('is that nothing is found about the rare word, though the others are there', async () => {
    const asked: [string, number][] = [
      ['guests', 1],
      ['arrive', 1],
      ['keetmanshoop', 5],
    ]
    const said = await lead('When do guests arrive in Keetmanshoop?', 'Guests arrive at nine.', asked)
    expect(said).toMatch(/^I found nothing about “Keetmanshoop”\./)
  })

  it('knows a word by another ending, in a compound and behind an article', async () => {
    const german = 'Die Hafenlaternen sind aus und werden nicht von den Fischern benutzt.'
    expect(await lead('Welche Laterne?', german, [['laterne', 3]])).toMatch(/^From your library:/)
    const turkish = 'Limanlarda gemiler ve tekneler için bir fener olarak kullanılan kule.'
    expect(await lead('limanlarımızdan', turkish, [['limanlarimizdan', 3]])).toMatch(/^From your library:/)
    const arabic = 'تقع هذه المنارة في الميناء على البحر'
    expect(await lead('منارة', arabic, [['مناره', 3]])).toMatch(/^From your library:/)
    expect(await lead('Welche Züge?', german, [['zuge', 3]])).toMatch(/^I found nothing about “Züge”/)
  })

  it('goes by letters in a script without spaces', async () => {
    const text = 'เรือกลไฟมาถึงท่าเรือตอนเช้า'
    const there: [string, number][] = [
      ['เรือ', 2],
      ['กลไฟ', 3],
    ]
    expect(await lead('เรือกลไฟ', text, there)).toMatch(/^From your library:/)
    const away: [string, number][] = [
      ['เรือ', 2],
      ['ดำน', 4],
      ['ำน้', 4],
    ]
    expect(await lead('เรือดำน้ำ', text, away)).toMatch(/^I found no passage about all of this/)
  })
})

describe('a question in another language than the library', () => {
  const foreign = 'de'
  const asked = [{ word: 'flut', rarity: 3 }]

  it('is told as that where nothing that was found answers it, or nothing was found', async () => {
    const quoted = { passages: [{ ...bay, text: 'The tide turns at nine in the Bay.' }], asked, foreign }
    const { text: said } = await turn([
      user('Wann ist die Flut in der Bay?'),
      called('search_library'),
      result(quoted),
    ])
    expect(said).toContain(
      'Your question is in German, and hardly anything in your library is in that language',
    )
    const { text: nothing } = await turn([
      user('Wann ist denn die Flut?'),
      called('search_library'),
      result({ asked, foreign }),
    ])
    expect(nothing).toMatch(/Nothing in your library answers this.*Ask in the language of your documents/s)
  })

  it('is not where it is answered', async () => {
    const text = 'Die Flut kommt um neun, und dann ist Ebbe.'
    const found = { passages: [{ ...bay, text }], asked, foreign }
    const { text: said } = await turn([user('Wann ist die Flut?'), called('search_library'), result(found)])
    expect(said).not.toContain('Your question is in')
  })
})

describe('a misspelt word', () => {
  const text = 'The tide turns at nine. The root of a tree.'

  it('is taken for the one that is meant, which is told', async () => {
    const corrections = [{ word: 'tdie', instead: ['tide'], sure: true }]
    const said = await lead(
      'When does the tdie turn?',
      text,
      [
        ['tdie', 2],
        ['turn', 2],
      ],
      corrections,
    )
    expect(said).toMatch(/^Shown for “tide”; nothing in your library says “tdie”\.\n\nFrom your library:/)
    expect(said).toContain('> The tide turns at nine.')
  })

  it('is told of what a command found, also where it may be another', async () => {
    const found = {
      passages: [{ ...bay, text }],
      corrections: [{ word: 'roof', instead: ['root'], sure: false }],
    }
    const { text: said } = await turn([user('/search_library roof'), called('search_library'), result(found)])
    expect(said).toMatch(/^Shown for “root”; nothing in your library says “roof”\.\n\nFrom your library:/)
  })

  it('that may as well be a word that the library lacks is answered by no passage of another', async () => {
    const corrections = [{ word: 'roof', instead: ['root'], sure: false }]
    const said = await lead('Where is the roof?', text, [['roof', 3]], corrections)
    expect(said).toMatch(/^Nothing in your library answers this\./)
  })
})
