import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'
import type { Passage, UnreadDocument } from '../../../shared/contract/passages'

const passage = (title: string, text: string): Passage => ({
  ...bay,
  title,
  document_id: title,
  chunk_id: title,
  text,
})
const questions = passage('Frequently asked questions', 'Oil the worktop twice a year.')
const prices = passage('Price list', 'Oiled worktop of oak, 148 euros.')
const files = [{ document_id: questions.document_id, name: 'FAQ shop.md' }]
const answerTo = (question: string, passages = [prices, questions]) =>
  turn([user(question), called('search_library'), result({ passages, files })])

describe('a question of what a document says', () => {
  it.each([
    'What does the FAQ say about the worktop?',
    'According to the FAQ, how do I oil a worktop?',
    'Was steht in FAQ über worktop?',
    'Laut FAQ, wie oft wird ein worktop geölt?',
    'Wie oft wird ein worktop geölt, laut FAQ?',
    'Wie oft wird laut der FAQ ein worktop geölt?',
    'Was ist laut FAQ am worktop zu ölen?',
    'How is a worktop oiled, as in FAQ shop.md?',
  ])('is answered from that one alone: %s', async (question) => {
    const { text } = await answerTo(question)
    expect(text).toContain('twice a year')
    expect(text).not.toContain('148 euros')
  })

  it('is answered from all where none is called so', async () => {
    const { text } = await answerTo('What does the contract say about the oiled worktop?')
    expect(text).toContain('148 euros')
  })

  it('is not one of how loud something is', async () => {
    const machine = passage('Waschmaschine', 'Die Trommel ist neu.')
    const test = passage('Test', 'Die Waschmaschine ist laut, 70 dB.')
    for (const question of [
      'Wie laut ist die Waschmaschine?',
      'Ist sie laut, die Waschmaschine?',
      'Wie laut Test sein kann, die Waschmaschine?',
    ])
      expect((await answerTo(question, [machine, test])).text, question).toContain('70 dB')
  })

  it.each(['Wie laut Waschmaschinen sein dürfen?', 'Darf man abends laut Waschmaschinen betreiben?'])(
    'is not one of how loud something is, within a sentence: %s',
    async (question) => {
      const rules = passage('Hausordnung', 'Waschmaschinen dürfen abends nicht lauter sein als 50 dB.')
      const machines = passage('Waschmaschinen', 'Die Trommel ist neu.')
      expect((await answerTo(question, [machines, rules])).text).toContain('50 dB')
    },
  )

  it.each([
    'What is in the price list?',
    'What does the price list say?',
    'Was steht in der Price list?',
    'What is in FAQ shop.md?',
  ])('and of all of it, is answered by its summary: %s', async (question) => {
    const asked = await answerTo(question)
    const expected = question.includes('FAQ') ? questions : prices
    expect(asked).toMatchObject({ call: 'summarize_document', input: { doc_id: expected.document_id } })
  })

  it('is a question where what it is in is no document', async () => {
    expect((await answerTo('What is in the oak worktop?')).call).toBeNull()
  })
})

describe('a question of a document that is not read', () => {
  const lease = { document_id: 'lease', title: 'Lease *Miller*' }
  const asked = (why: UnreadDocument['why'], passages: Passage[], language: 'en' | 'de' = 'en') =>
    turn(
      [
        user('What does the lease say?'),
        called('search_library'),
        result({ passages, unread: [{ ...lease, why }] }),
      ],
      {
        language,
      },
    )

  it('is answered with why it is not read and what to do, where nothing else is found', async () => {
    const { text } = await asked('locked', [])
    expect(text).toContain(
      '“Lease \\*Miller\\*” is in your library, but its text could not be read: it is locked.',
    )
    expect(text).not.toContain('Nothing in your library')
    const german = await asked('pictures', [], 'de')
    expect(german.text).toContain('Wähle in der Bibliothek „Mit OCR lesen“')
  })

  it('tells so before what others say', async () => {
    const { text } = await asked('failed', [prices])
    expect(text.indexOf('The library says why')).toBeGreaterThan(0)
    expect(text.indexOf('148 euros')).toBeGreaterThan(text.indexOf('The library says why'))
  })
})
