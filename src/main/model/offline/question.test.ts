import { describe, expect, it } from 'vitest'
import { bay, called, result, said, turn, user } from '../../../../tests/support/offline-turn'
import type { Passage } from '../../../shared/contract/passages'
import { goOnText } from '../go-on'
import type { ModelMessage } from '../port'

describe('a question', () => {
  const question = 'When are the highest tides of the year?'

  it('searches the library', async () => {
    expect(await turn([user(question)])).toMatchObject({
      call: 'search_library',
      input: { query: question, top_k: 5 },
    })
  })

  it('is answered by quoted sentences with their place, saying who answers', async () => {
    const { text, citations, pieces } = await turn([
      user(question),
      called('search_library'),
      result({ passages: [bay] }),
    ])
    expect(text).toMatch(/^I am the offline assistant/)
    expect(text).toContain(
      '> The highest tides of the year come in March and September.\n\n[Tides of the North Sea, p. 12]',
    )
    const [citation] = citations
    expect(citation?.quote).toBe('The highest tides of the year come in March and September.')
    expect(citation?.verified).toBe(true)
    const start = (citation?.start ?? 0) - bay.start
    expect(bay.text.slice(start, (citation?.end ?? 0) - bay.start)).toBe(citation?.quote)
    expect(text).not.toContain('Nothing else matters')
    expect(pieces).toBeGreaterThan(5)
  })

  it('introduces itself once in a conversation', async () => {
    const before: ModelMessage[] = [user('Hi'), said('I am …')]
    const { text } = await turn([
      ...before,
      user(question),
      called('search_library'),
      result({ passages: [bay] }),
    ])
    expect(text).toMatch(/^From your library/)
  })

  it('is answered by the sentence that fits in a script without spaces between words', async () => {
    const text = '水门在\n涨潮超过四米时自动打开。守门人把时间记在绿色的本子里。\n灯塔在一八八三年建成。'
    const { text: said, citations } = await turn([
      user('灯塔是哪一年建成的？'),
      called('search_library'),
      result({ passages: [{ ...bay, text }] }),
    ])
    expect(said).toContain('From your library:\n\n> 灯塔在一八八三年建成。\n')
    expect(citations).toMatchObject([{ quote: '灯塔在一八八三年建成。', verified: true }])
    const { text: joined } = await turn([
      user('水门什么时候自动打开？'),
      called('search_library'),
      result({ passages: [{ ...bay, text }] }),
    ])
    expect(joined).toContain('> 水门在涨潮超过四米时自动打开。')
  })

  it('says so where each passage has only single words of it', async () => {
    const words = ['Who won the', 'A world of', 'The cup of', 'In 1998 the'].map((text, index) => ({
      ...bay,
      chunk_id: `${index}`,
      text: `${text} sluice opens.`,
    }))
    const { text } = await turn([
      user('who won the world cup 1998'),
      called('search_library'),
      result({ passages: words }),
    ])
    expect(text).toContain('I found no passage about all of this')
    expect(text).not.toContain('From your library')
  })

  it('says so when nothing is found, and how to add documents', async () => {
    const { text, citations } = await turn([
      user(question),
      called('search_library'),
      result({ content: 'Nothing.' }),
    ])
    expect(text).toMatch(/Nothing in your library answers this.*drop files/)
    expect(citations).toEqual([])
  })

  it('says how to add documents when there are none', async () => {
    const { call, text } = await turn([user(question)], { documents: 0 })
    expect(call).toBeNull()
    expect(text).toMatch(/library is empty.*Drop files/s)
  })

  it('is found again after a retry', async () => {
    const messages: ModelMessage[] = [user(question), said('Half an ans'), user(goOnText)]
    expect((await turn(messages)).input).toMatchObject({ query: question })
  })

  const answered = said('They come …')
  const searchedFor = async (...asked: readonly string[]) => {
    const messages = asked.flatMap((text) => [user(text), answered]).slice(0, -1)
    return (await turn(messages)).input.query
  }

  it('that goes on from another is asked together with it', async () => {
    expect(await searchedFor(question, 'And in the Baltic?')).toBe(`${question} And in the Baltic?`)
    expect(await searchedFor('Unrelated', question, 'what about the lowest', 'und im Winter?')).toBe(
      `${question} what about the lowest und im Winter?`,
    )
  })

  it('that goes on from another is answered by what has its own words too', async () => {
    const baltic: Passage = { ...bay, title: 'The Baltic', page: 4, similarity: 0.4 }
    const found = result({ passages: [bay, baltic] })
    const { text } = await turn([
      user(question),
      answered,
      user('And in the Baltic?'),
      called('search_library'),
      found,
    ])
    expect(text).toContain('[The Baltic, p. 4]')
    expect(text).not.toContain('North Sea')
  })

  it('that stands for itself is asked alone', async () => {
    expect(await searchedFor(question, 'Where are the harbours?')).toBe('Where are the harbours?')
    expect(await searchedFor('What is an ox?', 'Andes and their lakes')).toBe('Andes and their lakes')
    expect(await searchedFor('/get_current_time', 'and the tides?')).toBe('and the tides?')
    expect(await searchedFor('And the tides?')).toBe('And the tides?')
  })
})
