import { create } from 'zustand'
import { toAppError } from '../../shared/errors'

/** A short note that goes away by itself. */
export interface Toast {
  readonly id: number
  readonly tone: 'info' | 'success' | 'danger'
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

// A reader needs about this long for two short lines; a failure stays longer.
const toastMs = 6000
const failureMs = 12_000
const shownAtOnce = 4

let nextId = 1

/** The notes on screen. */
export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Shows a note. */
export function notify(toast: Omit<Toast, 'id'>): void {
  const id = nextId++
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { ...toast, id }].slice(-shownAtOnce) }))
  setTimeout(() => dismissToast(id), toast.tone === 'danger' ? failureMs : toastMs)
}

/** Takes a note away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Waits for something a person asked for and tells them if it failed; undefined then. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const failure = toAppError(error)
    if (failure.code !== 'cancelled') notify({ tone: 'danger', text: failure.message })
    return undefined
  }
}
