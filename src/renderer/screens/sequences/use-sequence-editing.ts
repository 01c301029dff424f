import { useMemo, useState } from 'react'
import type { Sequence } from '../../../shared/contract/sequences'
import type { ToolInfo } from '../../../shared/contract/tools'
import { problemsOf, type SequenceProblem } from '../../../shared/sequences/check'
import type { SequenceDefinition } from '../../../shared/sequences/definition'
import { useCatalog } from '../../app/tool-views'
import { newPlace } from '../../stores/kept-drafts'
import { goOnFromHere, goTo } from '../../stores/page'
import {
  changeSequenceDraft,
  closeDryRun,
  draftOfSequence,
  dropSequenceDraft,
  saveSequence,
  useSequences,
} from '../../stores/sequences'
import { attempt, notify } from '../../stores/toasts'
import { sequencesText } from '../../text/sequences'
import { useSaveKey } from '../catalog/save-key'
import { writingOf } from '../catalog/writing'

/** The writing of a sequence, up to its end. */
export interface SequenceEditing {
  /** The end of its address. */
  readonly place: string
  readonly definition: SequenceDefinition
  readonly tools: readonly ToolInfo[]
  /** Whether the catalog is here: before, nothing can be said of the definition, nor anything run. */
  readonly known: boolean
  readonly problems: readonly SequenceProblem[]
  /** Whether there is something to save. */
  readonly dirty: boolean
  /** Somebody saved the sequence meanwhile. */
  readonly moved: boolean
  readonly busy: boolean
  readonly change: (definition: SequenceDefinition) => void
  /** Answers it as it is stored then; undefined where it can't be saved now, or was not, which is told. */
  readonly save: () => Promise<Sequence | undefined>
  /** Saves, and goes to the sequence where it is new. */
  readonly saveHere: () => Promise<void>
  /** Gives up what was written, which can be brought back for a moment. */
  readonly discard: () => void
  /** Goes on with what was written on top of what is stored now. */
  readonly keepMine: () => void
}

/** Keeps what is written of a sequence, null for a new one, until it is saved or given up. */
export function useSequenceEditing(sequence: Sequence | null): SequenceEditing {
  const place = sequence?.id ?? newPlace
  const kept = useSequences((state) => state.drafts[place])
  const tools = useCatalog()
  const [busy, setBusy] = useState(false)
  const writing = writingOf({
    screen: 'sequences',
    ...{ place, kept, stored: sequence },
    draftOf: () => draftOfSequence(sequence),
    latest: () => useSequences.getState().drafts[place],
    change: changeSequenceDraft,
    drop: dropSequenceDraft,
  })
  const { draft, unsaved: dirty, moved, keepMine } = writing
  const { definition } = draft
  const known = tools.length > 0
  const problems = useMemo(() => (known ? problemsOf(definition, tools) : []), [definition, tools, known])

  const save = async (): Promise<Sequence | undefined> => {
    if (busy || moved) return undefined
    if (!dirty) return sequence ?? undefined
    setBusy(true)
    const saved = await attempt(saveSequence(draft))
    setBusy(false)
    if (saved === undefined) return undefined
    const t = sequencesText()
    notify({ tone: 'success', title: t.saved(saved.definition.name || t.newTitle) })
    return saved
  }
  const saveHere = async () => {
    const goOn = goOnFromHere()
    const saved = await save()
    if (saved !== undefined && sequence === null) goOn({ screen: 'sequences', id: saved.id })
  }
  useSaveKey(() => void saveHere())

  return {
    ...{ place, definition, tools, known, problems, dirty, moved, busy, save, saveHere, keepMine },
    change: (changed) => changeSequenceDraft({ ...draft, definition: changed }),
    discard() {
      writing.drop()
      if (sequence !== null) return
      closeDryRun(place)
      goTo({ screen: 'sequences', id: null })
    },
  }
}
