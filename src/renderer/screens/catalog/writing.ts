import type { Screen } from '../../app/router'
import { giveUp } from './tell-dropped'

/** What was written of one and is not saved; its id is null, and its revision nothing, for a new one. */
interface KeptDraft {
  readonly id: string | null
  /** What the writing began from. */
  readonly revision: number
}

/** How it stands with what is written of one that is shown whether or not anything is written of it. */
export interface Writing<Draft> {
  /** What was written, or what is stored. */
  readonly draft: Draft
  /** Whether there is something to save. */
  readonly unsaved: boolean
  /** Somebody saved it meanwhile. */
  readonly moved: boolean
  /** Gives up what was written, which can be brought back for a moment. */
  readonly drop: () => void
  /** Goes on with what was written on top of what is stored now. */
  readonly keepMine: () => void
}

/** Keeps what is written of one, null for a new one, until it is saved or given up. */
export function writingOf<Draft extends KeptDraft>({
  screen,
  place,
  stored,
  kept,
  draftOf,
  latest,
  change,
  drop,
}: {
  readonly screen: Extract<Screen, 'assistants' | 'missions' | 'sequences'>
  /** The end of its address. */
  readonly place: string
  readonly stored: { readonly revision: number } | null
  /** Undefined where nothing was written. */
  readonly kept: Draft | undefined
  /** What writing begins from. */
  readonly draftOf: () => Draft
  /** What is kept at any later time. */
  readonly latest: () => Draft | undefined
  readonly change: (draft: Draft) => void
  readonly drop: (id: string | null) => void
}): Writing<Draft> {
  const draft = kept ?? draftOf()
  return {
    draft,
    unsaved: kept !== undefined || stored === null,
    moved: stored !== null && kept !== undefined && kept.revision !== stored.revision,
    drop: () => giveUp({ place: { screen, id: place }, latest, change, drop: () => drop(draft.id) }),
    keepMine() {
      if (stored !== null) change({ ...(latest() ?? draft), revision: stored.revision })
    },
  }
}
