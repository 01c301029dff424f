import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'
import { isRecordLine, recordsIn } from './record-lines'

const quotedOf = async (question: string, text: string, title = 'Bill') => {
  const passages = [{ ...bay, title, text }]
  const answer = await turn([user(question), called('search_library'), result({ passages })])
  return answer.text.split('\n').filter((line) => line.startsWith('>'))
}

const bill = [
  'Tarn and Sons, Mill Lane',
  'Invoice no. 17\nDate: 3 June\nTo: Harbour office',
  'New slates for the roof      860.00 EUR\nScaffold for the roof        280.00 EUR\nTotal                      1,140.00 EUR',
  'Please pay by 24 June.',
].join('\n\n')

describe('a line that says something by itself', () => {
  it('is quoted alone', async () => {
    expect(await quotedOf('What is the total?', bill)).toEqual(['> Total 1,140.00 EUR'])
    expect(await quotedOf('What is the date of the bill?', bill)).toEqual(['> Date: 3 June'])
  })

  it('is quoted on a line of its own beside others', async () => {
    const rows = await quotedOf('What was done for the roof?', bill)
    expect(rows).toEqual(['> New slates for the roof 860.00 EUR\\', '> Scaffold for the roof 280.00 EUR'])
  })

  it('is not quoted, and no heading, where nothing has a word of the question', async () => {
    const text = '# Boards\n\nFrom: Henrik\nTo: Petra\n\nThe boards come on Thursday.'
    expect(await quotedOf('Probezeit?', text, 'Mail')).toEqual(['> The boards come on Thursday.'])
  })

  it('is known by another one beside it', () => {
    const at = (words: string, text: string) => isRecordLine(text, text.indexOf(words))
    expect(at('Date', bill)).toBe(true)
    expect(at('Total', bill)).toBe(true)
    expect(at('Please', bill)).toBe(false)
    expect(at('Tarn', bill)).toBe(false)
    expect(at('Note', 'Some words.\nNote: this is one sentence.\nMore words.')).toBe(false)
  })

  it('is known, however many spaces a line has', () => {
    const line = `Total${' '.repeat(200_000)}and no figure`
    expect(isRecordLine(`${line}\n${line}`, 0)).toBe(false)
  })

  it('is cut from what stands around it', () => {
    const text = 'Heads\nOne: a\nTwo: b. Three.\nwords'
    const cut = recordsIn(text, { start: 2, end: text.length - 1 })
    expect(cut.map(({ start, end }) => text.slice(start, end))).toEqual([
      'ads',
      'One: a',
      'Two: b. Three.',
      'word',
    ])
  })
})

describe('what says no more than the title', () => {
  it('is quoted after what answers', async () => {
    const letter =
      'From: Dr. Albers\nSubject: Your appointment\n\nDear Ms. Ott,\n\nit is nothing to worry about. Your next appointment is long.'
    const [first] = await quotedOf('Which appointment is mine?', letter, 'Your appointment')
    expect(first).toContain('Your next appointment is long')
  })
})

describe('a word that nothing says just so', () => {
  it('is found by what it is made of, and where it is part of another', async () => {
    const text = 'Die Praxis ist neu.\n\nEs regnet.\n\nIhr Termin ist am 5. November.'
    const all = async (question: string, of: string) => (await quotedOf(question, of)).join('\n')
    expect(await all('Wann ist der Zahnarzttermin in der Praxis?', text)).toContain('Ihr Termin')
    const part = 'Die Heizung ist alt.\n\nEs regnet.\n\nDie Kesselwartung der Heizung war im Mai.'
    expect(await all('Und die Wartung der Heizung?', part)).toContain('Kesselwartung')
  })
})
