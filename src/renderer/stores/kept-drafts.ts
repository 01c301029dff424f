import { z } from 'zod'
import { pageHost } from '../app/host'

/** What was written and not saved, by its place: the end of its address. */
export type Drafts<Draft> = Readonly<Record<string, Draft>>

/** The place of what does not exist yet. */
export const newPlace = 'new'

/** Where the drafts of one kind outlive a reload of the page. */
export interface DraftStorage<Draft> {
  read(): Drafts<Draft>
  write(drafts: Drafts<Draft>): void
}

/** Older ones than these are let go. */
const usualMost = 20

/** A tab's own in a browser, where others may be open beside it; a window of the application comes back with its. */
function storage(): Storage {
  return pageHost === undefined ? sessionStorage : localStorage
}

/** Stores drafts under a key of their own. */
export function createDraftStorage<Draft>(
  key: string,
  draftSchema: z.ZodType<Draft>,
  most = usualMost,
): DraftStorage<Draft> {
  const schema = z.record(z.string(), draftSchema)
  return {
    read() {
      try {
        return schema.parse(JSON.parse(storage().getItem(key) ?? '{}'))
      } catch {
        // What is stored in another form is what another version wrote; there is nothing to show of it.
        return {}
      }
    },
    write(drafts) {
      try {
        storage().setItem(key, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-most))))
      } catch {
        // A browser that is full, or keeps nothing: what is written stays on the page.
      }
    },
  }
}

/** A store of an area, as far as its drafts go. */
interface HoldsDrafts<Draft> {
  getState(): { readonly drafts: Drafts<Draft> }
  setState(change: { readonly drafts: Drafts<Draft> }): void
  subscribe(
    listener: (state: { readonly drafts: Drafts<Draft> }, before: { readonly drafts: Drafts<Draft> }) => void,
  ): unknown
}

/** Stores the drafts of an area whenever they change; answers how one is changed, saved, and given up by its place. */
export function keepDrafts<Draft extends { readonly id: string | null }>(
  store: HoldsDrafts<Draft>,
  kept: DraftStorage<Draft>,
  placeOf = (draft: Draft) => draft.id ?? newPlace,
) {
  store.subscribe(({ drafts }, before) => {
    if (drafts !== before.drafts) kept.write(drafts)
  })
  return {
    change(draft: Draft): void {
      const place = placeOf(draft)
      const { [place]: _, ...others } = store.getState().drafts
      // Last, as the newest: the oldest is what is let go.
      store.setState({ drafts: { ...others, [place]: draft } })
    },
    /**
     * Before the draft of a place is sent to be saved; what it answers is called once it is. The draft goes then, but
     * where it was written on meanwhile: that goes on from what was saved, as `goOn` makes it.
     */
    saving(place: string | null): (goOn: (writtenOn: Draft) => Draft) => void {
      const key = place ?? newPlace
      const sent = store.getState().drafts[key]
      return (goOn) => {
        const { [key]: now, ...others } = store.getState().drafts
        if (now === undefined) return
        const left = now === sent ? null : goOn(now)
        store.setState({ drafts: left === null ? others : { ...others, [placeOf(left)]: left } })
      }
    },
    /** Null is the place of what does not exist yet. */
    drop(place: string | null): void {
      const { [place ?? newPlace]: _, ...rest } = store.getState().drafts
      store.setState({ drafts: rest })
    },
  }
}
