import { describe, expect, it } from 'vitest'
import { setUpSearchDesk } from '../../../../tests/support/search-desk'

const desk = setUpSearchDesk()
const { store, search, ids } = desk

describe('a question of many words', () => {
  it('takes only some of many single letters for beginnings, and the one that is typed', async () => {
    const letters = [...'春夏秋冬山川草木花鳥風月天地人心水火土金東西南北上下左右前後内外']
    await store('letters', [letters.join(' ')])
    await store('gram', ['海岸'])
    expect(ids('海')).toEqual(['gram#0'])
    expect(ids(`海 ${letters.join(' ')}`)).toContain('gram#0')
    expect(ids(`${letters.join(' ')} 海`)).not.toContain('gram#0')
    const typing = search(`${letters.join(' ')} 海`, { typing: true })
    expect(typing.map(({ chunk_id }) => chunk_id)).toContain('gram#0')
  })

  it('can be ended at each word of a question', async () => {
    await store('one', ['harbour'])
    const query = Array.from({ length: 500 }, (_, index) => `q${index}`).join(' ')
    let checks = 0
    desk.searcher.search({ query, filter: {}, minSimilarity: 0, limit: 10, typing: false }, () => checks++)
    expect(checks).toBeGreaterThanOrEqual(500)
  })
})
