import { memoized } from '../../../shared/memoized'
import { titleTimesOf } from '../index/fields'
import { eachPosting } from '../index/postings'
import type { FoundTerm } from './live-index'

/**
 * In how many passages a term stands for no more than that their document is called so: those that have it in their
 * title, but one for each document. The longer a document is, the commoner they make the words of its title, and the
 * less its name would count.
 */
export const repeatedTitles = memoized(count)

function count({ parts }: FoundTerm): number {
  let repeated = 0
  for (const { segment, entry } of parts) {
    const { starts } = segment.passages
    let run = 0
    let last = -1
    eachPosting(segment.postings(entry), (passage, code) => {
      if (titleTimesOf(code) === 0) return
      while (run + 1 < starts.length && (starts[run + 1] as number) <= passage) run++
      if (run === last) repeated++
      last = run
    })
  }
  return repeated
}
