import { AppError } from '../../../shared/errors'
import type { Compared } from './compare'
import { type Followed, fileKey, isUsableId } from './prepare-records'
import type { RecordImports, TaskPlace } from './records'

/** See {@link followedBy}. */
export interface FollowedHere extends Followed {
  /** How many of the tasks that come are for an assistant that is not here. */
  readonly forNobody: number
}

/**
 * How what contacts and tasks of a file name is found here. Where tasks would wait for themselves together with those that
 * are here, or would be too deep within them, they come without these. Throws `conflict` where that does not help.
 */
export function followedBy(
  records: Pick<RecordImports, 'assistant' | 'misplaced'>,
  compared: readonly Compared[],
): FollowedHere {
  const elsewhere = new Map<string, string>()
  for (const { item, id } of compared) {
    const { kind, key } = item
    if ((kind === 'contact' || kind === 'task') && id !== key) elsewhere.set(fileKey(kind, key), id)
  }
  const coming = compared.flatMap(({ item: { place }, id, presence }) =>
    place !== null && presence === 'new' ? [{ id, place }] : [],
  )
  const assistants = new Map<string, string>()
  let forNobody = 0
  for (const { place } of coming) {
    if (place.assistant === null) continue
    const here = assistants.get(place.assistant) ?? records.assistant(place.assistant, place.assistantName)
    if (here === null) forNobody++
    else assistants.set(place.assistant, here)
  }
  const among = new Set(coming.map(({ id }) => id))
  const placesOf = (alone: boolean): Map<string, TaskPlace> => {
    const here = (named: string): string[] => {
      const id = elsewhere.get(fileKey('task', named)) ?? named
      return isUsableId(id) && (!alone || among.has(id)) ? [id] : []
    }
    return new Map(
      coming.map(({ id, place: { title, parent, needs } }) => [
        id,
        { title, parent: here(parent ?? '')[0] ?? null, needs: needs.flatMap(here) },
      ]),
    )
  }
  const tasksAlone = records.misplaced(placesOf(false)) !== null
  const wrong = tasksAlone ? records.misplaced(placesOf(true)) : null
  if (wrong !== null) throw new AppError('conflict', wrong)
  return { elsewhere, assistants, tasksAlone, forNobody }
}
