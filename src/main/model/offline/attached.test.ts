import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user, userAbout } from '../../../../tests/support/offline-turn'
import { wordlessText } from '../go-on'
import type { AttachedRecord, ModelMessage } from '../port'

describe('a question about attached documents', () => {
  const question = 'When are the highest tides?'

  it('searches each of them for the person’s words alone', async () => {
    expect(await turn([userAbout(['d1', 'd2'], question)])).toMatchObject({
      call: 'search_library',
      inputs: [
        { query: question, top_k: 5, doc_id: 'd1' },
        { query: question, top_k: 5, doc_id: 'd2' },
      ],
    })
  })

  it('says that nothing in them answers it, and how to ask the whole library', async () => {
    const of = async (about: string[], language: 'en' | 'de') => {
      const messages = [userAbout(about, question), called('search_library'), result({ passages: [] })]
      return (await turn(messages, { language })).text
    }
    expect(await of(['d1'], 'en')).toContain('Nothing in this document answers this.')
    expect(await of(['d1', 'd2'], 'en')).toContain('Nothing in these documents answers this.')
    expect(await of(['d1'], 'de')).toContain('Nichts in diesem Dokument beantwortet das.')
  })

  it('answers from the best passage of all', async () => {
    const worse = { ...bay, document_id: 'd2', title: 'Ships', score: 1 }
    const { citations } = await turn([
      userAbout(['d2', 'd1'], question),
      called('search_library'),
      result({ passages: [worse] }),
      result({ passages: [bay] }),
    ])
    expect(citations[0]).toMatchObject({ documentId: 'd1', verified: true })
  })
})

