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
    ['Wie hoch ist die Miete?', 'Sie beträgt 780 Euro.', 'Die Wohnung ist im 2. Stock.'],
    ['Wie hoch sind die Nebenkosten?', 'Nebenkosten: 190,00', 'Nebenkosten für 3 Monate'],
    ['How much is the security deposit?', 'It is 1,500.00.', 'It is two rents, see 4.2.1.'],
    ['Wie hoch ist die Miete?', 'Sie beträgt 780,- monatlich.', 'Siehe Abschnitt 4.25, ab 14.30 Uhr.'],
    ['How much is the rent?', 'It is 780 a month.', 'On 12.05 rent is due.'],
    ['How much is the rent?', 'It is 3000 PLN.', 'It is due on day 3.'],
    ['Wie hoch ist der Salzgehalt?', 'Er liegt bei 35 Promille.', 'Er ist hoch.'],
    ['How much memory is there in total?', 'There are 16 GB.', 'There is enough.'],
    ['How much is the tax rate?', 'It is 19 percent.', 'It is low.'],
    ['Wie hoch ist der Berg?', 'Er ist 780 m hoch.', 'Er ist hoch.'],
    ['How many frames are there?', 'There are 9 frames.', 'There are frames.'],
  ])('is known: %s', (question, answer, other) => {
    const sign = wishedSign(question)
    expect(sign?.(answer)).toBe(true)
    expect(sign?.(other)).toBe(false)
  })

  it.each([
    ['Section 3 may be ended.', '3 May', 'in May'],
    ['It has 1800 rows.', 'It was built 1800.', 'Es wurde 1912 gebaut.'],
    ['Die Tabelle hat 1800 Zeilen und kostet € 1900.', 'Seit 1912', 'the fire of 1912 was'],
    ['See 10.2.1 of it.', 'am 10.2. um', 'on 10/2/2024'],
    ['The screen is 16:10 wide.', 'leaving at 16:10', 'Open 9:00–16:30'],
  ])('takes no number for a date: %s', (other, ...dates) => {
    const sign = wishedSign('When is it?')
    expect(sign?.(other)).toBe(false)
    for (const date of dates) expect(sign?.(date), date).toBe(true)
  })

  it('is looked for where a long text asks, at its beginning and its end', () => {
    const pasted = 'how much '.repeat(40_000)
    expect(wishedSign(`Was kostet das? ${pasted}`)?.('3 EUR')).toBe(true)
    expect(wishedSign(pasted)?.('3')).toBe(true)
    expect(wishedSign(`${'words '.repeat(10_000)}\nWhen is it?`)?.('on 3 May')).toBe(true)
  })

  it('is not known where “when” tells of a condition', () => {
    expect(wishedSign('What do I do when the alarm rings?')).toBeNull()
    for (const question of ['Since when?', 'and when is it?', 'When?', 'I got it. When does it end?'])
      expect(wishedSign(question)?.('on 3 May'), question).toBe(true)
  })

  it('is a sum where the price is asked for, by the whole word', () => {
    for (const question of [
      'Is it priceless?',
      'Welche Preisklasse ist es?',
      'Wer gewann den Preis?',
      'Welchen Preis erhielt sie?',
    ])
      expect(wishedSign(question), question).toBeNull()
    for (const question of [
      'What is the price?',
      'Was ist der Preis der Eiche?',
      'Preis und Gewinn?',
      'Welche Preise gelten?',
    ])
      expect(wishedSign(question)?.('12 euros'), question).toBe(true)
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
      'How much flour do I need?',
      'How long do the steps take?',
      'How do many people sleep?',
      'Wie hoch ist die Miete?',
      'Wie lange muss ich warten?',
      'Wie viel Mehl brauche ich?',
      'Wie oft muss man den Filter reinigen?',
      'Welches Brauchtum gibt es hier?',
      'Who is it?',
    ]
    for (const question of others) expect(wishesList(question), question).toBe(false)
  })
})
