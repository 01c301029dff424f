import type { NotesService } from '../../../main/notes/service'
import { noteLimits } from '../../../shared/contract/notes'
import { AppError } from '../../../shared/errors'
import { counted, inQuotes } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { spliceText, type TextSplice } from '../../../shared/text/text-splices'
import type { Planned } from '../../../shared/tool/runtime'
import { splicesOf, takeHunks } from '../../../text-change/parts-of-text'
import { diffSplices } from '../../../text-change/splice-diff'
import { diffTexts, textChange } from '../../../text-change/text-diff'
import { editText } from '../../../text-change/text-edits'
import { applyChange, planChange, requireBaseOf } from './change-note'
import { plannedBase } from './pending'
import type { NotePlan, NoteTool } from './types'
import { undoChange } from './undo-change'
import { refuseSame } from './update-note'
import { outsideWith, whence } from './whence'
import { namedForModel, noteText, writerOf } from './wording'

type Plan = NotePlan<'edit_note'>

/** Replaces exact pieces of a note's text. */
export function editNote(notes: NotesService): NoteTool<'edit_note'> {
  return {
    async plan({ note_id, edits }, context) {
      const { fields: before, revision } = plannedBase(notes, note_id, context)
      const edited = await editText(
        {
          ...{ text: before.content, lineEnding: 'lf', named: inQuotes(before.title), what: 'note' },
          ...{ longest: noteLimits.content, sources: before.outside },
        },
        edits.map((edit) => ({
          ...edit,
          old_text: noteText(edit.old_text),
          new_text: noteText(edit.new_text),
        })),
      )
      const after = {
        ...before,
        content: spliceText(before.content, edited.splices),
        outside: outsideWith(before.outside, context),
      }
      const { splices, replacements, replacedCharacters } = edited
      const plan = { note_id, revision, before, after, by: writerOf(context), replacements }
      return editing(notes, plan, { splices, replacedCharacters, asked: context.byHand !== true })
    },
    async edit({ plan }, { content: given }) {
      const { before } = plan
      const content = noteText(given)
      refuseSame(before, content)
      const { hunks, truncated } = diffTexts(before.content, content)
      // Of a difference that is not shown whole the last part would be left out.
      const splices = truncated
        ? [{ start: 0, end: before.content.length, text: content }]
        : splicesOf(before.content, content, hunks)
      return replan(notes, plan, content, splices)
    },
    textToEdit: async ({ plan }) => plan.after.content,
    chooseBy: 'hunks',
    async narrow({ plan, preview }, { hunks = [] }) {
      const shown = preview.changes.find((change) => change.kind === 'text')
      if (shown === undefined || shown.truncated === true) {
        throw new AppError('unsupported', say('proposal.whole'))
      }
      const chosen = new Set(hunks.filter(({ change }) => change === 0).map(({ hunk }) => hunk))
      const { before, after } = plan
      const splices = takeHunks(before.content, after.content, shown.hunks, chosen)
      return replan(notes, plan, spliceText(before.content, splices), splices)
    },
    async apply(plan, effect) {
      const note = await applyChange(notes, plan, effect)
      const { replacements } = plan
      const { added, removed } = diffTexts(plan.before.content, plan.after.content)
      const { id, title, content } = note
      return {
        content: `Edited the note ${namedForModel(id, note)}: ${counted(replacements, 'replacement')}, ${counted(added, 'line')} added, ${removed} removed.`,
        state: { note_id: id, title, replacements, added, removed, characters: content.length },
        ...whence([note]),
      }
    },
    ...requireBaseOf(notes),
    ...undoChange(notes),
  }
}

/** The plan with another text, against the same base. */
function replan(
  notes: NotesService,
  plan: Plan,
  content: string,
  splices: readonly TextSplice[],
): Planned<Plan> {
  const changed = { ...plan, after: { ...plan.after, content }, replacements: splices.length }
  return editing(notes, changed, { splices, asked: true })
}

function editing(
  notes: NotesService,
  plan: Plan,
  {
    splices,
    replacedCharacters,
    asked,
  }: {
    readonly splices: readonly TextSplice[]
    readonly replacedCharacters?: number
    readonly asked: boolean
  },
): Planned<Plan> {
  const { before, replacements } = plan
  const { title } = before
  const diff = diffSplices(before.content, splices)
  const { added, removed, removedCharacters } = diff
  return planChange(
    notes,
    plan,
    {
      summary: say('notes.edit', { title, count: replacements, added, removed }),
      changes: [textChange(title, diff)],
      replaced: [replacedCharacters ?? removedCharacters, removedCharacters],
      ...(diff.truncated ? { warnings: [say('files.long_difference')] } : {}),
    },
    asked,
  )
}