describe('a question about an attached contact, note, task or file', () => {
  const id = '01a2087d-1ee9-744e-a3b9-0b1dfdf22176'
  const record = (
    words: string,
    question: string,
    kind: AttachedRecord['kind'] = 'contact',
  ): ModelMessage => ({
    role: 'user',
    content: [
      { type: 'text', text: `Attached …:\n${words}`, record: { kind, title: 'Anna Berg', words } },
      { type: 'text', text: question },
    ],
  })
  const anna = `Anna Berg (${id})\nE-mail: anna@example.org\nPhone: +49 30 1234`

  it('is answered from it, without its ids, in the person’s language', async () => {
    const { call, text } = await turn([record(anna, 'What is her phone number?')])
    expect(call).toBeNull()
    expect(text).toBe(
      'From the contact “Anna Berg” that you attached:\n\n> Anna Berg\\\n> E-mail: anna@example.org\\\n> Phone: +49 30 1234',
    )
    const german = await turn([record(anna, 'Phone?', 'note')], { language: 'de' })
    expect(german.text).toMatch(/^Aus der Notiz „Anna Berg“, die du angehängt hast:/)
  })

  it('is answered by the sentences of a long one that fit', async () => {
    const long = `${'The sea is wide here. '.repeat(40)}The sluice opens at nine. ${'Ships pass by. '.repeat(40)}`
    const { text } = await turn([record(long, 'When does the sluice open?', 'note')])
    expect(text).toContain('The sluice opens at nine.')
    expect(text.length).toBeLessThan(600)
  })

  it('is answered by a long file too, wherever in it the answer stands, with code as code', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `Line ${index} says that ships pass by slowly.`)
    lines.splice(2500, 0, 'The sluice opens by:', '```sh', 'sluice --open \\', '  --gate=3', '```')
    const { text, call } = await turn([record(lines.join('\n'), 'How does the sluice open?', 'file')])
    expect(call).toBeNull()
    expect(text).toMatch(/^From the file “Anna Berg” that you attached:/)
    expect(text).toContain('> ```\n> sluice --open \\\n>   --gate=3\n> ```')
    expect(text.length).toBeLessThan(900)
  })

  it('keeps words words where it was cut in the middle of code', async () => {
    const lines = [
      'The lock keeper starts the pump with:',
      '```sh',
      'pump --start',
      ...Array.from({ length: 4000 }, () => 'x = y;'),
      '```',
      ...Array.from({ length: 700 }, () => 'Ships pass by slowly here.'),
      'The lock keeper rests on Sundays. He reads the pump then.',
    ]
    const { text } = await turn([record(lines.join('\n'), 'When does the lock keeper rest?', 'file')])
    expect(text).toContain('> The lock keeper rests on Sundays.')
    const inFences = text.split('```').findIndex((part) => part.includes('rests on Sundays'))
    expect(inFences % 2).toBe(0)
  })

  it('is answered by the line of a table that fits, and keeps the lines of its words beside code', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, index) => `2026-${100 + index},Customer ${index},${index * 7}`,
    )
    const table = ['Number,Customer,Amount', ...rows].join('\n')
    const asked = record(table, 'What is the amount of 2026-105?', 'file')
    const named = asked.content.map((block) =>
      block.type === 'text' && block.record !== undefined
        ? { ...block, record: { ...block.record, title: 'invoices.csv' } }
        : block,
    )
    const { text } = await turn([{ role: 'user', content: named }])
    expect(text).toContain('> Number,Customer,Amount\\\n> 2026-105,Customer 5,35\n')
    expect(text).not.toMatch(/Number,Customer,Amount\n/u)
    expect(text).not.toContain('2026-106')
    const notes = '# Start\nIt is started so:\n```sh\nrun\n```\n## Stop\nIt stops by itself.'
    expect((await turn([record(notes, 'How is it started?', 'file')])).text).toContain(
      '> \\# Start\\\n> It is started so:\n>\n> ```\n> run\n> ```\n>\n> \\## Stop\\\n> It stops by itself.',
    )
  })

  it('is asked of the library too where it does not answer, and stands before what that says', async () => {
    const asked = record(anna, 'When are the highest tides of the year?')
    expect((await turn([asked])).call).toBe('search_library')
    const { text, citations } = await turn([asked, called('search_library'), result({ passages: [bay] })])
    expect(text).toMatch(/From the contact “Anna Berg”.*From your library:.*come in March and September/s)
    expect(citations).toHaveLength(1)
    expect((await turn([asked], { documents: 0 })).text).toMatch(/^From the contact/)
  })

  it('without a word is answered by what it says', async () => {
    expect((await turn([record(anna, wordlessText)])).text).toMatch(/^From the contact/)
  })
})

