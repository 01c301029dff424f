import type { FileContent } from '../workers/index-protocol'

/** What a person handed over: a file, or a file of an archive, whose content is stored already. */
export type Handed = { readonly entry: HandedEntry | null }
/** A stored file of an archive, with what people are told that it is. */
export type HandedEntry = FileContent & { readonly label: string }

/** Paths that the person handed over by a gesture, each good for one use. */
export type HandedOver = {
  remember(path: string, entry?: HandedEntry): void
  /** Once for each time that the path was remembered; then null. */
  take(path: string): Handed | null
}

/** Starts with none; a gesture is not stored, because it ends with the process. */
export function createHandedOver(): HandedOver {
  const handed = new Map<string, Handed[]>()
  return {
    remember(path, entry) {
      handed.set(path, [...(handed.get(path) ?? []), { entry: entry ?? null }])
    },
    take(path) {
      const [first, ...rest] = handed.get(path) ?? []
      if (rest.length > 0) handed.set(path, rest)
      else handed.delete(path)
      return first ?? null
    },
  }
}
