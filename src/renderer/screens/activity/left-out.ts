import type { Choice, ChooseBy } from '../../../shared/tool/choice'
import { keysOf, type Part, partsOf } from '../../../shared/tool/parts'
import type { ChangePreview } from '../../../shared/tool/preview'
import { countLines } from '../../ui/diff-rows'
import { hunksDifference, textDifference } from '../../ui/text-difference'

/** What a choice left out of what was proposed, as it was shown then. */
export function leftOutOf(changes: readonly ChangePreview[], choice: Choice): readonly ChangePreview[] {
  const by = chosenBy(choice)
  const taken = new Set(keysOf(choice, by))
  const left = partsOf(changes, by).filter(({ key }) => !taken.has(key))
  return [...Map.groupBy(left, ({ change }) => change)].flatMap(([place, parts]) => {
    const change = changes[place]
    return change === undefined ? [] : [only(change, by, parts)]
  })
}

function chosenBy({ items, hunks }: Choice): ChooseBy {
  return items !== undefined ? 'items' : hunks !== undefined ? 'hunks' : 'fields'
}

function only(change: ChangePreview, by: ChooseBy, parts: readonly Part[]): ChangePreview {
  const places = new Set(parts.map(({ index }) => index))
  if (by === 'hunks' && change.kind === 'text') {
    const hunks = change.hunks.filter((_, place) => places.has(place))
    const { added, removed } = countLines(hunks)
    return { ...change, hunks, added, removed }
  }
  if (by === 'fields' && change.kind === 'fields') {
    return { ...change, fields: change.fields.filter((_, place) => places.has(place)) }
  }
  return change
}

type TextChange = Extract<ChangePreview, { kind: 'text' }>

/**
 * The difference between a text that was proposed and the one that was approved, by what was shown of both; null where
 * that was not all of it, or no text.
 */
export function editedDifference(proposed: readonly ChangePreview[], approved: readonly ChangePreview[]) {
  const [before, after] = [onlyText(proposed), onlyText(approved)]
  if (before === null || after === null || isNew(before) !== isNew(after)) return null
  const hunks = isNew(before)
    ? textDifference(before.content ?? '', after.content ?? '')
    : hunksDifference(before.hunks, after.hunks)
  return { label: after.label, hunks }
}

/** A text that was shown whole; null where there is none, or more than one. */
function onlyText(changes: readonly ChangePreview[]): TextChange | null {
  const texts = changes.filter((change) => change.kind === 'text')
  const [text] = texts
  return text === undefined || texts.length > 1 || text.truncated === true ? null : text
}

function isNew({ content, hunks }: TextChange): boolean {
  return content !== undefined && hunks.length === 0
}
