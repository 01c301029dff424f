import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePdf } from './make-pdf'

/** A fact that stands in exactly one place of one document, and a question that it answers. */
export interface Fact {
  readonly file: string
  readonly title: string
  /** Null for formats without pages. */
  readonly page: number | null
  readonly sentence: string
  readonly question: string
}

/** What a test may ask about the sample documents. */
export const facts = {
  handbook: {
    file: 'harbour-handbook.pdf',
    title: 'Harbour Handbook',
    page: 57,
    sentence:
      'The sluice gate at Marrow Point opens by itself when the tide reaches four metres above chart datum, and the keeper records the hour in the green ledger.',
    question: 'What does the handbook say about the sluice gate at Marrow Point?',
  },
  tables: {
    file: 'tide-tables.pdf',
    title: 'Tide Tables Explained',
    page: 13,
    sentence:
      'An equinoctial spring tide at Quillon Reach lasts eleven minutes longer than the almanac predicts.',
    question: 'What is said about the equinoctial spring tide at Quillon Reach?',
  },
  markdown: {
    file: 'lamp-notes.md',
    title: 'Lamp notes',
    page: null,
    sentence: 'The paraffin lantern of Osprey Ledge burns nineteen hours on one filling.',
    question: 'How long does the paraffin lantern of Osprey Ledge burn?',
  },
} as const satisfies Record<string, Fact>

/** Pages of the two PDFs. */
export const samplePages = { handbook: 120, tables: 20 } as const

/** The file that claims to be a PDF and is not one. */
export const damagedFile = 'damaged.pdf'

/**
 * Writes a folder as people have them: PDFs of 120 and 20 pages, Markdown, text and HTML in a folder below, and
 * one damaged PDF. Answers the names of the files that can be read.
 */
export function writeSampleDocuments(folder: string): readonly string[] {
  const below = join(folder, 'watch')
  mkdirSync(below, { recursive: true })
  const { handbook, tables, markdown } = facts
  writeFileSync(
    join(folder, handbook.file),
    makePdf({ title: handbook.title, pages: prosePages(samplePages.handbook, handbook, 11) }),
  )
  writeFileSync(
    join(folder, tables.file),
    makePdf({ title: tables.title, pages: prosePages(samplePages.tables, tables, 23) }),
  )
  writeFileSync(
    join(folder, markdown.file),
    `# ${markdown.title}\n\n${prose(5, 1)}\n\n## Osprey Ledge\n\n${markdown.sentence} ${prose(3, 2)}\n`,
  )
  writeFileSync(join(below, 'log.txt'), `${prose(40, 3)}\n`)
  writeFileSync(
    join(below, 'signals.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signals</title></head><body><h1>Signals</h1><p>${prose(8, 4)}</p></body></html>`,
  )
  writeFileSync(join(folder, damagedFile), `%PDF-1.7\n${'this is where a download broke off\n'.repeat(50)}`)
  return [handbook.file, tables.file, markdown.file, 'log.txt', 'signals.html']
}

const linesPerPage = 36
const charactersPerLine = 82

function prosePages(count: number, fact: Fact, seed: number): string[][] {
  return Array.from({ length: count }, (_, index) => {
    const paragraph = `${prose(9, seed * 1000 + index)} ${fact.page === index + 1 ? `${fact.sentence} ` : ''}${prose(9, seed * 5000 + index)}`
    return wrap(paragraph).slice(0, linesPerPage)
  })
}

const subjects = [
  'the pilot',
  'the night watch',
  'a coasting vessel',
  'the dredger',
  'the customs officer',
  'the harbour board',
]
const verbs = ['inspects', 'reports', 'avoids', 'measures', 'marks', 'repairs', 'approaches']
const objects = [
  'the eastern mole',
  'the outer buoy',
  'the mooring lines',
  'the fairway',
  'the weather mast',
  'the old quay',
]
const ends = [
  'before dawn',
  'in a north-westerly wind',
  'once a fortnight',
  'at slack water',
  'with due caution',
  'during the winter months',
]

/** Plain sentences that differ and repeat as real ones do; the same for the same seed. */
function prose(sentences: number, seed: number): string {
  let state = seed * 2654435761
  const pick = (words: readonly string[]) => {
    // A linear congruential generator (Numerical Recipes): repeatable, and good enough to choose words.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return words[state % words.length] ?? ''
  }
  return Array.from({ length: sentences }, () => {
    const sentence = `${pick(subjects)} ${pick(verbs)} ${pick(objects)} ${pick(ends)}, and ${pick(subjects)} ${pick(verbs)} ${pick(objects)} ${pick(ends)}.`
    return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  }).join(' ')
}

function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > charactersPerLine) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
