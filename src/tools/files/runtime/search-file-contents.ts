import type { FileService } from '../../../main/files/service'
import { quoted } from '../../../shared/quoted'
import type { FileTool } from './types'
import { counted, passedOverInWords } from './wording'

/** Implements `search_file_contents`. */
export function searchFileContentsTool(files: FileService): FileTool<'search_file_contents'> {
  return {
    async run(input, { signal }) {
      const start = performance.now()
      const { path, include_ignored, ...query } = input
      const found = await files.search(path, { ...query, includeIgnored: include_ignored }, signal)
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
        origin: 'granted_folder',
      }
    },
  }
}

function inWords(state: {
  query: string
  roots: string[]
  matches: {
    path: string
    line: number
    text: string
    cut: boolean
    before?: { line: number; text: string }[]
    after?: { line: number; text: string }[]
  }[]
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
  const lines: string[] = []
  let file: string | null = null
  for (const match of state.matches) {
    if (match.path !== file) lines.push(quoted(match.path))
    file = match.path
    // As grep does, a hyphen tells what is only near a match.
    lines.push(...(match.before ?? []).map((near) => `${near.line}-\t${near.text}`))
    lines.push(`${match.line}\t${match.text}${match.cut ? ' … (cut)' : ''}`)
    lines.push(...(match.after ?? []).map((near) => `${near.line}-\t${near.text}`))
  }
  const more = state.truncated ? ' (there are more: narrow path or glob, or raise limit)' : ''
  return `${counted(state.matches.length, 'line')} in ${counted(state.files, 'file')}${more}:\n${lines.join('\n')}`
}
