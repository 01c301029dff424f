import type { NamedFile } from '../../shared/contract/files'
import type { FileService } from './service'

/** How long a person would wait for names while typing, in milliseconds; what was found late is of no use. */
const longestMs = 5000

/** Files of granted folders whose names have these words in their order; none where looking takes too long. */
export async function namedFiles(
  files: Pick<FileService, 'find'>,
  { words, limit }: { readonly words: string; readonly limit: number },
  signal: AbortSignal,
): Promise<NamedFile[]> {
  const timeout = AbortSignal.timeout(longestMs)
  try {
    const { matches } = await files.find({
      pattern: patternOf(words),
      path: undefined,
      kind: 'file',
      sort: 'name',
      includeIgnored: false,
      limit,
      signal: AbortSignal.any([signal, timeout]),
    })
    return matches.map(({ path, name }) => ({ path, name }))
  } catch (error) {
    if (timeout.aborted && !signal.aborted) return []
    throw error
  }
}

/** Characters that mean something in a pattern, or in a path, stand for any one. */
function patternOf(words: string): string {
  const parts = words
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/[*?[\]{},/\\]/gu, '?'))
  return `*${parts.join('*')}*`
}
