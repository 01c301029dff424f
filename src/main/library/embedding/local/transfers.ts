import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import type { Words } from '../../../../shared/sentences/sentence'
import type { CatalogueModel } from './catalogue'

/** What goes on with a model, and how the last attempt ended. */
export type Transfer = {
  state: 'downloading' | 'copying' | null
  from: string | null
  problem: Words | null
  stop: AbortController
  ended: Promise<void>
}

/** What is on its way to this machine, by model; of each that ended, what became of it. */
export interface Transfers {
  of(id: string): Transfer | undefined
  /** Runs one transfer of a model; throws `busy` while another one of it is at work. */
  begin(
    model: CatalogueModel,
    state: 'downloading' | 'copying',
    run: (transfer: Transfer) => Promise<void>,
  ): Promise<void>
  /** Stops one and waits until it has ended. */
  stop(id: string): Promise<void>
  /** The same, and nothing is known of it any more. */
  forget(id: string): Promise<void>
  /** Stops all of them. */
  close(): Promise<void>
}

/** Starts with none; `onReady` is told of each model that is here whole. */
export function createTransfers(onReady: (id: string) => void): Transfers {
  const transfers = new Map<string, Transfer>()
  const stop = async (id: string): Promise<void> => {
    const transfer = transfers.get(id)
    transfer?.stop.abort()
    await transfer?.ended
  }
  return {
    of: (id) => transfers.get(id),
    begin(model, state, run) {
      if (transfers.get(model.id)?.state != null) {
        throw new AppError('busy', say('download.under_way', { model: model.name }))
      }
      const transfer: Transfer = {
        ...{ state, from: null, problem: null },
        stop: new AbortController(),
        ended: Promise.resolve(),
      }
      transfers.set(model.id, transfer)
      const ran = (async () => {
        try {
          await run(transfer)
        } finally {
          transfer.state = null
          transfer.from = null
        }
        onReady(model.id)
      })()
      transfer.ended = ran.catch(() => {})
      return ran
    },
    stop,
    async forget(id) {
      await stop(id)
      transfers.delete(id)
    },
    async close() {
      await Promise.all([...transfers.keys()].map(stop))
    },
  }
}
