import { AppError } from '../shared/errors'
import { say } from '../shared/sentences/say'
import type { TextSplice } from '../shared/text/text-splices'
import type { DiffHunk } from '../shared/tool/diff'

/** What takes over only some of the differences that were shown; line ends stay as either text has them. */
export function takeHunks(
  before: string,
  after: string,
  hunks: readonly DiffHunk[],
  chosen: ReadonlySet<number>,
): TextSplice[] {
  if (hunks.length < 2) throw onlyWhole()
  requireParts(
    hunks.filter((_, place) => chosen.has(place)),
    chosen,
  )
  return splicesOf(before, after, hunks).filter((_, place) => chosen.has(place))
}

/** What takes over each of the differences of two texts. */
export function splicesOf(before: string, after: string, hunks: readonly DiffHunk[]): TextSplice[] {
  const [inOld, inYoung] = [lineStarts(before), lineStarts(after)]
  return hunks.map((hunk) => {
    const [start, end] = [inOld(hunk.oldStart), inOld(hunk.oldStart + hunk.oldLines)]
    const [from, to] = [inYoung(hunk.newStart), inYoung(hunk.newStart + hunk.newLines)]
    return { start, end, text: after.slice(from, to) }
  })
}

/** Says that it can be approved as a whole alone. */
export function onlyWhole(): AppError {
  return new AppError('unsupported', say('proposal.whole'))
}

/** Throws `invalid_input` where a choice names a part that there is not, or none. */
export function requireParts(found: readonly unknown[], chosen: ReadonlySet<number>): void {
  if (found.length === chosen.size && chosen.size > 0) return
  throw new AppError('invalid_input', say('proposal.no_such_part'), {
    field: 'choice',
  })
}

/** Where lines begin, by their number from 1; asked for in rising order. */
function lineStarts(text: string): (line: number) => number {
  let [line, start] = [1, 0]
  return (wanted) => {
    for (; line < wanted; line++) {
      const end = text.indexOf('\n', start)
      if (end < 0) return text.length
      start = end + 1
    }
    return start
  }
}
