import type { ReadUnder } from '../../../shared/tool/result'
import { listGrants } from '../../db/grants'
import type { Database } from '../../db/open'
import { isInside } from '../../files/protected-places'

/** The proposal by which a person allowed a reading. */
export type AllowedBy = NonNullable<ReadUnder['allowed']>

/** Under what these canonical paths were read; undefined where no file was read and nobody was asked. */
export function readUnder(
  db: Database,
  places: readonly string[] = [],
  allowed: AllowedBy | null,
): ReadUnder | undefined {
  const grants = places.length === 0 ? [] : listGrants(db)
  const holding = places.flatMap((place) => {
    const around = grants.filter(({ path }) => isInside(path, place))
    return around.toSorted((a, b) => b.path.length - a.path.length).slice(0, 1)
  })
  const folders = [...new Set(holding)].map(({ path, access }) => ({ path, access }))
  if (folders.length === 0 && allowed === null) return undefined
  return { folders, ...(allowed === null ? {} : { allowed }) }
}
