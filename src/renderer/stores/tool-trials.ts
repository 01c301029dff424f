import { create } from 'zustand'
import type { CallOutcome } from '../../shared/contract/tools'
import { type ErrorShape, toErrorShape } from '../../shared/errors'
import { client } from '../app/client'
import { pictureBlob } from './pictures'
import { takeWhole } from './proposals'

/** A call that a person made by hand on the Tools screen. */
export interface Trial {
  readonly input: unknown
  readonly startedAt: number
  readonly state:
    | { readonly kind: 'running'; readonly stop: () => void }
    | { readonly kind: 'ended'; readonly outcome: CallOutcome; readonly durationMs: number }
    | { readonly kind: 'failed'; readonly error: ErrorShape }
}

interface TrialsState {
  /** The last call of each tool. */
  readonly last: Readonly<Record<string, Trial>>
  /** What is typed into each tool's form. */
  readonly typed: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Pictures that calls answered, by their hash. */
  readonly pictures: Readonly<Record<string, Blob>>
}

/** Calls by hand, and what is typed for them. */
export const useTrials = create<TrialsState>(() => ({ last: {}, typed: {}, pictures: {} }))

const { setState: set } = useTrials

/** Keeps what is typed, wherever one goes meanwhile. */
export function changeTyped(tool: string, field: string, value: string): void {
  set(({ typed }) => ({ typed: { ...typed, [tool]: { ...typed[tool], [field]: value } } }))
}

/** Calls a tool through the gate, as the person. */
export async function tryTool(tool: string, input: unknown): Promise<void> {
  const controller = new AbortController()
  const startedAt = performance.now()
  const put = (state: Trial['state']) =>
    set(({ last }) => ({ last: { ...last, [tool]: { input, startedAt, state } } }))
  put({ kind: 'running', stop: () => controller.abort() })
  try {
    const outcome = await client.tools.call({ tool, input, pictures: true }, { signal: controller.signal })
    if (outcome.status === 'proposed') takeWhole(outcome.proposal)
    else keepPictures(outcome)
    put({ kind: 'ended', outcome, durationMs: Math.round(performance.now() - startedAt) })
  } catch (error) {
    put({ kind: 'failed', error: toErrorShape(error) })
  }
}

function keepPictures({ result, pictures = [] }: Extract<CallOutcome, { status: 'done' }>): void {
  const kept = (result.images ?? []).flatMap(({ sha256 }, index) => {
    const bytes = pictures[index]
    return bytes === undefined ? [] : [[sha256, pictureBlob(bytes)] as const]
  })
  if (kept.length > 0) set((state) => ({ pictures: { ...state.pictures, ...Object.fromEntries(kept) } }))
}
