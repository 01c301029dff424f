import { create } from 'zustand'
import { toAppError } from '../../shared/errors'
import type { Toast } from '../ui/toast-region'

/** More at once than this and the oldest goes. */
const shownAtOnce = 4

let nextId = 1

/** The notes on screen. */
export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Shows a note. */
export function notify(toast: Omit<Toast, 'id'>): void {
  const id = String(nextId++)
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { ...toast, id }].slice(-shownAtOnce) }))
}

/** Takes a note away. */
export function dismissToast(id: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
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
