import type { FileService } from '../../../main/files/service'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { quoted } from '../../../shared/text/quoted'
import { shortened } from '../../../shared/text/start-of'
import type { Answer } from '../../../shared/tool/runtime'
import { mayBePicture, readPicture } from './read-picture'
import { askFor } from './read-question'
import type { FileTool, FileToolState } from './types'
import { whence } from './whence'
import { pendingInWords } from './wording'

/** Characters of one line that are given. */
const LINE_CHARACTERS = 2000
/** Characters that one call gives: about a tenth of a large context window. */
const TOTAL_CHARACTERS = 120_000
/** Names of documents that are never stored as text. */
const documentName = /\.(pdf|doc[xm]?|dot|ppt[xm]?|pps|xls[xm]?|xlt|od[tsp]|epub|msg)$/i

/** Implements `read_file`. */
export function readFileTool(files: FileService): FileTool<'read_file'> {
  return {
    ask: askFor(files, 'read'),
    async run(input, { signal, permitted, pendingPlans }) {
      const read = await readAny(files.permitting(permitted), input, signal)
      if (read.kind === 'picture') return read.answer
      const { file } = read
      const lines = linesOf(file.text)
      if (input.start_line > Math.max(lines.length, 1)) {
        throw new AppError(
          'invalid_input',
          `${quoted(file.path)} has only ${counted(lines.length, 'line')}; start_line is ${input.start_line}.`,
          { field: 'start_line' },
        )
      }
      const { given, cut } = part(lines, input.start_line, input.max_lines)
      const end = given.length === 0 ? 0 : input.start_line + given.length - 1
      const truncated = cut > 0 || end < lines.length
      const state = {
        path: file.path,
        name: file.name,
        text: given.join('\n'),
        start_line: input.start_line,
        end_line: end,
        total_lines: lines.length,
        truncated,
        cut_lines: cut,
        ...file.facts,
      }
      const pending = pendingInWords(files, file.path, pendingPlans)
      return { content: inWords(state, given) + pending, state, ...whence(files, file.path) }
    },
  }
}

type Input = { readonly path: string; readonly extract: boolean }
type Read =
  | { readonly kind: 'text'; readonly file: Source }
  | { readonly kind: 'picture'; readonly answer: Answer<FileToolState<'read_file'>> }

/** The file's own text, the picture that it is, or the text in a document that has none of its own. */
async function readAny(files: FileService, { path, extract }: Input, signal: AbortSignal): Promise<Read> {
  if (extract) return { kind: 'text', file: await documentText(files, path, signal) }
  try {
    return { kind: 'text', file: await ownText(files, path) }
  } catch (error) {
    const answer = mayBePicture(error) ? await readPicture(files, path, signal) : null
    if (answer !== null) return { kind: 'picture', answer }
    if (!mayBeDocument(error, path)) throw error
    const file = await documentText(files, path, signal).catch((second: unknown) => {
      // What no reader knows either is not text, as the first message says; of a document the reader knows more.
      const unknown = second instanceof AppError && second.code === 'unsupported' && !documentName.test(path)
      throw unknown ? error : second
    })
    return { kind: 'text', file }
  }
}

interface Source {
  readonly path: string
  readonly name: string
  readonly text: string
  readonly facts: Pick<
    FileToolState<'read_file'>,
    'encoding' | 'line_ending' | 'size' | 'modified_at' | 'extracted_from' | 'pages'
  >
}

async function ownText(files: FileService, input: string): Promise<Source> {
  const file = await files.readText(input)
  const { path, name, text } = file
  return {
    path,
    name,
    text,
    facts: {
      encoding: file.mark ? `${file.encoding} with byte order mark` : file.encoding,
      line_ending: file.lineEnding,
      size: file.state.size,
      modified_at: file.modifiedAt,
    },
  }
}

function mayBeDocument(error: unknown, path: string): boolean {
  if (!(error instanceof AppError)) return false
  return error.code === 'unsupported' || (error.code === 'too_large' && documentName.test(path))
}

async function documentText(files: FileService, path: string, signal: AbortSignal): Promise<Source> {
  const document = await files.readDocument(path, signal)
  const text =
    document.pages.length === 0
      ? document.text
      : document.pages
          .map(({ page, start, end }) => `[Page ${page}]\n${document.text.slice(start, end).trimEnd()}`)
          .join('\n')
  return {
    path: document.path,
    name: document.name,
    text: [...document.warnings.map((warning) => `[${warning.text}]`), text].join('\n'),
    facts: {
      encoding: 'utf-8',
      line_ending: 'lf',
      size: document.size,
      modified_at: document.modifiedAt,
      extracted_from: document.mime,
      ...(document.pages.length === 0 ? {} : { pages: document.pages.length }),
    },
  }
}

/** A line end at the end of a file ends its last line and begins no further one. */
function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function part(lines: readonly string[], start: number, limit: number): { given: string[]; cut: number } {
  const given: string[] = []
  let cut = 0
  let characters = 0
  for (const line of lines.slice(start - 1, start - 1 + limit)) {
    const kept = shortened(line, LINE_CHARACTERS)
    characters += kept.length + 1
    if (characters > TOTAL_CHARACTERS && given.length > 0) break
    if (kept !== line) cut++
    given.push(kept)
  }
  return { given, cut }
}

function inWords(
  state: {
    path: string
    start_line: number
    end_line: number
    total_lines: number
    cut_lines: number
    encoding: string
    line_ending: string
    extracted_from?: string | undefined
    pages?: number | undefined
  },
  given: readonly string[],
): string {
  if (given.length === 0) return `${quoted(state.path)} is empty.`
  const how = [
    ...(state.extracted_from === undefined
      ? []
      : [
          `the text in it, ${state.extracted_from}${state.pages === undefined ? '' : `, ${counted(state.pages, 'page')}`}`,
        ]),
    ...(state.encoding === 'utf-8' ? [] : [state.encoding]),
    ...(state.line_ending === 'crlf' || state.line_ending === 'mixed'
      ? [`${state.line_ending} line ends`]
      : []),
  ]
  const head = `${quoted(state.path)}, lines ${state.start_line}–${state.end_line} of ${state.total_lines}${how.length > 0 ? ` (${how.join(', ')})` : ''}`
  const body = given.map((line, index) => `${state.start_line + index}\t${line}`)
  const notes = [
    ...(state.end_line < state.total_lines ? [`More: start_line ${state.end_line + 1}.`] : []),
    ...(state.cut_lines > 0
      ? [`${counted(state.cut_lines, 'line')} over ${LINE_CHARACTERS} characters cut (…).`]
      : []),
  ]
  return [head, ...body, ...notes].join('\n')
}
