import { toAppError } from '../../shared/errors'

/** The record that a screen shows, or the id of one that is not there. */
export type Opened<Details> = { readonly open: Details | null; readonly missing: string | null }

/** Keeps what is shown of one record to the newest answer of the one that is wanted. */
export type OpenRecord<Details> = {
  /** Shows one; null shows none. */
  show(id: string | null): Promise<void>
  /** Asks again for the one that is wanted, where one is. */
  again(): Promise<void>
  /** Asks for one, and shows it where it is wanted; null where it is not there. */
  load(id: string): Promise<Details | null>
}

/** Starts with none. */
export function createOpenRecord<Details>({
  ask,
  isOpen,
  set,
}: {
  readonly ask: (id: string) => Promise<Details>
  readonly isOpen: (id: string | null) => boolean
  readonly set: (state: Partial<Opened<Details>>) => void
}): OpenRecord<Details> {
  let wanted: string | null = null
  let asked = 0

  async function load(id: string): Promise<Details | null> {
    const mine = ++asked
    const showNow = (state: Opened<Details>) => {
      if (wanted === id && mine === asked) set(state)
    }
    try {
      const open = await ask(id)
      showNow({ open, missing: null })
      return open
    } catch (error) {
      if (toAppError(error).code !== 'not_found') throw error
      showNow({ open: null, missing: id })
      return null
    }
  }

  return {
    async show(id) {
      wanted = id
      if (!isOpen(id)) set({ open: null })
      set({ missing: null })
      if (id !== null) await load(id)
    },
    async again() {
      if (wanted !== null) await load(wanted)
    },
    load,
  }
}
