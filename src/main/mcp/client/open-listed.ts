import type { AppError } from '../../../shared/errors'
import type { Listing, McpConnectionNow } from './connection'
import { createListedConnection, type ListedConnection } from './listed-connection'

/** What opens a connection; `closed` and `listChanged` are told of this one alone. */
export type OpenConnection = (
  signal: AbortSignal,
  told: { readonly closed: () => void; readonly listChanged: () => void },
) => Promise<{ readonly connection: McpConnectionNow; readonly failure: () => AppError | null }>

/** Who hears of a connection, from its first list on. */
interface Listeners {
  /** Takes what the server offers. */
  readonly took: (listing: Listing) => void
  /** It ended, and why where that is known. */
  readonly closed: (which: ListedConnection, failure: AppError | null) => void
  /** The server said that what it offers changed. */
  readonly listChanged: (which: ListedConnection) => void
}

/** Opens a connection and takes what its server offers; where either fails, none stays open. */
export async function openListed(
  open: OpenConnection,
  signal: AbortSignal,
  { took, closed, listChanged }: Listeners,
): Promise<ListedConnection> {
  let failureOf: () => AppError | null = () => null
  // Before that nobody has it who could hear of it; what fails then fails this call.
  let mine: ListedConnection | null = null
  const opened = await open(signal, {
    closed() {
      if (mine !== null) closed(mine, failureOf())
    },
    listChanged() {
      if (mine === null) return
      mine.tellChanged()
      listChanged(mine)
    },
  })
  failureOf = opened.failure
  const at = createListedConnection(opened.connection, took)
  mine = at
  await at.list(signal).catch(async (failure: unknown) => {
    await at.connection.close().catch(() => undefined)
    throw opened.failure() ?? failure
  })
  return at
}
