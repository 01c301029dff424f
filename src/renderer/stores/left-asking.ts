import { z } from 'zod'
import { formerTab, livesElsewhere, ownTab } from './own-tab'
import { review, usePage } from './page'
import { reject, useProposals } from './proposals'

// What a person's own click proposed waits for a yes in a dialog. Where that goes with its page, nobody is asked any more.

const key = 'countersign-asked'
/** The tab that asks, by the proposal's id. */
const askedSchema = z.record(z.string(), z.string())
type Asked = z.infer<typeof askedSchema>

function read(): Asked {
  try {
    return askedSchema.parse(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    // Another version wrote it: what it asked about waits in the inbox.
    return {}
  }
}

function write(asked: Asked): void {
  try {
    localStorage.setItem(key, JSON.stringify(asked))
  } catch {
    // A browser that keeps nothing: what is asked here waits in the inbox once the page is gone.
  }
}

usePage.subscribe(({ reviewing }, { reviewing: before }) => {
  if (reviewing?.asked === true && reviewing.id !== before?.id) write({ ...read(), [reviewing.id]: ownTab })
})

useProposals.subscribe(({ byId }, { byId: before }) => {
  if (byId === before) return
  const asked = Object.entries(read())
  const open = asked.filter(([id, tab]) => tab !== ownTab || isOpen(id))
  if (open.length < asked.length) write(Object.fromEntries(open))
})

/**
 * Asks again what the page before a reload asked, and ends what a page that is gone has left, as Cancel would have. What
 * anybody else proposed waits.
 */
export async function settleLeftAsking(): Promise<void> {
  const former = await formerTab()
  for (const [id, tab] of Object.entries(read())) {
    if (tab === ownTab || (tab !== former && (await livesElsewhere(tab)))) continue
    const { [id]: _, ...others } = read()
    write(others)
    if (useProposals.getState().byId[id]?.status !== 'pending') continue
    if (tab === former && usePage.getState().reviewing === null) review(id, true)
    else await reject(id, '')
  }
}

function isOpen(id: string): boolean {
  const status = useProposals.getState().byId[id]?.status
  return status === undefined || status === 'pending' || status === 'approved'
}
