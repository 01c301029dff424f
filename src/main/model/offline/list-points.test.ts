import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'

const answerTo = async (question: string, text: string, title = 'Household') => {
  const passages = [{ ...bay, title, text }]
  return (await turn([user(question), called('search_library'), result({ passages })])).text
}
const quoted = (answer: string) => answer.split('\n').filter((line) => line.startsWith('>'))

const trip = [
  '# Walk to the hut',
  'We leave at six.',
  '## Things to pack',
  '- a map\n- two ropes\n- bread and cheese,\n  enough for a day',
  '## Tasks',
  '- Ann: book the hut\n- Ben: buy the ropes',
].join('\n\n')

describe('a list', () => {
  it('is quoted whole where it is asked for by its heading', async () => {
    const lines = quoted(await answerTo('Which things do I have to pack?', trip))
    expect(lines).toEqual([
      ...['> Things to pack', '>', '> - a map', '> - two ropes', '> - bread and cheese, enough for a day'],
    ])
  })

  it('comes after the one that is asked for where it is of the opposite, and says what it is of', async () => {
    const policy =
      '# Car insurance\n\nCovered by partial cover:\n\n- theft\n- hail\n\nWhat is not covered\n\n- wear\n- tyres\n\nThe excess is 150 euros.'
    const covered = quoted(await answerTo('What is covered by my car insurance?', policy, 'Car insurance'))
    expect(covered.slice(0, 4)).toEqual(['> Covered by partial cover:', '>', '> - theft', '> - hail'])
    const not = quoted(await answerTo('What is not covered by my car insurance?', policy, 'Car insurance'))
    expect(not.slice(0, 4)).toEqual(['> What is not covered', '>', '> - wear', '> - tyres'])
  })

  it('is not quoted where one of its points answers', async () => {
    const lines = quoted(await answerTo('Who is to book the hut?', trip))
    expect(lines[0]).toContain('Ann: book the hut')
    expect(lines.join()).not.toContain('Ben')
  })

  it('is quoted with the words that announce it', async () => {
    const text = 'Keep it dry.\n\nFor the glue one needs:\n\n1. flour\n2. hot water\n\nIt lasts long.'
    expect(quoted(await answerTo('What do I need for the glue?', text)).join('\n')).toMatch(
      /^> For the glue one needs:\n>\n> 1\. flour\n> 2\. hot water$/u,
    )
  })

  it('may be announced by a line without a colon', async () => {
    const text =
      'In case of a fire you have to\n- call for help,\n- leave the house.\n\nThe fire is not covered.'
    expect(quoted(await answerTo('What do I have to do in case of a fire?', text)).slice(0, 4)).toEqual([
      '> In case of a fire you have to',
      '>',
      '> - call for help,',
      '> - leave the house.',
    ])
  })

  it('is quoted before a sentence with the same words where steps are asked for', async () => {
    const text =
      'If the pipe is blocked, clean the pipe of the stove.\n\n## Clean the pipe\n\nProceed so:\n\n1. Let it cool.\n2. Brush it.'
    const lines = quoted(await answerTo('How do I clean the pipe?', text))
    expect(lines[0]).toContain('Proceed so:')
    expect(lines[3]).toContain('Brush it.')
    expect(quoted(await answerTo('Why is the pipe of the stove blocked?', text))[0]).toContain('If the pipe')
  })

  it('is quoted from its beginning to its last point that can be read', async () => {
    const point = (at: number) => `- ${'board '.repeat(20)}${at}`
    const text = `## Boards\n\n${[1, 2, 3, 4, 5, 6, 7].map(point).join('\n')}`
    const answer = await answerTo('Which boards are there?', text)
    expect(answer).toContain('board 1')
    expect(answer).toContain('board 4')
    expect(answer).not.toContain('board 5')
  })

  it('is none where a number begins headings', async () => {
    const text = '1. Roof\n\nIt is of slate.\n\n2. Cellar\n\nIt is dry.'
    expect(quoted(await answerTo('Tell me about the cellar', text))).toEqual(['> It is dry.'])
  })

  it('neither takes in what stands behind it nor what says of what the next one is', async () => {
    const policy =
      'What is covered\n\n- hail and flood\n- bites of martens\n\nWhat is not covered\n\n- races\n- vandalism\n\nReport damage within a week.'
    expect(quoted(await answerTo('Are bites of a marten paid for?', policy))).toEqual(['> bites of martens'])
    const late = quoted(await answerTo('When is vandalism to be reported, within which week?', policy))
    expect(late).toContain('> Report damage within a week.')
    expect(late.join('\n')).not.toMatch(/vandalism\\\n> Report/u)
  })
})
