import type { FileService } from '../../../main/files/service'
import { counted } from '../../../shared/sentences/english'
import { quoted } from '../../../shared/text/quoted'
import { askFor } from './read-question'
import type { FileTool } from './types'
import { whence } from './whence'
import { passedOverInWords } from './wording'

/** Implements `search_file_contents`. */
export function searchFileContentsTool(files: FileService): FileTool<'search_file_contents'> {
  return {
    ask: askFor(files, 'search'),
    async run(input, { signal, permitted }) {
      const start = performance.now()
      const { path, include_ignored, ...query } = input
      const found = await files
        .permitting(permitted)
        .search(path, { ...query, includeIgnored: include_ignored }, signal)
      const matches = found.matches.map(({ before, after, ranges, ...match }) => ({
        ...match,
        ranges: [...ranges],
        ...(input.context === 0 ? {} : { before: [...before], after: [...after] }),
      }))
      const state = {
        query: input.query,
        roots: [...found.roots],
        matches,
        file_matches: [...found.files],
        files:
          input.mode === 'content' ? new Set(matches.map((match) => match.path)).size : found.files.length,
        truncated: found.truncated,
        passed_over: [...found.passedOver],
        took_ms: Math.round(performance.now() - start),
      }
      return {
        content: inWords(state) + passedOverInWords(state.passed_over),
        state,
        ...whence(files, ...found.roots),
      }
    },
  }
}

interface FoundLine {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly cut: boolean
  readonly before?: readonly { line: number; text: string }[]
  readonly after?: readonly { line: number; text: string }[]
}

function inWords(state: {
  query: string
  roots: string[]
  matches: FoundLine[]
  file_matches: { path: string; count: number | null }[]
  files: number
  truncated: boolean
}): string {
  if (state.file_matches.length > 0) {
    const more = state.truncated ? ' (there are more: narrow path or glob, or raise limit)' : ''
    const named = state.file_matches.map(
      ({ path, count }) =>
        `${quoted(path)}${count === null ? '' : `\t${counted(count, 'match', 'matches')}`}`,
    )
    return [`${counted(state.file_matches.length, 'file')}${more}:`, ...named].join('\n')
  }
  if (state.matches.length === 0) {
    return `No line has ${quoted(state.query)} in ${state.roots.map(quoted).join(', ')}. Binary files were not searched.`
  }
  const lines = [...Map.groupBy(state.matches, ({ path }) => path)].flatMap(([path, matches]) => [
    quoted(path),
    ...linesInWords(matches),
  ])
  const more = state.truncated ? ' (there are more: narrow path or glob, or raise limit)' : ''
  return `${counted(state.matches.length, 'line')} in ${counted(state.files, 'file')}${more}:\n${lines.join('\n')}`
}

/** Each line once, though it is near several matches; as grep does, a hyphen tells what is only near a match. */
function linesInWords(matches: readonly FoundLine[]): string[] {
  const shown = new Map<number, string>()
  for (const { before = [], after = [] } of matches) {
    for (const near of [...before, ...after]) shown.set(near.line, `${near.line}-\t${near.text}`)
  }
  for (const { line, text, cut } of matches) shown.set(line, `${line}\t${text}${cut ? ' … (cut)' : ''}`)
  return [...shown].sort(([a], [b]) => a - b).map(([, text]) => text)
}
