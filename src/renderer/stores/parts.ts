import type { Proposal } from '../../shared/contract/changes'
import type { Choice } from '../../shared/tool/choice'
import { choiceOf, type PartKey, partsOf } from '../../shared/tool/parts'

/** The keys of every part that a proposal can be approved by, in the order in which it is shown. */
export function partKeysOf({
  chooseBy,
  preview,
}: Pick<Proposal, 'chooseBy' | 'preview'>): readonly PartKey[] {
  return chooseBy === null ? [] : partsOf(preview.changes, chooseBy).map(({ key }) => key)
}

/** The choice that leaves out the given parts; undefined when it leaves out none. */
export function choiceWithout(
  { chooseBy, preview }: Pick<Proposal, 'chooseBy' | 'preview'>,
  leftOut: ReadonlySet<PartKey>,
): Choice | undefined {
  if (leftOut.size === 0 || chooseBy === null) return undefined
  const parts = partsOf(preview.changes, chooseBy)
  const kept = parts.filter(({ key }) => !leftOut.has(key))
  return kept.length === parts.length ? undefined : choiceOf(chooseBy, kept)
}

/** Whether a proposal writes text that a person may edit before approving. */
export function isEditable({ editable, preview }: Pick<Proposal, 'editable' | 'preview'>): boolean {
  return editable && preview.changes.some(({ kind }) => kind === 'text')
}
