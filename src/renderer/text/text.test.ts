import { describe, expect, it } from 'vitest'
import { assistantsDe } from './assistants-de'
import { assistantsEn } from './assistants-en'
import { attachmentsDe } from './attachments-de'
import { attachmentsEn } from './attachments-en'
import { chatDe } from './chat-de'
import { chatEn } from './chat-en'
import { de } from './de'
import { decisionsDe } from './decisions-de'
import { decisionsEn } from './decisions-en'
import { en } from './en'
import { httpToolsDe } from './http-tools-de'
import { httpToolsEn } from './http-tools-en'
import { libraryDe } from './library-de'
import { libraryEn } from './library-en'
import { loopToolsDe } from './loop-tools-de'
import { loopToolsEn } from './loop-tools-en'
import { meaningDe } from './meaning-de'
import { meaningEn } from './meaning-en'
import { notesDe } from './notes-de'
import { notesEn } from './notes-en'
import { runsDe } from './runs-de'
import { runsEn } from './runs-en'
import { sequencesDe } from './sequences-de'
import { sequencesEn } from './sequences-en'
import { serverDe } from './server-de'
import { serverEn } from './server-en'
import { toolsDe } from './tools-de'
import { toolsEn } from './tools-en'
import { traceDe } from './trace-de'
import { traceEn } from './trace-en'
import { watchedDe } from './watched-de'
import { watchedEn } from './watched-en'

/** Every text of a catalogue by its path, functions called with stand-ins. */
function flatten(texts: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    const here = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') found.set(here, value)
    else if (typeof value === 'function') found.set(here, String(value(2, 3)))
    else for (const [below, text] of flatten(value, here)) found.set(below, text)
  }
  return found
}

const english = flatten({
  ...en,
  attachments: attachmentsEn,
  chatting: chatEn,
  decisions: decisionsEn,
  loopTools: loopToolsEn,
  httpTools: httpToolsEn,
  meaning: meaningEn,
  notes: notesEn,
  table: libraryEn,
  runs: runsEn,
  sequences: sequencesEn,
  server: serverEn,
  trace: traceEn,
  watched: watchedEn,
  assistants: assistantsEn,
  tools: toolsEn,
})
const german = flatten({
  ...de,
  attachments: attachmentsDe,
  chatting: chatDe,
  decisions: decisionsDe,
  loopTools: loopToolsDe,
  httpTools: httpToolsDe,
  meaning: meaningDe,
  notes: notesDe,
  table: libraryDe,
  runs: runsDe,
  sequences: sequencesDe,
  server: serverDe,
  trace: traceDe,
  watched: watchedDe,
  assistants: assistantsDe,
  tools: toolsDe,
})

describe('the texts', () => {
  it('are the same set in every language, and none is empty', () => {
    expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    for (const [path, text] of [...english, ...german]) expect(text.trim(), path).not.toBe('')
  })

  it('are translated: long sentences differ', () => {
    const same = [...english].filter(([path, text]) => text.length > 24 && german.get(path) === text)
    expect(same).toEqual([])
  })

  it('use one word for a number of things', () => {
    expect(en.library.total(1)).toBe('1 document')
    expect(en.library.total(1234)).toBe('1,234 documents')
    expect(de.library.total(1)).toBe('1 Dokument')
  })

  it('break no line after a single letter where they list formats', () => {
    for (const { library, uploads } of [de, en]) {
      for (const words of [library.emptyText, uploads.unreadable])
        expect(words).not.toMatch(/(?<!\p{L})\p{L}-/u)
    }
  })
})
