/** Smaller ones may share their memory with others, and are no burden. */
const OWN_MEMORY_BYTES = 1 << 20
/** Sizes are multiples of this, so that a file that has grown by a few bytes fits where it was before. */
const STEP_BYTES = 1 << 20
/** Memory that waits for the next use at most: a large file before and after, twice. */
const KEPT_BYTES = 64 * (1 << 20)
/** How long it waits, in milliseconds: a change is often undone or followed by the next within it. */
const KEPT_MS = 5_000

const kept: ArrayBuffer[] = []
/** What was lent, with how many bytes of it: kept memory may be larger than what is asked for. */
const lent = new WeakMap<ArrayBufferLike, number>()
let forgetting: NodeJS.Timeout | undefined

/**
 * Memory for bytes that are read or made, uninitialized. Large memory comes from what `releaseBytes` was given: many
 * megabytes that are new each time make the garbage collector run often and the system find pages for them, which
 * takes longer than reading and hashing them.
 */
export function takeBytes(size: number): Buffer {
  if (size < OWN_MEMORY_BYTES) return Buffer.allocUnsafe(size)
  const memory = takeKept(size) ?? Buffer.allocUnsafeSlow(Math.ceil(size / STEP_BYTES) * STEP_BYTES).buffer
  lent.set(memory, size)
  return Buffer.from(memory, 0, size)
}

/**
 * Gives the memory of bytes back, which the next to take some get; only when nothing reads or writes them any more.
 * Using them afterwards throws.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < OWN_MEMORY_BYTES || !(buffer instanceof ArrayBuffer)) return
  if (byteLength !== (lent.get(buffer) ?? buffer.byteLength)) return
  const memory = buffer.transfer()
  const waiting = kept.reduce((sum, { byteLength: size }) => sum + size, 0)
  if (waiting + memory.byteLength > KEPT_BYTES) {
    memory.transfer(0)
    return
  }
  kept.push(memory)
  forgetting ??= setTimeout(forget, KEPT_MS).unref()
  forgetting.refresh()
}

function forget(): void {
  forgetting = undefined
  for (const memory of kept.splice(0)) memory.transfer(0)
}

/** The smallest that is large enough, and not so large that most of it would lie idle. */
function takeKept(size: number): ArrayBuffer | undefined {
  const fitting = kept.filter(({ byteLength }) => byteLength >= size && byteLength <= 2 * size)
  const [smallest] = fitting.sort((one, other) => one.byteLength - other.byteLength)
  if (smallest !== undefined) kept.splice(kept.indexOf(smallest), 1)
  return smallest
}
