import { describe, expect, it } from 'vitest'
import { sampleAssistant } from '../../../../tests/support/sample-assistant'
import { sampleTaskLine } from '../../../../tests/support/sample-task'
import type { Document } from '../../../shared/contract/document'
import { type MentionOffer, mentionAt, mentionOffers, withoutMention } from './mention'

function document(title: string, source = `/papers/${title}`): Document {
  return {
    id: `document ${title}`,
    collectionId: 'c',
    title,
    mime: 'application/pdf',
    source,
    sha256: null,
    size: 1,
    status: 'complete',
    stage: 'done',
    progress: { done: 1, total: 1 },
    error: null,
    locked: false,
    unreadPictures: false,
    warnings: 0,
    pages: 1,
    chunks: 1,
    tokens: 1,
    tags: [],
    metadata: {},
    addedAt: 0,
    updatedAt: 0,
    sourceGone: false,
  }
}

const assistant = (name: string) => sampleAssistant({ id: `assistant ${name}`, name })

function names(offers: readonly MentionOffer[]): string[] {
  return offers.map((offer) => {
    if (offer.kind === 'document') return offer.document.title
    if (offer.kind === 'note') return offer.note.title
    if (offer.kind === 'contact') return offer.contact.name
    if (offer.kind === 'task') return offer.task.title
    return offer.kind === 'file' ? offer.file.name : offer.assistant.name
  })
}

/** A text with `|` where the caret is. */
function at(marked: string): [text: string, caret: number] {
  return [marked.replace('|', ''), marked.indexOf('|')]
}

describe('an @ in a message', () => {
  it('may name a path, which may be long', () => {
    const path = `/home/me/${'a long name of a folder/'.repeat(8)}fees`
    expect(mentionAt(...at(`See @${path}|`))).toEqual({ start: 4, words: path })
    expect(mentionAt(...at(`See @${'a'.repeat(81)}|`))).toBeNull()
    expect(mentionAt(...at(`See @${'a'.repeat(81)}/b|`))).toBeNull()
  })

  it('begins a mention at the start, after a space and on a new line', () => {
    expect(mentionAt(...at('@|'))).toEqual({ start: 0, words: '' })
    expect(mentionAt(...at('Compare @tide| with this'))).toEqual({ start: 8, words: 'tide' })
    expect(mentionAt(...at('First\n@tide tab|'))).toEqual({ start: 6, words: 'tide tab' })
  })

  it('is no mention inside a word, before a space, on another line or far behind', () => {
    expect(mentionAt(...at('write to keeper@harbour|'))).toBeNull()
    expect(mentionAt(...at('six @ two|'))).toBeNull()
    expect(mentionAt(...at('@tide\nmore|'))).toBeNull()
    expect(mentionAt(...at(`@${'a'.repeat(80)}|`))).not.toBeNull()
    expect(mentionAt(...at(`@${'a'.repeat(81)}|`))).toBeNull()
  })

  it('is no mention where the caret is before it', () => {
    expect(mentionAt(...at('Compare |@tide'))).toBeNull()
  })

  it('is no mention in a call of a tool', () => {
    expect(mentionAt(...at('/search_library @tide|'))).toBeNull()
  })

  it('goes out of the text once it is chosen, and leaves one space', () => {
    const chosen = (marked: string) => {
      const [text, caret] = at(marked)
      const mention = mentionAt(text, caret)
      return mention && withoutMention(text, mention, caret)
    }
    expect(chosen('Compare @tide| with this')).toBe('Compare with this')
    expect(chosen('Compare @tide|')).toBe('Compare ')
    expect(chosen('@tide| what is it?')).toBe('what is it?')
    expect(chosen('Compare @tide|, please')).toBe('Compare , please')
  })
})

describe('what an @ offers', () => {
  it('is the newest documents, then assistants, while nothing is typed', () => {
    const documents = ['F', 'E', 'D', 'C', 'B', 'A'].map((title) => document(title))
    const assistants = ['One', 'Two', 'Three', 'Four', 'Five'].map(assistant)
    expect(names(mentionOffers('', { documents, assistants }))).toEqual([
      ...['F', 'E', 'D', 'C', 'B'],
      ...['One', 'Two', 'Three', 'Four'],
    ])
  })

  it('has names that begin with what is typed first, and documents found by their file last', () => {
    const documents = [
      document('Almanac', '/a/tide.pdf'),
      document('The tide at sea'),
      document('Tide tables'),
    ]
    expect(
      names(
        mentionOffers('tide', { documents, assistants: [assistant('Tide clerk'), assistant('Planner')] }),
      ),
    ).toEqual([...['Tide tables', 'Tide clerk', 'The tide at sea', 'Almanac']])
  })

  it('has few of the files that fit, best first, and none that fitted what was typed before', () => {
    const files = ['ebb-and-tide.txt', 'tide.txt', 'moon.txt', 'tide-1', 'tide-2', 'tide-3', 'tide-4'].map(
      (name) => ({ name, path: `/sea/${name}` }),
    )
    expect(names(mentionOffers('tide', { documents: [], assistants: [], files }))).toEqual([
      'tide.txt',
      'tide-1',
      'tide-2',
      'tide-3',
      'tide-4',
    ])
  })

  it('has a document whose title fits before newer ones found by their file alone', () => {
    const others = Array.from({ length: 20 }, (_, place) => document(`Report ${place}`, '/x/tide.pdf'))
    expect(
      names(mentionOffers('tide', { documents: [...others, document('Tide tables')], assistants: [] }))[0],
    ).toBe('Tide tables')
  })

  it('has no document that fits by its folder alone, or that fitted what was typed before', () => {
    const documents = [document('Almanac', '/tide/a.pdf'), document('Moon', 'C:\\tide\\moon.pdf')]
    expect(mentionOffers('tide', { documents, assistants: [] })).toEqual([])
  })
})

describe('contacts among what an @ names', () => {
  const contact = (name: string, organization = '') => ({
    ...{ id: name, kind: 'person' as const, name, role: '', organization, email: '', phone: '', tags: [] },
  })

  it('are those that main found, whatever they were found by, with names that begin so first', () => {
    const found = [contact('Lord Byron', 'Ada Society'), contact('Ada Lovelace')]
    expect(
      names(mentionOffers('ada', { documents: [document('Canada')], assistants: [], contacts: found })),
    ).toEqual(['Ada Lovelace', 'Canada', 'Lord Byron'])
  })
})

describe('tasks among what an @ names', () => {
  it('are those with the words in their titles, what is done last', () => {
    const tasks = [
      sampleTaskLine('Paint the boat', { status: 'done' }),
      sampleTaskLine('Paint the shed'),
      sampleTaskLine('Buy nails'),
    ]
    expect(names(mentionOffers('paint', { documents: [], assistants: [], tasks }))).toEqual([
      'Paint the shed',
      'Paint the boat',
    ])
  })
})