describe('words that ask to sum up', () => {
  it.each([
    'Summarize this document',
    'please sum it up.',
    'Can you give me a short summary?',
    'What is this document about?',
    'tl;dr',
    'Fasse das Dokument bitte zusammen',
    'Worum geht es hier?',
    'Kurze Zusammenfassung',
    'Gib mir bitte einen Überblick',
    wordlessText,
  ])('sum each attached document up: %s', async (words) => {
    expect(await turn([userAbout(['d1', 'd2'], words)])).toMatchObject({
      call: 'summarize_document',
      inputs: [{ doc_id: 'd1' }, { doc_id: 'd2' }],
    })
  })

  it.each(['Summarize the chapter on tides', 'What is the harbour about?', 'Fasse die Gezeiten zusammen'])(
    'are a question where they ask for a part: %s',
    async (words) => {
      expect((await turn([userAbout(['d1'], words)])).call).toBe('search_library')
    },
  )

  it('are a question where no document is attached', async () => {
    expect((await turn([user('Summarize this document')])).call).toBe('search_library')
  })

  it.each([
    ['Summarize the harbour guide', 'd2'],
    ['What is Harbour about?', 'd3'],
    ['Please sum up harbour_guide.pdf', 'd2'],
    ['Fasse Harbour bitte zusammen', 'd3'],
    ['Summarize the guide to mountains', null],
    ['When does the harbour open?', null],
    ['What is said about tides?', null],
    ['Summarize what section 3.2 says about the harbour', null],
  ])('sum up the document that they name, where it is found: %s', async (words, id) => {
    const passages = [
      { ...bay, document_id: 'd1', title: 'Tides' },
      { ...bay, document_id: 'd2', title: 'A guide to the harbour' },
      { ...bay, document_id: 'd3', title: 'Harbour' },
    ]
    const asked = [user(words), called('search_library'), result({ passages })]
    const { call, inputs, text } = await turn(asked)
    expect(call).toBe(id === null ? null : 'summarize_document')
    if (id === null) expect(text).toContain('\n\n> ')
    else {
      expect(inputs).toEqual([{ doc_id: id }])
      const messages = [...asked, called('summarize_document'), result({ content: 'The harbour, in short:' })]
      expect((await turn(messages)).text).toContain('The harbour, in short:')
    }
  })

  it('sum up the document whose file they name, whatever its title is', async () => {
    const passages = [
      { ...bay, document_id: 'd1', title: 'Leases in general' },
      { ...bay, document_id: 'd2', title: 'Microsoft Word - Document1' },
    ]
    const files = [
      { document_id: 'd1', name: 'overview.pdf' },
      { document_id: 'd2', name: 'lease_2024.pdf' },
    ]
    for (const words of ['Summarize lease-2024.pdf', 'What is lease 2024 about?']) {
      const { call, inputs } = await turn([
        user(words),
        called('search_library'),
        result({ passages, files }),
      ])
      expect([call, inputs]).toEqual(['summarize_document', [{ doc_id: 'd2' }]])
    }
    const other = await turn([
      user('Summarize lease-2025.pdf'),
      called('search_library'),
      result({ passages, files }),
    ])
    expect(other.call).toBeNull()
  })

  it('are answered by the sentences of each document, cited, in the person’s language', async () => {
    const messages = [userAbout(['d1', 'd2'], 'Summarize this'), called('summarize_document')]
    const sentences = [{ ...bay, text: 'Ships wait for them.' }]
    const others = [{ ...bay, document_id: 'd2', chunk_id: 'd2#0', title: 'Ships', text: 'Nothing else.' }]
    const { text, citations, repeats } = await turn(
      [
        ...messages,
        { role: 'user', content: [sentences, others].flatMap((each) => result({ sentences: each }).content) },
      ],
      { language: 'de' },
    )
    expect(text).toMatch(/^„.+“ in eigenen Worten:\n\n> Ships wait for them\.\n\n\[.+\n\n„Ships“ in eigenen/s)
    expect(citations.map(({ documentId }) => documentId)).toEqual(['d1', 'd2'])
    expect(repeats).toBe(true)
  })

  it('are answered by the summary', async () => {
    const messages = [userAbout(['d1'], 'Summarize this'), called('summarize_document')]
    const { text, repeats } = await turn([...messages, result({ content: 'Tides, in its own words:' })])
    expect(text).toContain('Tides, in its own words:')
    expect(repeats).toBe(true)
  })
})

describe('words that ask for a change', () => {
  it.each([
    ['Please create a file with my shopping list', 'create_file'],
    ['Can you delete these two old files', 'trash_files'],
    ['Erstelle bitte eine Datei', 'create_file'],
    ['Lösche die Dateien im Ordner', 'trash_files'],
  ])('are answered with the command that makes it: %s', async (words, command) => {
    const { call, text } = await turn([user(words)])
    expect(call).toBeNull()
    expect(text).toContain(`\`/${command}\``)
  })

  it('speaks German', async () => {
    const { text } = await turn([user('Erstelle eine Datei')], { language: 'de' })
    expect(text).toMatch(/^Aus deinen Worten kann ich das nicht tun/)
  })

  it.each([
    'How do I create a file?',
    'Write about the harbour',
    'Create a plot with many lines in one file',
    'Copy a file',
  ])('are a question where no tool does it: %s', async (words) => {
    expect((await turn([user(words)])).call).toBe('search_library')
  })
})
