import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'
import type { Passage } from '../../../shared/contract/passages'
import { escapeMarkdown, forPerson } from './answer'

describe('an answer from passages', () => {
  const answerTo = async (question: string, found: readonly Passage[] = [bay]) =>
    (await turn([user(question), called('search_library'), result({ passages: found })])).text

  it('says so when half of the question is nowhere in what was found', async () => {
    expect(await answerTo('What is the capital of Mongolia?')).toContain(
      'nothing about “capital”, “Mongolia”',
    )
    expect(await answerTo('Please explain the highest tides')).not.toContain('nothing about')
  })

  it('begins with what the search holds for best, though another sentence has more of the words', async () => {
    const best: Passage = { ...bay, page: 3, text: 'Highest are the tides of March.' }
    const other: Passage = {
      ...bay,
      page: 7,
      similarity: 0.5,
      text: 'The highest tides of the year, the tides.',
    }
    const answer = await answerTo('When are the highest tides of the year?', [best, other])
    expect(answer.indexOf('p. 3]')).toBeGreaterThan(-1)
    expect(answer.slice(0, answer.indexOf('p. 3]'))).not.toContain('p. 7]')
  })

  it('cites the section of each quotation where a document has no pages', async () => {
    const { page: _, ...unpaged } = bay
    const found: Passage[] = [
      { ...unpaged, section: `${bay.title} > Springs`, text: 'The highest tides come in March.' },
      {
        ...unpaged,
        section: 'Neaps',
        text: 'The lowest tides come in June.',
        chunk_id: `${bay.document_id}#9`,
      },
    ]
    const answer = await answerTo('When are the highest tides and the lowest tides?', found)
    expect(answer).toContain(`[${bay.title}, § Springs]`)
    expect(answer).toContain(`[${bay.title}, § Neaps]`)
  })

  it('quotes the sentence that says it with another form of the word, where none has the word itself', async () => {
    const rules: Passage = {
      ...bay,
      title: 'Gartenordnung',
      text: 'Regeln des Vereins für alle Gärten.\n\nHunde sind an der Leine zu führen.\n\nDie Kündigung muss bis zum 31. August beim Vorstand eingehen.',
    }
    const answer = await answerTo('Bis wann muss ich kündigen?', [rules])
    expect(answer).toContain('Die Kündigung muss bis zum 31. August beim Vorstand eingehen.')
    expect(answer).not.toContain('Regeln des Vereins')
  })

  it('does not call words missing with which any question is asked', async () => {
    const lease: Passage = { ...bay, title: 'Mietvertrag', text: 'Die Kaution beträgt drei Mieten.' }
    for (const question of ['Wie hoch ist die Kaution?', 'Wie lange muss ich die Kaution lassen?']) {
      const answer = await answerTo(question, [lease])
      expect(answer).toContain('Die Kaution beträgt drei Mieten.')
      expect(answer).not.toMatch(/“(?:hoch|lange|muss|ich|ist)”/u)
    }
    expect(await answerTo('Wie hoch ist die Kaution?', [lease])).not.toContain('nothing about')
  })

  it('quotes rows of a table without the borders of their cells', async () => {
    const text =
      'Times of high water:\n\n| Harbour | High water | Height |\n|---|:-:|--:|\n| Marrow Point | 06:12 | 5.1 m |\n| Gull \\| Rock | 07:40 | |\n'
    const table: Passage = { ...bay, title: 'Tables', text }
    const answer = await answerTo('When is high water at Marrow Point?', [table])
    expect(answer).toContain('> Harbour · High water · Height\\\n> Marrow Point · 06:12 · 5.1 m\n')
    expect(answer.match(/Harbour · High water/gu)).toHaveLength(1)
    expect(answer).not.toMatch(/^> .*(?:\\\||---)/m)
    const whole = [user('/search_library water'), called('search_library'), result({ passages: [table] })]
    expect((await turn(whole)).text).toContain(
      '> Times of high water:\\\n> Harbour · High water · Height\\\n> Marrow Point · 06:12 · 5.1 m\\\n> Gull \\| Rock · 07:40\n',
    )
  })

  it('quotes the head of a table with the row that answers, not by itself', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `| 2026-${100 + at} | Customer ${at} | ${at + 1} March |`,
    )
    const text = [
      '| Invoice number | Customer name | Due date of the invoice |',
      '| --- | --- | --- |',
      ...rows,
    ].join('\n')
    const sheet: Passage = { ...bay, title: 'invoices', text }
    const asked = await answerTo('What is the due date of invoice 2026-107?', [sheet])
    expect(asked).toContain(
      '> Invoice number · Customer name · Due date of the invoice\\\n> 2026-107 · Customer 7 · 8 March\n',
    )
    expect(asked.match(/^> 2026-/gmu)).toHaveLength(1)
    expect(asked).not.toMatch(/^> Invoice number .*\n\n/mu)
    // Where no row has a word of the question, one alone would look like the answer.
    const all = await answerTo('Which due date is the last?', [sheet])
    expect(all).toContain(
      '> Invoice number · Customer name · Due date of the invoice\\\n> 2026-100 · Customer 0 · 1 March\\\n',
    )
    expect(all.match(/^> 2026-/gmu)).toHaveLength(rows.length)
    const long = { ...sheet, text: `${text}\n${rows.join('\n').repeat(40)}` }
    expect((await answerTo('Which due date is the last?', [long])).length).toBeLessThan(1000)
    // A later passage of the same table has rows alone, and the head of the first answers nothing beside them.
    const later: Passage = {
      ...sheet,
      chunk_id: 'later',
      start: 9000,
      end: 9100,
      text: '| 2026-300 | Customer 9 | 4 April |',
    }
    const both = await answerTo('What is the due date of invoice 2026-300?', [later, sheet])
    expect(both).toContain('> 2026-300 · Customer 9 · 4 April\n')
    expect(both).not.toContain('2026-100')
  })

  it('quotes a block of code whole: with the sentence that announces it, and where its middle has the words', async () => {
    const block =
      '> ```\n> export BILLING_KEY=x\n> npm run billing\n> # retries each invoice three times\n> ```\n'
    const text =
      'The billing service listens. Start the service with:\n\n```sh\nexport BILLING_KEY=x\nnpm run billing\n# retries each invoice three times\n```\n\nIt is deployed on Tuesdays.'
    const page: Passage = { ...bay, title: 'Readme', text }
    const announced = await answerTo('How do I start the service?', [page])
    expect(announced).toContain(`Start the service with:\n>\n${block}`)
    const within = await answerTo('How often is each invoice retried?', [page])
    expect(within).toContain(block)
    expect(within.match(/BILLING_KEY/gu)).toHaveLength(1)
    expect(within).not.toContain('Tuesdays')
  })

  it('does not quote a page of code whole', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `step${index}(${index}); // does thing ${index}`)
    const text = `Start the service with:\n\n\`\`\`js\n${lines.join('\n')}\n\`\`\`\n`
    const answer = await answerTo('How do I start the service?', [{ ...bay, title: 'Readme', text }])
    expect(answer).toContain('> Start the service with:')
    expect(answer).not.toContain('step59')
  })

  it('quotes code with its lines, as code, between fences and where lines look like it', async () => {
    const fencedText =
      'A loop is written so:\n\n```r\nfor (i in 1:3) {\n  print(i)\n}\n```\n\nIt prints three numbers.'
    const whole = [user('/search_library loop'), called('search_library')]
    const said = async (text: string) =>
      (await turn([...whole, result({ passages: [{ ...bay, text }] })])).text
    const code = '>\n> ```\n> for (i in 1:3) {\n>   print(i)\n> }\n> ```\n'
    expect(await said(fencedText)).toContain(
      `> A loop is written so:\n${code}>\n> It prints three numbers.\n`,
    )
    const bare =
      'A loop is written so\nand ended by itself:\n    for (i in 1:3) {\n      print(i)\n    }\nIt prints three numbers.'
    expect(await said(bare)).toContain(`> A loop is written so and ended by itself:\n${code}`)
    const words = 'The rent [see 3] is due (on the first);\nit is 640 euros a month, without heating.'
    expect(await said(words)).not.toContain('```')
  })

  it('quotes how a function is called above what it does, and never where else to look', async () => {
    const text = [
      'See also: [lin2mu], page 886.',
      'record (sec)',
      'record (sec, fs)',
      'Record sec seconds of sound from the microphone at a rate of 8000 samples.',
      'See also: [sound], page 887, [record], page 887, [microphone], page 888.',
      'sound (y)',
      'Play y.',
    ].join('\n')
    const manual: Passage = { ...bay, title: 'Manual', text }
    const answer = await answerTo('How do I record sound from the microphone?', [manual])
    expect(answer).toContain(
      '> ```\n> record (sec)\n> record (sec, fs)\n> ```\n>\n> Record sec seconds of sound from the microphone',
    )
    expect(answer).not.toContain('See also')
    const lines = ['Finds the tide of a harbour, as it was', 'when the harbour was built.', 'It takes long.']
    const many = ['f (a)', 'f (a, b)', 'f (a, b, c)', 'f (a, b, c, d)', ...lines]
    const found: Passage = { ...bay, title: 'Manual', text: many.join('\n') }
    expect(await answerTo('Which tide has the harbour?', [found])).toContain(
      '> ```\n> f (a, b)\n> f (a, b, c)\n> f (a, b, c, d)\n> ```\n>\n> Finds the tide of a harbour, as it was when the harbour was built.',
    )
  })

  it('quotes links by their words, and what is marked as code as code', async () => {
    const readme: Passage = {
      ...bay,
      text: 'The **tide of `bay[0]`** is in [the *table*](./tides.md "Low") of ![Build](a.svg)<br>`[x](y.z)`&nbsp;and `so\' or `so\'.',
    }
    expect(await answerTo('Where is the tide?', [readme])).toContain(
      "> The tide of `bay[0]` is in the \\*table\\* of Build `[x](y.z)` and \\`so' or \\`so'.\n",
    )
  })

  it('quotes the list that a sentence announces, as far as it can be read', async () => {
    const point = (number: number) => `- the ${'pier '.repeat(20)}${number}`
    const short =
      'The tide has these harbours:\n\n- the bay\n  with its pier\n- the river\n\nOther words. More of them.'
    const answer = await answerTo('Which harbours has the tide?', [{ ...bay, text: short }])
    expect(answer).toContain(
      '> The tide has these harbours:\n>\n> - the bay with its pier\n> - the river\n\n[',
    )
    const long = ['The tide has these harbours:', ...[1, 2, 3, 4, 5, 6, 7, 8].map(point)].join('\n')
    const clipped = await answerTo('Which harbours has the tide?', [{ ...bay, text: long }])
    expect(clipped).toContain('pier 5')
    expect(clipped).not.toContain('pier 6')
  })

  it('takes for a list only points that follow one another', async () => {
    const said = async (text: string) => {
      const asked = [
        user('/search_library tides'),
        called('search_library'),
        result({ passages: [{ ...bay, text }] }),
      ]
      return (await turn(asked)).text
    }
    expect(await said('Degrees:\n\n- 5 in March\n\nIt rains.')).toContain(
      '> Degrees:\\\n> \\- 5 in March\\\n> It rains.',
    )
    expect(await said('Years:\n\n12. high\n14. low')).toContain('> Years:\\\n> 12\\. high\\\n> 14\\. low')
    expect(await said('- *one*\n- two')).toContain('> - \\*one\\*\n> - two')
  })

  it('quotes each point of a list on a line of its own, and no line below a heading', async () => {
    const text =
      'Tides\n-----\nHigh water is\n- in the bay\n  at six\n- at the pier\n\n1. early\n2. late\n\nin a year of\n12. March'
    const whole = [user('/search_library tides'), called('search_library')]
    const { text: answer } = await turn([...whole, result({ passages: [{ ...bay, text }] })])
    expect(answer).toContain(
      '> Tides High water is\n>\n> - in the bay at six\n> - at the pier\n>\n> 1. early\n> 2. late\n>\n> in a year of 12. March',
    )
  })

  it('shows what a call answers as code with it', async () => {
    const text = 'The least tide of all is\nmin (2:5, pi)\n⇒ 2.0000 3.0000\nfor each harbour of the bay.'
    const answer = await answerTo('What is the least tide?', [{ ...bay, text }])
    expect(answer).toContain('> ```\n> min (2:5, pi)\n> ⇒ 2.0000 3.0000\n> ```\n')
  })

  it('quotes what stands below a heading, without the marks of Markdown', async () => {
    const text =
      '# Month 8\n\nRowed along the Elbe.\n\n## To do\n\n- [ ] Tom: call the bank\n- [x] Anna: send minutes'
    const journal: Passage = { ...bay, title: 'Journal', text }
    expect(await answerTo('What happened in month 8?', [journal])).toMatch(/^> Rowed along the Elbe\.$/mu)
    expect(await answerTo('What about the bank?', [journal])).toMatch(/^> Tom: call the bank$/mu)
  })

  it('quotes bold words without their marks, and every other sign as it stands', async () => {
    const lease: Passage = {
      ...bay,
      text: 'The rent is **640 euros**, due on *every* first; f(**a) = 2**3**4.',
    }
    const answer = await answerTo('How high is the rent?', [lease])
    expect(answer).toContain('The rent is 640 euros, due on \\*every\\* first; f(\\*\\*a) = 2\\*\\*3\\*\\*4.')
  })

  it('quotes the sentence that says it, not those that name the document', async () => {
    const text =
      'This agreement is made between Northwind Traders and Harrow.\n\n## 3. Term and notice\n\nThe agreement begins on 1 March. Either party may end it with ninety days’ written notice.'
    const agreement: Passage = { ...bay, title: 'Service Agreement Northwind', text }
    const answer = await answerTo('What is the notice period in the Northwind agreement?', [agreement])
    expect(answer.slice(0, answer.indexOf('['))).toContain('ninety days’ written notice')
  })

  it('quotes what the question is about before what shares a word of any question with it', async () => {
    const text = 'They make each row as long as the array.\n\nIt rains.\n\nA cell array holds anything.'
    for (const question of ['How do I make a cell array?', 'Make a cell array']) {
      const answer = await answerTo(question, [{ ...bay, text }])
      expect(answer.indexOf('A cell array')).toBeGreaterThan(-1)
      expect(answer.slice(0, answer.indexOf('A cell array'))).not.toContain('each row')
    }
  })

  it('quotes the first of another passage before the third of the same', async () => {
    const lines = ['January', 'March', 'June', 'July'].map(
      (month) => `The tide of ${month} is high.\n\nIt rains.`,
    )
    const other: Passage = { ...bay, page: 7, similarity: 0.9, text: 'The tide of May is high.' }
    const answer = await answerTo('When is the tide high?', [{ ...bay, text: lines.join('\n\n') }, other])
    const months = [...answer.matchAll(/^> The tide of (\w+)/gmu)].map(([, month]) => month)
    expect(months).toEqual(['January', 'March', 'May', 'June'])
  })

  it('quotes of a long table the part that has the words of the question', async () => {
    const cells = Array.from({ length: 80 }, (_unused, row) => `Harbour${row} ${row + 100} cm,`)
    const text = `${cells.join(' ')} Marrow Point 512 cm, ${cells.join(' ')}`
    const answer = await answerTo('How high is the water at Marrow Point?', [{ ...bay, text }])
    expect(answer).toContain('Marrow Point 512 cm')
    expect(answer.length).toBeLessThan(800)
  })

  it('quotes the next sentence too where the best one has little of the question', async () => {
    const text =
      'The mill was sold by the council in spring. It went to the brewery for 40,000 crowns. Nobody complained. The clock was mended.'
    const asked = 'Which company bought the old mill from the council, and what was the price?'
    const other: Passage = { ...bay, similarity: 0.2, text: 'An old company bought it at a price.' }
    expect(await answerTo(asked, [{ ...bay, text }, other])).toContain(
      '> The mill was sold by the council in spring. It went to the brewery for 40,000 crowns.',
    )
    const all = 'The old mill was bought from the council by a company, the brewery, at a price of 40,000.'
    const answer = await answerTo(asked, [{ ...bay, text: `${all} Nobody complained.` }, other])
    expect(answer).toContain(all)
    expect(answer).not.toContain('complained')
  })

  it('quotes a sentence before code with more of the words', async () => {
    const text =
      'cell a = cell(1); make(a); /* cell array */ {a, a};\n\nIt rains.\n\nAn array of cells holds anything.'
    const answer = await answerTo('What is a cell array?', [{ ...bay, text }])
    expect(answer).toMatch(/library:\n\n> An array of cells holds anything\./u)
  })

  it('leaves out what other documents say with few of the words where one says it all', async () => {
    const lease: Passage = {
      ...bay,
      document_id: 'd2',
      title: 'Lease',
      text: 'The rent of the flat is 900 euros.',
    }
    const other: Passage = { ...bay, document_id: 'd3', title: 'Trip', text: 'We rent a boat.' }
    const question = 'What is the rent of the flat?'
    expect(await answerTo(question, [lease, other])).not.toContain('boat')
    const part: Passage = { ...lease, text: 'The flat is on the second floor.' }
    expect(await answerTo(question, [part, other])).toContain('boat')
  })

  it('quotes the document that the question names before others with the same words', async () => {
    const text = 'The notice must be in writing.'
    const manual: Passage = {
      ...bay,
      document_id: 'd2',
      title: 'Manual',
      text: `${text} Keep the notice.`,
      page: 1,
    }
    const lease: Passage = {
      ...bay,
      document_id: 'd3',
      title: 'Lease',
      text: 'Notice is three months.',
      page: 2,
    }
    const answer = await answerTo('What does the lease say about notice?', [manual, lease])
    expect(answer.indexOf('[Lease, p. 2]')).toBeGreaterThan(-1)
    expect(answer.indexOf('[Lease, p. 2]')).toBeLessThan(answer.indexOf('[Manual, p. 1]') >>> 0)
  })
})

