import type { FileService } from '../../../main/files/service'
import { quoted } from '../../../shared/quoted'
import type { FileTool } from './types'
import { counted, passedOverInWords } from './wording'

/** Implements `search_file_contents`. */
export function searchFileContentsTool(files: FileService): FileTool<'search_file_contents'> {
  return {
    async run(input, { signal }) {
      const start = performance.now()
      const { path, ...query } = input
      const found = await files.search(path, query, signal)
      const matches = found.matches.map((match) => ({ ...match, ranges: [...match.ranges] }))
      const state = {
        query: input.query,
        roots: [...found.roots],
        matches,
        files: new Set(matches.map((match) => match.path)).size,
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
  matches: { path: string; line: number; text: string; cut: boolean }[]
  files: number
  truncated: boolean
}): string {
  if (state.matches.length === 0) {
    return `No line has ${quoted(state.query)} in ${state.roots.map(quoted).join(', ')}. Binary files were not searched.`
  }
  const lines: string[] = []
  let file: string | null = null
  for (const match of state.matches) {
    if (match.path !== file) lines.push(quoted(match.path))
    file = match.path
    lines.push(`${match.line}\t${match.text}${match.cut ? ' … (cut)' : ''}`)
  }
  const more = state.truncated ? ' (there are more: narrow path or glob, or raise limit)' : ''
  return `${counted(state.matches.length, 'line')} in ${counted(state.files, 'file')}${more}:\n${lines.join('\n')}`
}
