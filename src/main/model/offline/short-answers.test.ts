import { expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'

const answerTo = async (question: string, text: string, title: string) => {
  const passages = [{ ...bay, title, text }]
  return (await turn([user(question), called('search_library'), result({ passages })])).text
}
const quoted = (answer: string) => answer.split('\n').filter((line) => line.startsWith('>'))

it('quotes a short line that gives the figure that is asked for', async () => {
  const bill =
    '# Heating bill\n\nYour payments: see page two\n\n**Balance: 367.05 €**\n\nThe balance is paid with the rent for December.'
  expect(quoted(await answerTo('How much is the balance?', bill, 'Bill'))[0]).toContain('Balance: 367.05 €')
})

it('keeps a short line apart from the paragraph below it', async () => {
  const bill = 'Last year’s costs are settled.\n\nBalance: 367.05 €\n\nThe balance is paid with the rent.'
  const lines = quoted(await answerTo('How much is the balance, and how is the balance paid?', bill, 'Bill'))
  expect(lines).toContain('> Balance: 367.05 €\\')
  expect(lines).toContain('> The balance is paid with the rent.')
})

it('adds no sentences for words that the title of the document says', async () => {
  const text =
    'Its members train each week. The fee is 180 euros for adults and 90 euros for students. Families pay 320 euros. The board is elected for two years. Boats are checked before the club goes rowing.'
  expect(
    quoted(await answerTo('What is the fee for students in the rowing club?', text, 'Rowing Club')),
  ).toContain('> The fee is 180 euros for adults and 90 euros for students.')
})

it('takes the ending in “what’s” for no word of the question', async () => {
  const text = 'Cats need the landlord’s consent. Children’s toys stay in the yard. The rent is 980 euros.'
  for (const mark of ["'", '’']) {
    const answer = await answerTo(`What${mark}s the rent?`, text, 'Lease')
    expect(quoted(answer)).toEqual(['> The rent is 980 euros.'])
  }
})

it('quotes the rows of a table whose head names what is asked for', async () => {
  const bill =
    '# Heating bill\n\nBilling period: 1 January to 31 December\n\n| Item | Amount |\n|---|---|\n| Gas | 812.40 € |\n| Metering | 66.10 € |'
  const lines = quoted(await answerTo('Which items are on the heating bill?', bill, 'Heating bill'))
  expect(lines.slice(0, 3)).toEqual(['> Item · Amount\\', '> Gas · 812.40 €\\', '> Metering · 66.10 €'])
})

it('is asked by the words that a compound is made of, and says so', async () => {
  const text = '# Bescheid\n\n| | Betrag |\n|---|---|\n| Abzug | 5.236,00 € |\n| Erstattung | 424,00 € |'
  const corrections = [
    { word: 'Steuererstattung', instead: ['erstattung'], sure: false, parts: ['erstattung'] },
  ]
  const passages = [{ ...bay, title: 'Bescheid', text }]
  const found = result({ passages, corrections })
  const answer = (await turn([user('Wie hoch ist die Steuererstattung?'), called('search_library'), found]))
    .text
  expect(answer).toContain('Shown for “erstattung”')
  expect(quoted(answer).at(-1)).toBe('> Erstattung · 424,00 €')
})
