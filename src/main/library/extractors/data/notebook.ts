import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors'
import { parsedJson } from '../../../../shared/json/parsed-json'
import { fenced } from '../../../../shared/markdown/fenced'
import { readPage } from '../html/read-page'
import { extractMarkdown, openFence } from '../markdown'
import { normalizeText } from '../normalize'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { extractJson } from './json'

/** Text as it is or as a list of lines (nbformat 4, “multiline string”). */
const lines = z.union([z.string(), z.array(z.string()).transform((all) => all.join(''))])

const output = z.object({
  text: lines.optional().catch(undefined),
  data: z
    .object({
      'text/plain': lines.optional().catch(undefined),
      'text/markdown': lines.optional().catch(undefined),
      'text/html': lines.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
})

const cell = z.object({
  cell_type: z.string(),
  /** `input` is what nbformat 3 calls it in a cell of code. */
  source: lines.optional().catch(undefined),
  input: lines.optional().catch(undefined),
  /** Of a heading, which nbformat 3 has as a cell. */
  level: z.int().min(1).max(6).catch(1),
  outputs: z
    .array(output.nullable().catch(null))
    .transform((all) => all.filter((each) => each !== null))
    .catch([]),
})

const notebook = z.object({
  cells: z.array(z.unknown()).optional(),
  worksheets: z.array(z.object({ cells: z.array(z.unknown()) })).optional(),
  metadata: z
    .object({
      language_info: z.object({ name: z.string() }).optional().catch(undefined),
      kernelspec: z.object({ language: z.string() }).optional().catch(undefined),
    })
    .catch({}),
})

/**
 * Reads a notebook of Jupyter (nbformat 3 and 4): words as they are, code and the text that it printed as blocks of code.
 * Pictures are left out. What is no notebook is read as JSON.
 */
export function extractNotebook(text: string): ExtractedDocument {
  const parsed = notebook.safeParse(parsedJson(text))
  const cells = parsed.data?.cells ?? parsed.data?.worksheets?.flatMap((sheet) => sheet.cells)
  if (parsed.data === undefined || cells === undefined)
    return { ...extractJson(text), mime: 'application/x-ipynb+json' }
  const { language_info: info, kernelspec: kernel } = parsed.data.metadata
  const language = /^[\w+#-]{1,20}$/.exec(info?.name ?? kernel?.language ?? '')?.[0] ?? ''
  const blocks = cells.flatMap((each) => {
    const read = cell.safeParse(each)
    return read.success ? blocksOf(read.data, language) : []
  })
  return { ...extractMarkdown(normalizeText(blocks.join('\n\n'))), mime: 'application/x-ipynb+json' }
}

function blocksOf(read: z.infer<typeof cell>, language: string): string[] {
  const source = (read.source ?? read.input ?? '').trimEnd()
  const said = source.trim() === '' ? [] : [source]
  switch (read.cell_type) {
    case 'markdown':
      return said.map(closed)
    case 'heading':
      return said.map((title) => `${'#'.repeat(read.level)} ${title}`)
    case 'code':
      return [
        ...said.map((code) => fenced(code, language)),
        ...read.outputs.map(writtenBy).filter((written) => written !== ''),
      ]
    // Raw cells, and what later formats may bring.
    default:
      return said.map((raw) => fenced(raw))
  }
}

/** What a cell gave out as Markdown: its plain text, else the richer one that it has alone. */
function writtenBy({ text, data, ename, evalue }: z.infer<typeof output>): string {
  const error = ename !== undefined && evalue ? `${ename}: ${evalue}` : ename
  const printed = stripVTControlCharacters(error ?? text ?? data?.['text/plain'] ?? '').trimEnd()
  if (printed.trim() !== '') return fenced(printed)
  const markdown = (data?.['text/markdown'] ?? '').trimEnd()
  if (markdown.trim() !== '') return closed(markdown)
  return writeBlocks(blocksOfHtml(data?.['text/html'] ?? '')).text
}

/** Blocks of an output in HTML; none of one that is damaged, which is no reason to leave out the notebook. */
function blocksOfHtml(html: string): Block[] {
  try {
    return readPage(html).blocks.map(({ block }) => block)
  } catch (error) {
    if (error instanceof AppError && error.code === 'corrupt') return []
    throw error
  }
}

/** Markdown whose last block of code ends with it, so that what follows in the notebook is none. */
function closed(markdown: string): string {
  const open = openFence(markdown)
  return open === null ? markdown : `${markdown}\n${open}`
}
