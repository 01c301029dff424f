import { type RefObject, useRef } from 'react'
import type { Screen } from '../../app/router'
import { goOnFromHere, goTo } from '../../stores/page'
import { giveUp } from './tell-dropped'
import { useSaving } from './use-saving'

/** A record as it is being written; its id and what the writing began from are null for a new one. */
interface RecordDraft {
  readonly id: string | null
  readonly base: { readonly revision: number } | null
  readonly fields: unknown
}

/** What the editor of a record is given. */
export interface RecordEditorProps<Draft, Details> {
  /** The end of its address. */
  readonly place: string
  readonly draft: Draft | undefined
  /** As it is stored now. */
  readonly there: Details | null
  readonly gone: boolean
}

/** What is particular about the records of one screen. */
export interface EditedRecord<Draft extends RecordDraft, Problems extends object> {
  readonly screen: Extract<Screen, 'tasks' | 'contacts' | 'tools'>
  /** The end of its address. */
  readonly place: string
  /** What is kept of the writing; undefined for a new one of which nothing is written. */
  readonly kept: Draft | undefined
  /** The same at any later time: what was typed as a tag and not ended is in it by then. */
  readonly latest: () => Draft | undefined
  readonly empty: Draft
  /** The record as it is stored now. */
  readonly there: { readonly revision: number } | null
  readonly gone: boolean
  readonly isWritten: (draft: Draft) => boolean
  /** Says of each field what is wrong with it; empty where it can be saved. */
  readonly problemsOf: (fields: Draft['fields']) => Problems
  /** What is saved of a draft. */
  readonly toSave?: (draft: Draft) => Draft
  readonly change: (draft: Draft) => void
  readonly drop: (place: string) => void
  /** Answers its id; null where it was not saved. */
  readonly save: (draft: Draft) => Promise<string | null>
}

/** The editing of a record, up to its end. */
export interface RecordEditing<Draft, Problems> {
  readonly form: RefObject<HTMLFormElement | null>
  readonly draft: Draft
  /** What is wrong with the fields; nothing before it was tried to save: until then what is missing is no mistake. */
  readonly problems: Partial<Problems>
  readonly busy: boolean
  /** Somebody changed the record meanwhile. */
  readonly moved: boolean
  /** Somebody deleted it meanwhile. */
  readonly deleted: boolean
  readonly save: () => void
  /** Gives up what was written, which can be brought back for a moment. */
  readonly cancel: () => void
}

/** Saves a record or gives it up; what was changed or deleted meanwhile is not overwritten. */
export function useRecordEditing<Draft extends RecordDraft, Problems extends object>({
  screen,
  place,
  kept,
  latest,
  empty,
  there,
  gone,
  isWritten,
  problemsOf,
  toSave = (draft) => draft,
  change,
  drop,
  save,
}: EditedRecord<Draft, Problems>): RecordEditing<Draft, Problems> {
  const form = useRef<HTMLFormElement>(null)
  const { asked, busy, trySaving } = useSaving(form)
  const draft = kept ?? empty
  const { id, base } = draft
  const moved = there !== null && base !== null && there.revision !== base.revision
  const deleted = gone && id !== null
  return {
    ...{ form, draft, busy, moved, deleted },
    problems: asked ? problemsOf(toSave(draft).fields) : {},
    save() {
      if (busy || moved || deleted) return
      const written = latest() ?? draft
      const whole = toSave(written)
      // Where nothing is written, nothing is begun by trying to save it.
      if (whole !== written) change(whole)
      const goOn = goOnFromHere()
      void trySaving(
        () => Object.keys(problemsOf(whole.fields)).length === 0,
        async () => {
          const saved = await save(whole)
          if (id === null && saved !== null) goOn({ screen, id: saved })
        },
      )
    },
    cancel() {
      giveUp({ place: { screen, id: place }, latest, change, drop: () => drop(place), isWritten })
      if (id === null) goTo({ screen, id: null })
    },
  }
}
