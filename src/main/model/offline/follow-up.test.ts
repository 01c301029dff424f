import { describe, expect, it } from 'vitest'
import { bay, called, result, said, turn, user } from '../../../../tests/support/offline-turn'
import type { Passage } from '../../../shared/contract/passages'

const searchedFor = async (...asked: readonly string[]) => {
  const messages = asked.flatMap((text) => [user(text), said('…')]).slice(0, -1)
  return (await turn(messages)).input.query
}

const passage = (title: string, text: string, similarity = 1): Passage => ({
  ...bay,
  title,
  document_id: title,
  chunk_id: title,
  similarity,
  text,
})
const bill = passage('Bill', 'Joe Tarn mended the roof, 860.00 EUR.\n\nThe gutter was left.\n\nPaid by card.')
const trip = passage('Trip', 'The trip costs 185 euros.\n\nWe leave on 4 May.')

/** Asks one thing after the other, each of which finds the same, and answers what was said at last. */
async function conversation(found: readonly Passage[], ...asked: readonly string[]) {
  const messages = []
  let answer = ''
  for (const question of asked) {
    messages.push(user(question), called('search_library'), result({ passages: [...found] }))
    answer = (await turn(messages)).text
    messages.push(said(answer))
  }
  return answer
}

describe('a question without a subject of its own', () => {
  const first = 'Who mended the roof?'

  it.each([
    'how much did it cost?',
    'When was that?',
    'Since when?',
    'Can I cancel it?',
    'What are its terms?',
    'Und von wem?',
    'Bis wann muss ich es bezahlen?',
    'Was kostet sie?',
    'Und wer hilft dabei?',
    'How long does it take to clean?',
    'How much does it cost to mend it?',
    'Is it allowed to keep them?',
    'Does it rain in winter?',
    'Did it rain in summer 2024?',
    'Regnete es im Sommer 2024?',
    'Can I leave it in rain?',
    'When is it to be paid in March?',
    'Does it have to be paid in March?',
    'Wann ist es bis Freitag zu bezahlen?',
    'Brauche ich es, um zu zahlen?',
    'Regnet es im Winter?',
  ])('is asked together with what came before: %s', async (question) => {
    expect(await searchedFor(first, question)).toBe(`${first} ${question}`)
  })

  it.each([
    'Is there a pond?',
    'Gibt es einen Teich?',
    'Wo finden Sie den Teich?',
    'Andes and their lakes',
    'Where does the river that feeds the pond begin and how deep is it?',
    'What does that clause say about ponds?',
    'Was kostet das Holz?',
    'How much does it cost to renew a passport?',
    'How long will it take to mend the pond?',
    'Is it allowed to keep dogs?',
    'How much is it to park in town?',
    'Does it rain in Lisbon in winter?',
    'Was kostet es, den Pass zu verlängern?',
    'Wie lange dauert es, sich in Bremen anzumelden?',
    'Ist es erlaubt, Hunde zu halten?',
    'Es ist verboten, Hunde zu halten?',
    'Wie teuer ist es, einen Pass zu verlängern?',
    'Regnet es in Lissabon im Winter?',
  ])('is not one that names it: %s', async (question) => {
    expect(await searchedFor(first, question)).toBe(question)
  })

  it('is answered from the document that was quoted before, though another has its words', async () => {
    const answer = await conversation([trip, bill], first, 'how much did it cost?')
    expect(answer).toMatch(/^From your library:\n\n> Joe Tarn mended the roof, 860\.00 EUR\./u)
    expect(answer).not.toContain('185 euros')
  })

  it('is answered from all of them where another has more of its words', async () => {
    const tiles = passage('Tiles', 'The roof tiles of the shed are 90 years old.')
    const answer = await conversation([tiles, bill], first, 'Does it have the roof tiles of a shed?')
    expect(answer).toContain('90 years')
  })

  it('is answered from all of them where two of one title may have been quoted', async () => {
    const lease = (id: string, text: string) => ({
      ...bay,
      ...{ title: 'Lease', document_id: id, chunk_id: id, text },
    })
    const old = lease('old', 'The flat is let to Ms. Ott. The rent of it is high.')
    const current = lease('new', 'The flat is let to Mr. Tarn, from 4 May. The rent is 900 euros.')
    const messages = [
      user('Who is Mr. Tarn?'),
      called('search_library'),
      result({ passages: [old, current] }),
      said('> The flat is let to Mr. Tarn, from 4 May.\n\n[Lease, p. 12]'),
      user('How much is its rent?'),
      called('search_library'),
      result({ passages: [old, current] }),
    ]
    expect((await turn(messages)).text).toContain('900 euros')
  })

  it('is answered by what has the kind of answer that it asks for', async () => {
    const rent = passage(
      'Rechnung',
      'Reparatur des Dachs in drei Tagen.\n\nBitte überweisen Sie den Betrag bis zum 24. Juni.\n\nVielen Dank.',
    )
    const answer = await conversation([rent], 'Was steht in der Rechnung?', 'und bis wann?')
    expect(answer).toMatch(/^From your library:\n\n> Bitte überweisen Sie den Betrag bis zum 24\. Juni\./u)
  })

  it('is answered from another document where that one has nothing of it', async () => {
    const wall = passage('Wall', 'The roof was mended by Joe Tarn.')
    const paint = passage('Paint', 'Joe paints it on Monday.')
    expect(await conversation([wall, paint], first, 'Who paints it?')).toContain('Joe paints it on Monday.')
  })
})

describe('a question that goes on from another', () => {
  it('is answered by what was added, not by what came before', async () => {
    const list = passage('Prices', '- Oak board: 148 euros\n- Beech board: 119 euros')
    const answer = await conversation([list], 'What is the price of the oak board?', 'and the beech one?')
    expect(answer).toContain('> Beech board: 119 euros')
    expect(answer).not.toContain('Oak')
  })
})

describe('a question for a date or a sum', () => {
  it('is answered by the sentence that has one before others with the same words', async () => {
    const note = passage(
      'Chimney',
      'The sweep looked down the chimney.\n\nIt rains.\n\nThe sweep is at the chimney on 4 May.',
    )
    const answered = async (question: string) => /^> .*/mu.exec(await conversation([note], question))?.[0]
    expect(await answered('When is the sweep at the chimney?')).toContain('on 4 May')
    expect(await answered('Where is the sweep at the chimney?')).toContain('looked down')
  })

  it('is answered from the document that it names, though no sentence there has its words', async () => {
    const ours = passage(
      'Rechnung Pohl',
      'Ziegel für das Dach.\n\nBitte überweisen Sie bis zum 24. Juni.',
      0.9,
    )
    const other = passage('Brief', 'Ich bitte, die Rechnung zu prüfen.', 0.8)
    const answer = await conversation([other, ours], 'Bis wann ist die Rechnung von Pohl zu bezahlen?')
    expect(/^> .*/mu.exec(answer)?.[0]).toContain('bis zum 24. Juni')
  })
})
