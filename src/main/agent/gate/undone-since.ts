import { quoted } from '../../../shared/text/quoted'
import type { Target } from '../../../shared/tool/preview'
import type { UndoneSince } from '../../../shared/tool/result'
import { undoersInPart, undoneByNumber } from '../../db/changes'
import type { Database } from '../../db/open'

/** Things that are named; of the rest it is said how many. */
const namedThings = 20

/** What was undone of a change since, all or some of it; null while it stands. */
export function undoneSince(db: Database, changeId: string): UndoneSince | null {
  const whole = undoneByNumber(db, changeId)
  if (whole !== null) return { extent: 'whole', by: whole }
  const undoers = undoersInPart(db, changeId)
  if (undoers.length === 0) return null
  const things = undoers.flatMap(({ preview }) => preview.targets.map(nameOf))
  return {
    extent: 'part',
    by: undoers.map(({ number }) => number),
    things: things.slice(0, namedThings),
    more: Math.max(0, things.length - namedThings),
  }
}

/** Names come from outside and are told as data. */
function nameOf({ kind, label, reference }: Target): string {
  return kind === 'file' || kind === 'folder' ? quoted(reference) : `${quoted(label)} (${quoted(reference)})`
}
