import { create } from 'zustand'
import {
  type RetentionLimits,
  type RetentionLoss,
  type RetentionUsage,
  usualRetention,
} from '../../shared/contract/retention'
import { client } from '../app/client'
import { loadChanges, useChanges } from './changes'
import { refreshConversationChanges } from './conversation-changes'

interface RetentionState {
  /** How long, and how much, is kept. */
  readonly limits: RetentionLimits
  /** What is kept so that changes can be undone; null until it was asked for. */
  readonly usage: RetentionUsage | null
}

/** See {@link RetentionState}. */
export const useRetention = create<RetentionState>(() => ({ limits: usualRetention, usage: null }))

/** Asks for the limits that hold. */
export async function loadRetentionLimits(): Promise<void> {
  useRetention.setState({ limits: await client.retention.limits() })
}

/** Takes them from the stream. */
export function takeRetentionLimits(limits: RetentionLimits): void {
  useRetention.setState({ limits })
}

/** Asks what is kept now. */
export async function loadRetention(): Promise<void> {
  useRetention.setState({ usage: await client.retention.usage() })
}

/** What would be gone under other limits; without limits, if everything were cleared. */
export function previewRetention(limits: RetentionLimits | null): Promise<RetentionLoss> {
  return client.retention.preview({ limits })
}

/** Sets the limits, or clears; what was shown is what goes. */
export async function applyRetention(
  limits: RetentionLimits | null,
  { shown, typeToConfirm }: RetentionLoss,
): Promise<void> {
  const typed = typeToConfirm === null ? {} : { typed: typeToConfirm }
  useRetention.setState({ usage: await client.retention.apply({ limits, shown, ...typed }) })
  // Entries that are shown say now that their undo has ended.
  refreshConversationChanges()
  if (useChanges.getState().loaded) await loadChanges()
}
