import { describe, expect, it } from 'vitest'
import { wishedSign, wishesList } from './wished-answer'

describe('the sign of the answer that a question asks for', () => {
  it.each([
    ['When does it begin?', 'It begins on 1 April.', 'It may begin late.'],
    ['Wann ist der Termin?', 'Er ist am Mittwoch um 14:15 Uhr.', 'Bringen Sie 2 Hefte mit.'],
    ['Wann war die Wartung?', 'Sie war am 14. Oktober.', 'Sie kostet 14 Euro.'],
    ['By when do I have to pay?', 'Please pay within 14 days.', 'You may pay by card.'],
    ['Bis wann?', 'Bis zum 24. Juni.', 'Am 24. Juni.'],
    ['How much does it cost?', 'It costs €1,140.', 'It has 3 parts.'],
    ['Was kostet das?', 'Gesamt: 1.561,28 EUR', 'Es dauert 3 Tage.'],
    ['How many frames are there?', 'There are 9 frames.', 'There are frames.'],
  ])('is known: %s', (question, answer, other) => {
    const sign = wishedSign(question)
    expect(sign?.(answer)).toBe(true)
    expect(sign?.(other)).toBe(false)
  })

  it('is not known of other questions', () => {
    for (const question of ['Who mended the roof?', 'Tell me about bees', 'Was gilt für Hunde?'])
      expect(wishedSign(question), question).toBeNull()
  })
})

describe('a wish for a list', () => {
  it('is told by the words that ask', () => {
    const lists = [
      'How do I clean the filter?',
      'What do I need for the trip?',
      'What are the steps to refill it?',
      'Which things are in the box?',
      'Wie fülle ich Wasser nach?',
      'Was brauche ich dafür?',
    ]
    for (const question of lists) expect(wishesList(question), question).toBe(true)
    const others = [
      'How much is the rent?',
      'How do many people sleep?',
      'Wie hoch ist die Miete?',
      'Who is it?',
    ]
    for (const question of others) expect(wishesList(question), question).toBe(false)
  })
})
