import { lstat } from 'node:fs/promises'
import type { FileState } from '../../shared/tool/file-change'
import { releaseBytes } from '../changes/byte-memory'
import { digestOfFile, hasBytes, lengthOf, readWithDigest } from '../changes/digest'
import { diskError, systemCode } from './disk-errors'
import { withFile } from './handles'
import { modeOf, modifiedAt, nodeOf } from './node-identity'

/** What is at a path as far as a change is concerned; `other` is a folder, a link or a device. */
export type FoundState = FileState | { readonly kind: 'other' }

const absent: FileState = { kind: 'absent' }

/** Bytes of files that one change has to do with, by their hash, so that they are read once; as many as fit. */
export interface HeldBytes {
  get(sha256: string): Uint8Array | undefined
  /** Whether a file of this size (bytes) would still fit. */
  fits(size: number): boolean
  hold(sha256: string, bytes: Uint8Array): void
  /** What is to be written, which may share the memory of what is held. */
  planned(sha256: string): readonly Uint8Array[] | undefined
  plan(sha256: string, parts: readonly Uint8Array[]): void
  /** Work on these bytes that goes on beside the rest. */
  during(work: Promise<unknown>): void
  /** Settles with that work; rejects where some of it failed. */
  worked(): Promise<void>
  /** Gives all memory back, once that work is over; nobody else uses the bytes any more. */
  release(): Promise<void>
}

/** Bytes that one change holds in memory: a file as large as can be edited, before and after, twice. */
const HELD_BYTES = 64 * (1 << 20)

/** Holds bytes as long as the work goes on. */
export async function withHeldBytes<T>(work: (held: HeldBytes) => Promise<T>): Promise<T> {
  const held = createHeldBytes()
  try {
    return await work(held)
  } finally {
    await held.release()
  }
}

/** Holds nothing yet. */
export function createHeldBytes(): HeldBytes {
  const held = new Map<string, Uint8Array>()
  const planned = new Map<string, readonly Uint8Array[]>()
  const works: Promise<unknown>[] = []
  let room = HELD_BYTES
  return {
    get: (sha256) => held.get(sha256),
    fits: (size) => size <= room,
    hold(sha256, bytes) {
      if (bytes.length > room || held.has(sha256)) return
      held.set(sha256, bytes)
      room -= bytes.length
    },
    planned: (sha256) => planned.get(sha256),
    plan(sha256, parts) {
      const size = lengthOf(parts)
      if (size > room) return
      planned.set(sha256, parts)
      room -= size
    },
    during(work) {
      works.push(work)
      // Whoever waits for it is told.
      work.catch(() => undefined)
    },
    worked: async () => void (await Promise.all(works)),
    async release() {
      await Promise.allSettled(works)
      for (const bytes of [...held.values(), ...[...planned.values()].flat()]) releaseBytes(bytes)
      held.clear()
      planned.clear()
    },
  }
}

/** Reads what is at a canonical path now; its bytes are held where there is room for them. */
export async function readState(path: string, held?: HeldBytes): Promise<FoundState> {
  const regular = await isRegularFile(path)
  if (regular === null) return absent
  if (!regular) return { kind: 'other' }
  return withFile(path, async ({ handle, stats }) => {
    const about = { mode: modeOf(stats), node: nodeOf(stats), modifiedMs: modifiedAt(stats) }
    if (held?.fits(Number(stats.size))) {
      const { bytes, sha256 } = await readWithDigest(handle, Number(stats.size))
      held.hold(sha256, bytes)
      return { kind: 'file', sha256, size: bytes.length, ...about }
    }
    return { kind: 'file', ...(await digestOfFile(handle)), ...about }
  })
}

/** Whether the very file that was expected is at a path, with all its bytes; they are compared where they are held. */
export async function holdsStill(path: string, expected: FileState, held?: HeldBytes): Promise<boolean> {
  const bytes = expected.kind === 'file' ? held?.get(expected.sha256) : undefined
  if (expected.kind === 'absent' || bytes === undefined)
    return sameState(await readState(path), expected, true)
  if (!(await isRegularFile(path))) return false
  return withFile(path, async ({ handle, stats }) => {
    const found = { ...expected, mode: modeOf(stats), node: nodeOf(stats) }
    return sameState(found, expected, true) && (await hasBytes(handle, bytes))
  })
}

/** Null when nothing is there. */
async function isRegularFile(path: string): Promise<boolean | null> {
  try {
    return (await lstat(path)).isFile()
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw diskError(error, path)
  }
}

/**
 * Whether what is there is what was expected; with `exact` also the very same file with the same
 * permissions, not only the same bytes.
 */
export function sameState(found: FoundState, expected: FileState, exact: boolean): boolean {
  if (found.kind === 'other') return false
  if (found.kind === 'absent' || expected.kind === 'absent') return found.kind === expected.kind
  if (found.sha256 !== expected.sha256) return false
  if (!exact) return true
  // Windows and FAT give every file the same permission bits; there they say nothing.
  if (found.mode !== expected.mode && process.platform !== 'win32') return false
  return expected.node === null || found.node === expected.node
}
