import type { NotesService } from '../../../main/notes/service'
import type { Note } from '../../../shared/contract/notes'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { beyondKeptInWords, recoveryOf } from '../../../shared/tool/kept'
import { type ChangePreview, type Raise, spoken } from '../../../shared/tool/preview'
import { same } from '../../../shared/tool/record-fields'
import type { EffectContext, Planned } from '../../../shared/tool/runtime'
import { replacedShare, tooMuchReplaced } from '../../../text-change/replaced'
import type { ChangedNote, PlannedChange } from '../module/schemas'
import { fieldsOf } from './pending'
import { changeInverse } from './undo-change'
import { noteError, sourcesOf } from './whence'
import { noteTarget, requireLength, textBytes } from './wording'

/** What is shown of a change of a note, and how much of its text it replaces. */
export interface ShownChange {
  readonly summary: Sentence
  readonly changes: readonly ChangePreview[]
  /** Characters of the text that are replaced, by each measure of it; nothing where the text stays. */
  readonly replaced?: readonly number[]
  readonly warnings?: readonly Sentence[]
}

/** A plan to change a note, as it is shown; `asked` is false for what a person does with their own hand. */
export function planChange<Plan extends PlannedChange>(
  notes: NotesService,
  plan: Plan,
  { summary, changes, replaced = [0], warnings = [] }: ShownChange,
  asked: boolean,
): Planned<Plan> {
  const { note_id, before, after } = plan
  requireLength(after, 'note_id')
  const size = textBytes(before.content)
  const kept = notes.keptForUndo()
  return {
    plan,
    sources: sourcesOf([before, after]),
    ...raiseFor(replacedShare(before.content.length, replaced), asked),
    preview: spoken({
      summary,
      targets: [noteTarget(note_id, { ...after, title: before.title })],
      changes: [...changes],
      lost: [],
      recovery: recoveryOf('undo', size, kept),
      warnings: [...beyondKeptInWords(size, kept), ...warnings],
    }),
  }
}

function raiseFor(share: number, asked: boolean): { readonly raise?: Raise } {
  if (!asked || !tooMuchReplaced(share)) return {}
  const reason = say('files.replaces', { percent: Math.round(share * 100) })
  return { raise: { class: 'destructive_update', reason } }
}

/** Writes what was planned; throws `conflict` where the note is not as it was shown. */
export async function applyChange(
  notes: NotesService,
  plan: PlannedChange,
  { journal }: EffectContext<ChangedNote>,
): Promise<Note> {
  const { note_id: id, before, after, by } = plan
  requireAsPlanned(notes, plan)
  const inverse = await changeInverse(notes, { id, before, after })
  // Others had their turn while what it replaces was kept.
  requireAsPlanned(notes, plan)
  journal(inverse)
  return notes.write(id, after, by)
}

/** The same for a plan that waits; changes nothing. */
export function requireBaseOf(notes: NotesService): { requireBase(plan: PlannedChange): Promise<void> } {
  return { requireBase: async (plan) => requireAsPlanned(notes, plan) }
}

/** Throws `conflict` where a note is not there as it was when a change of it was planned. */
function requireAsPlanned(
  notes: NotesService,
  { note_id, revision, before }: Pick<PlannedChange, 'note_id' | 'revision' | 'before'>,
): void {
  const now = notes.find(note_id)
  const { title } = before
  if (now === null) throw noteError('conflict', say('note.gone_since', { title }), [before])
  if (now.revision === revision && same(fieldsOf(now), before)) return
  throw noteError('conflict', say('note.changed_since', { title }), [before, now])
}
