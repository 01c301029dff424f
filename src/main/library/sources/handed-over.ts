import type { Candidate } from './candidates'

/** What a person handed over under one name. */
export type Handed = {
  /** What is known of its files; null for one that is still to be looked at. */
  readonly files: readonly Candidate[] | null
  /** Whether they are the files of one folder or archive that the person named. */
  readonly kind: 'files' | 'folder' | 'archive'
}

/** Paths that the person handed over by a gesture, each good for one use. */
export type HandedOver = {
  /** Answers how to forget it again, where nobody took it. */
  remember(path: string, handed?: Handed): () => void
  /** Once for each time that the path was remembered; then null. */
  take(path: string): Handed | null
}

/** Starts with none; a gesture is not stored, because it ends with the process. */
export function createHandedOver(): HandedOver {
  const remembered = new Map<string, readonly Handed[]>()
  const leave = (path: string, rest: readonly Handed[]): void => {
    if (rest.length > 0) remembered.set(path, rest)
    else remembered.delete(path)
  }
  return {
    remember(path, handed) {
      const one: Handed = { files: null, kind: 'files', ...handed }
      remembered.set(path, [...(remembered.get(path) ?? []), one])
      return () =>
        leave(
          path,
          (remembered.get(path) ?? []).filter((other) => other !== one),
        )
    },
    take(path) {
      const [first, ...rest] = remembered.get(path) ?? []
      leave(path, rest)
      return first ?? null
    },
  }
}
