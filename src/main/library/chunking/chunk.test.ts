import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../../tests/support/processor-time'
import { extractMarkdown } from '../extractors/markdown'
import { extractPlainText } from '../extractors/plain-text'
import type { ExtractedDocument } from '../extractors/types'
import { type Chunk, chunkText } from './chunk'

// Quadratic work would take minutes here; linear work takes part of a second on any machine.
const linearTimeMs = 20_000

const MAX = 500

/** A seeded generator, so that a failure comes again. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const PARTS = [
  'A sentence about nothing in particular. ',
  'Does it ask? ',
  'word ',
  '\n',
  '\n\n',
  '\n# Heading\n',
  '\n## Deeper one\n\n',
  '\n```js\nlet x = 1\n\n# no heading\n```\n',
  '😀👩‍👩‍👧 ',
  '这是一个句子。',
  'これは文です！',
  'Ωμέγα και άλφα. ',
  '\t  ',
  `${'x'.repeat(3000)} `,
  '𠮷'.repeat(700),
  '. . . . . . . . . . 37\n',
  `${'Many words in one long line without an end '.repeat(80)}\n`,
]

function randomText(random: (below: number) => number): string {
  return Array.from({ length: random(120) }, () => PARTS[random(PARTS.length)] ?? '').join('')
}

function paged(text: string, random: (below: number) => number): ExtractedDocument {
  const pages: { page: number; start: number; end: number }[] = []
  let start = 0
  while (start < text.length) {
    let end = Math.min(text.length, start + 1 + random(4000))
    if (end < text.length && /[\udc00-\udfff]/.test(text[end] ?? '')) end++
    pages.push({ page: pages.length + 1, start, end })
    start = end
  }
  return { ...extractPlainText(text), mime: 'application/pdf', pages }
}

function expectSound(document: ExtractedDocument, chunks: readonly Chunk[]): void {
  let covered = 0
  for (const [index, chunk] of chunks.entries()) {
    const passage = document.text.slice(chunk.start, chunk.end)
    expect(chunk.ordinal).toBe(index)
    expect(passage).not.toBe('')
    expect(passage).toBe(passage.trim())
    expect(passage.isWellFormed()).toBe(true)
    expect(chunk.tokens).toBeLessThanOrEqual(MAX)
    expect(chunk.start).toBeGreaterThanOrEqual(covered)
    expect(document.text.slice(covered, chunk.start).trim()).toBe('')
    covered = chunk.end
    const page = document.pages.find((candidate) => candidate.page === chunk.page)
    if (document.pages.length === 0) expect(chunk.page).toBeNull()
    else {
      expect(chunk.start).toBeGreaterThanOrEqual(page?.start ?? Number.NaN)
      expect(chunk.end).toBeLessThanOrEqual(page?.end ?? Number.NaN)
    }
  }
  expect(document.text.slice(covered).trim()).toBe('')
}

describe('passages', () => {
  it('cover any text in order, without overlap, within the maximum, never inside a letter', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const random = randomFrom(seed)
      const text = randomText(random)
      for (const document of [extractMarkdown(text), extractPlainText(text), paged(text, random)]) {
        expectSound(document, chunkText(document))
      }
    }
  })

  it('are about as large as asked', () => {
    const text = Array.from({ length: 400 }, (_, n) => `Paragraph ${n} has a few words of its own.`).join(
      '\n\n',
    )
    const chunks = chunkText(extractPlainText(text), { targetTokens: 100, maxTokens: 150 })
    const sizes = chunks.map((chunk) => chunk.tokens)
    expect(Math.min(...sizes)).toBeGreaterThan(80)
    expect(Math.max(...sizes)).toBeLessThan(120)
  })

  it('leave no crumb at the end of a page', () => {
    const text = 'Twelve plain words make a sentence of about fifteen tokens or so. '.repeat(31)
    const sizes = chunkText(extractPlainText(text)).map((chunk) => chunk.tokens)
    expect(sizes.length).toBe(2)
    expect(Math.min(...sizes)).toBeGreaterThan(200)
  })

  it('end at sentences in a paragraph that is too long', () => {
    const text = 'This sentence has Dr. Who in it, and 3.14 as well. '.repeat(100)
    for (const chunk of chunkText(extractPlainText(text))) {
      expect(text.slice(chunk.start, chunk.end)).toMatch(/well\.$/)
    }
  })

  it('keep a code block whole when it fits, and never cut it at blank lines', () => {
    const code = `\`\`\`\n${'call(1)\n\n'.repeat(60)}\`\`\``
    const text = `${'Intro words here. '.repeat(60)}\n\n${code}\n\n${'More words here. '.repeat(60)}`
    const chunks = chunkText(extractMarkdown(text))
    expect(chunks.some((chunk) => text.slice(chunk.start, chunk.end).includes(code))).toBe(true)
  })

  it('know their section as a path, and a new section begins a new passage', () => {
    const body = 'Words that fill the section until it is worth a passage. '.repeat(12)
    const text = `# Guide\n\n## Install\n\n${body}\n\n## Use\n\n${body}\n\n### Daily\n\n${body}\n\n# Index\n\n${body}`
    const chunks = chunkText(extractMarkdown(text))
    expect(chunks.map((chunk) => chunk.section)).toEqual([
      'Guide > Install',
      'Guide > Use',
      'Guide > Use > Daily',
      'Index',
    ])
    expect(text.slice(chunks[1]?.start, chunks[1]?.end)).toMatch(/^## Use/)
  })

  it('gather sections that are too short to stand alone, under what they have in common', () => {
    const terms = Array.from({ length: 10 }, (_, n) => `## Term ${n}\n\nIts meaning.`).join('\n\n')
    expect(chunkText(extractMarkdown(terms))).toMatchObject([{ section: null }])
    expect(chunkText(extractMarkdown(`# Glossary\n\n${terms}`))).toMatchObject([{ section: 'Glossary' }])
  })

  it('are cut as quickly where quotes or brackets go on and on', () => {
    const since = workedMs()
    for (const mark of ['"', ')', '」']) chunkText(extractPlainText(mark.repeat(100_000)))
    // The square of their number took half a minute.
    expect(workedMs() - since).toBeLessThan(3000)
  })

  it('are none for a text without words', () => {
    expect(chunkText(extractPlainText(' \n\n '))).toEqual([])
    expect(chunkText(extractPlainText(''))).toEqual([])
  })

  it.each([
    ['sentences', 'Some words, again and again. '.repeat(200_000)],
    ['quotes', `Word.${'"'.repeat(2_000_000)}`],
    ['spaces', `Word.${' '.repeat(2_000_000)}end`],
    ['one letter', 'x'.repeat(2_000_000)],
    ['headings', '# H\n'.repeat(100_000)],
    ['an endless heading', `# ${' '.repeat(2_000_000)}x`],
    ['brackets', `# ${'['.repeat(2_000_000)}`],
    ['fences', '```\n'.repeat(200_001)],
  ])('of a large text are cut in linear time: %s', { timeout: linearTimeMs }, (_what, text) => {
    const document = extractMarkdown(text)
    expect(chunkText(document).length).toBeGreaterThan(0)
  })
})