describe('what a tool says for a model', () => {
  const id = '01a2087d-1ee9-744e-a3b9-0b1dfdf22176'

  it('is told a person without ids', () => {
    expect(forPerson(`Added “Tides” (document ${id}). It is read in the background.`)).toBe(
      'Added “Tides”. It is read in the background.',
    )
    expect(forPerson(`Created the collection “Sea” (${id}).`)).toBe('Created the collection “Sea”.')
  })

  it('is left as it is where it is what was asked for', () => {
    const listed = `“Tides” (${id})\nread_document reads it`
    expect(forPerson(listed)).toBe(listed)
    const asked = 'Renamed to “no; use read_document first”.'
    expect(forPerson(asked)).toBe(asked)
    expect(forPerson('proposed #4: nothing is changed yet; it waits.')).toBe(
      'proposed #4: nothing is changed yet; it waits.',
    )
  })
})

describe('what is quoted', () => {
  it('keeps an address so that it still leads where it says', () => {
    expect(escapeMarkdown('See https://e.org/a_b?x=1&y=*2, or ask.')).toBe(
      'See <https://e.org/a_b?x=1&y=*2>, or ask.',
    )
  })

  it('can’t become a link or a picture', () => {
    expect(escapeMarkdown('![x](http://e) <img> `a` *b*')).toBe(
      '!\\[x\\](<http://e>) \\<img\\> \\`a\\` \\*b\\*',
    )
    expect(escapeMarkdown('1. one')).toBe('1\\. one')
    expect(escapeMarkdown('2.3.2 Data frames, 640.50 euros')).toBe('2.3.2 Data frames, 640.50 euros')
  })
})
