import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { createRouterClient } from '@orpc/server'
import { z } from 'zod'
import { bestSentences } from '../../src/main/model/offline/best-sentences'
import { person } from '../../src/shared/actor'
import type { Passage } from '../../src/shared/contract/passages'
import { type Figure, round } from './figures'
import { openBenchCore } from './gate-core'
import questionsFile from './page-questions.json'

const run = promisify(execFile)

/** Pages of a file, from 1, as they lie in it. */
const place = { file: z.string(), pages: z.array(z.int().min(1)).min(1) }

/**
 * Written in the words of somebody who does not know the manual: those that the ranking was worked on, and those that
 * were not looked at then. Written by somebody who knew the manuals and not the search, as users of these programs ask:
 * a few words with the name that the manual or program goes by, and whole questions.
 */
const sets = ['development', 'held out', 'few words', 'whole questions'] as const

/** What a reader asked, and the pages that answer it, in other manuals too; made by hand. */
const questions = z
  .array(
    z.strictObject({
      question: z.string(),
      ...place,
      also: z.array(z.strictObject(place)).default([]),
      set: z.enum(sets),
    }),
  )
  .min(60)
  .parse(questionsFile)

/** Passages among which the right page must be. */
const FIRST = 3
/** Passages that the offline assistant has for a question. */
const QUOTED_FROM = 5
/** Passages whose page numbers are checked, of each question. */
const CHECKED = 10
/** Share of a passage's words that must stand on its page: other readers split some words and formulas otherwise. */
const WORDS_SHARE = 0.9

type Found = Passage

/** Asks the library's own search for pages of real manuals, added as a person adds them. */
export async function benchPages(options: {
  readonly checkout: string
  readonly dataSets: string
}): Promise<Figure[]> {
  const folder = join(options.dataSets, 'pdf')
  const name = 'quality, pages: right page among the first three'
  if (!existsSync(folder)) return [{ name: `${name}: not measured, no data`, value: Number.NaN, unit: '' }]
  process.stderr.write('  pages …\n')
  const data = mkdtempSync(join(tmpdir(), 'bench-pages-'))
  const core = await openBenchCore(options.checkout, data, [])
  try {
    const client = createRouterClient(core.router, { context: { actor: person, approval: null } })
    const paths = [...new Set(questions.map(({ file }) => join(folder, file)))]
    const { documents } = await client.library.add({ paths })
    const files = new Map(documents.map(({ id, source }) => [id, basename(source)]))
    await untilComplete(async () => (await client.library.documents({ status: 'pending' })).total)
    const asked = async (query: string): Promise<readonly Found[]> => {
      const outcome = await client.tools.call({ tool: 'search_library', input: { query, top_k: CHECKED } })
      if (outcome.status !== 'done' || !outcome.result.success) throw new Error(`Not answered: ${query}`)
      return (outcome.result.state as { results: Found[] }).results
    }
    const pageOf = pageReader(folder)
    const right = new Map(sets.map((set) => [set, 0]))
    let cited = 0
    let quotedRight = 0
    let exact: number | null = 0
    for (const { question, file, pages, also, set } of questions) {
      const found = await asked(question)
      const answers = [{ file, pages }, ...also]
      const isRight = ({ document_id, page }: Found) =>
        answers.some((each) => each.file === files.get(document_id) && each.pages.includes(page ?? 0))
      const quoted = bestSentences(question, found.slice(0, QUOTED_FROM))
      if (quoted.some(({ passage }) => isRight(passage))) quotedRight++
      if (found.slice(0, FIRST).some(isRight)) right.set(set, (right.get(set) ?? 0) + 1)
      else process.stderr.write(`    missed (${set}): ${question} (${file}, ${told(found, files)})\n`)
      for (const { document_id, page, text } of found) {
        cited++
        if (exact === null) continue
        const theirs = await pageOf(files.get(document_id) ?? '', page ?? 0)
        if (theirs === null) exact = null
        else if (standsOn(text, theirs)) exact++
        else
          process.stderr.write(`    not on p. ${page} of ${files.get(document_id)}: ${text.slice(0, 70)}…\n`)
      }
    }
    return [
      ...sets.map((set) => {
        const of = questions.filter((each) => each.set === set).length
        return shareRight(`${name}, ${set}`, right.get(set) ?? 0, of)
      }),
      {
        name: 'quality, pages: right page among what the offline assistant quotes',
        value: round((quotedRight / questions.length) * 100, 1),
        unit: '%',
        comparison: `${quotedRight} of ${questions.length} questions made by hand`,
      },
      {
        name: 'quality, pages: page numbers that are exact',
        value: exact === null ? Number.NaN : round((exact / cited) * 100, 1),
        unit: '%',
        target: '> 99.9',
        comparison: exact === null ? 'not measured, no pdftotext' : `${cited} passages against pdftotext`,
      },
    ]
  } finally {
    await core.close()
    rmSync(data, { recursive: true, force: true })
  }
}

function shareRight(name: string, right: number, of: number): Figure {
  return {
    name,
    value: round((right / of) * 100, 1),
    unit: '%',
    target: '> 89.9',
    comparison: `${right} of ${of} questions made by hand`,
  }
}

function told(found: readonly Found[], files: ReadonlyMap<string, string>): string {
  return found
    .slice(0, FIRST)
    .map(({ document_id, page }) => `${files.get(document_id)} p. ${page}`)
    .join('; ')
}

/** Between two looks whether all is read (milliseconds). */
const LOOK_MS = 200

async function untilComplete(pending: () => Promise<number>): Promise<void> {
  while ((await pending()) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/** The words of pages by pdftotext, each read once; null where it is not installed. */
function pageReader(folder: string): (file: string, page: number) => Promise<ReadonlySet<string> | null> {
  const known = new Map<string, Promise<ReadonlySet<string> | null>>()
  const read = async (file: string, page: number) => {
    try {
      const number = String(page)
      const { stdout } = await run('pdftotext', ['-f', number, '-l', number, join(folder, file), '-'])
      return new Set(wordsOf(stdout))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }
  return (file, page) => {
    const key = `${file} ${page}`
    const words = known.get(key) ?? read(file, page)
    known.set(key, words)
    return words
  }
}

function standsOn(passage: string, page: ReadonlySet<string>): boolean {
  const words = wordsOf(passage)
  return words.filter((word) => page.has(word)).length >= words.length * WORDS_SHARE
}

/** Words of three letters and more, with what a line's end hyphenated put together. */
function wordsOf(text: string): string[] {
  const whole = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\p{L})[-‐]\s*\n\s*(?=\p{L})/gu, '$1')
  return whole.match(/\p{L}{3,}/gu) ?? []
}
