import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user, userAbout } from '../../../../tests/support/offline-turn'
import { wordlessText } from '../go-on'

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
