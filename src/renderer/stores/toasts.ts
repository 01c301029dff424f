import { create } from 'zustand'
import { toAppError } from '../../shared/errors'
import type { Toast } from '../ui/toast-region'

/** More at once than this and the oldest goes: they take room from what stands beside them. */
const shownAtOnce = 3

let nextId = 1

/** A note that tells of changes which its action takes back. */
export interface Note extends Toast {
  /** Their ids. */
  readonly takesBack?: readonly string[]
  /** Tells of those that are left once some were undone in another way; without it the note goes then. */
  readonly retell?: (undone: string) => void
}

/** The notes on screen. */
export const useToasts = create<{ readonly toasts: readonly Note[] }>(() => ({ toasts: [] }))

/** Shows a note and answers its id; one that says the same already is shown anew instead of twice. */
export function notify(toast: Omit<Note, 'id'>): string {
  const id = String(nextId++)
  const isAnother = ({ tone, title, detail }: Toast) =>
    tone !== toast.tone || title !== toast.title || detail !== toast.detail
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter(isAnother), { ...toast, id }].slice(-shownAtOnce),
  }))
  return id
}

/** Whether a note is still there. */
export function isShown(id: string): boolean {
  return useToasts.getState().toasts.some((toast) => toast.id === id)
}

/** Takes a note away. */
export function dismissToast(id: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** A change was undone, in whatever way: no note offers that any more, since it would only be refused. */
export function takeBackNotes(undone: string): void {
  const notes = useToasts.getState().toasts.filter(({ takesBack }) => takesBack?.includes(undone))
  for (const { id, retell } of notes) {
    dismissToast(id)
    retell?.(undone)
  }
}

/** Takes the newest failure away, which stays longest; answers whether there was one. */
export function dismissFailure(): boolean {
  const failure = useToasts.getState().toasts.findLast(({ tone }) => tone === 'danger')
  if (failure !== undefined) dismissToast(failure.id)
  return failure !== undefined
}

/** Waits for something a person asked for and tells them if it failed; undefined then. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const failure = toAppError(error)
    if (failure.code !== 'cancelled') notify({ tone: 'danger', title: failure.message })
    return undefined
  }
}

/** {@link attempt}s it, and tells in one sentence what it came to. */
export async function attemptAndTell<T>(work: Promise<T>, told: (done: T) => string): Promise<void> {
  const done = await attempt(work)
  if (done !== undefined) notify({ tone: 'success', title: told(done) })
}
