import type { Readable } from 'node:stream'

const lineEnd = 0x0a

/** What {@link readLines} tells. */
export interface LineHandlers {
  /** The bytes of a line without its end. */
  readonly line: (bytes: Buffer) => void
  /** A line has more bytes than the limit; nothing of it is kept, and the next line is read as ever. */
  readonly tooLong: () => void
  /** What stands after the last line end once the input has ended; without it that is no line. */
  readonly rest?: (bytes: Buffer) => void
}

/**
 * Reads lines of at most `limitBytes` as they arrive, and takes time in proportion to their length, in however many pieces
 * they come. Returns what ends the reading.
 */
export function readLines(input: Readable, limitBytes: number, handlers: LineHandlers): () => void {
  let pieces: Buffer[] = []
  let length = 0
  let passingOver = false

  const take = (piece: Buffer): void => {
    if (passingOver) return
    length += piece.length
    if (length <= limitBytes) {
      pieces.push(piece)
      return
    }
    passingOver = true
    pieces = []
    handlers.tooLong()
  }
  const finish = (tell = handlers.line): void => {
    const bytes = passingOver ? null : Buffer.concat(pieces, length)
    pieces = []
    length = 0
    passingOver = false
    if (bytes !== null) tell(bytes)
  }
  const read = (chunk: Buffer): void => {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      take(chunk.subarray(from, end))
      finish()
      from = end + 1
    }
    take(chunk.subarray(from))
  }
  const readRest = (): void => {
    if (length > 0 && handlers.rest !== undefined) finish(handlers.rest)
  }
  input.on('data', read)
  input.once('end', readRest)
  return () => {
    input.off('data', read)
    input.off('end', readRest)
    input.pause()
  }
}
