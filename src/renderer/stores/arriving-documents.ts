import { create } from 'zustand'
import type { Document } from '../../shared/contract/document'
import { isAtWork } from '../../shared/standing-of'

interface ArrivingState {
  /** Whether documents are being read: nothing of them is found yet. */
  readonly someAtWork: boolean
  /** Whether one of them became ready since the last search began. */
  readonly someArrived: boolean
}

/** What comes into the library while somebody searches in it. */
export const useArriving = create<ArrivingState>(() => ({ someAtWork: false, someArrived: false }))

/** Ten thousand may come at once, so it is no part of the state, which would be made anew with each. */
const atWork = new Set<string>()

/** Takes a document from the stream. */
export function takeArriving(document: Pick<Document, 'id' | 'status' | 'renewal'>): void {
  const { id, status } = document
  if (isAtWork(document)) {
    atWork.add(id)
    tell()
    return
  }
  if (atWork.has(id) && status === 'complete') useArriving.setState({ someArrived: true })
  dropArriving(id)
}

/** A document is gone: nothing comes of it any more. */
export function dropArriving(id: string): void {
  atWork.delete(id)
  tell()
}

/** Forgets what is at work: a connection may have been away while it ended. */
export function forgetArriving(): void {
  atWork.clear()
  tell()
}

/** A search begins, which finds what has arrived. */
export function searchesArrived(): void {
  useArriving.setState({ someArrived: false })
}

function tell(): void {
  const someAtWork = atWork.size > 0
  if (someAtWork !== useArriving.getState().someAtWork) useArriving.setState({ someAtWork })
}
