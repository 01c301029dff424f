import { memoized } from '../../../shared/memoized'
import { lookAlikesIn } from '../../../shared/text/look-alikes'
import type { Preview, Target } from '../../../shared/tool/preview'

/** What paths and addresses are made of; the names of all else are prose. */
const addressed: ReadonlySet<Target['kind']> = new Set(['file', 'folder', 'host'])

/** How many of them are told one by one. */
const told = 5

/**
 * The first signs of the paths and hosts of a proposal that are drawn like others, and how many more there are. Card and
 * dialog ask of the same preview.
 */
export const lookAlikesInPreview = memoized(({ targets, lost, container, runsIn, sends }: Preview) => {
  const named = [...targets, ...lost, ...(container === undefined ? [] : [container])]
  const names = named
    .filter(({ kind }) => addressed.has(kind))
    .flatMap(({ reference, to, actedOn }) => [reference, to, actedOn])
  const all = lookAlikesIn([...names, runsIn, ...(sends ?? [])].filter((name) => name !== undefined))
  return { first: all.slice(0, told), more: Math.max(0, all.length - told) }
})
