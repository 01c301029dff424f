import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'

interface ArrivingState {
  /** Documents that are being read: nothing of them is found yet. */
  readonly atWork: ReadonlySet<string>
  /** Whether one of them became ready since the last search began. */
  readonly someArrived: boolean
}

/** What comes into the library while somebody searches in it. */
export const useArriving = create<ArrivingState>(() => ({ atWork: new Set(), someArrived: false }))

/** Takes a document from the stream. */
export function takeArriving({ id, status }: Pick<Document, 'id' | 'status'>): void {
  const { atWork } = useArriving.getState()
  const isAtWork = status === 'pending' || status === 'processing'
  if (isAtWork === atWork.has(id)) return
  if (isAtWork) {
    useArriving.setState({ atWork: new Set([...atWork, id]) })
    return
  }
  dropArriving(id)
  if (status === 'complete') useArriving.setState({ someArrived: true })
}

/** A document is gone: nothing comes of it any more. */
export function dropArriving(id: string): void {
  const { atWork } = useArriving.getState()
  if (atWork.has(id)) useArriving.setState({ atWork: new Set([...atWork].filter((each) => each !== id)) })
}

/** Forgets what is at work: a connection may have been away while it ended. */
export function forgetArriving(): void {
  useArriving.setState({ atWork: new Set() })
}

/** A search begins, which finds what has arrived. */
export function searchesArrived(): void {
  useArriving.setState({ someArrived: false })
}
