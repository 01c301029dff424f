import { HEADER_BYTES, RECORD, readRecords } from './records'

/** Whether a substream (MS-XLS, 2.1.3) begins at a place in the stream. */
export function beginsSubstream(stream: Buffer, at: number): boolean {
  return at + HEADER_BYTES <= stream.length && stream.readUInt16LE(at) === RECORD.bof
}

/** Where substreams begin that stand in no other one. */
export function startsOfSubstreams(stream: Buffer): number[] {
  const starts: number[] = []
  let depth = 0
  for (const { type, data, end } of readRecords(stream)) {
    if (type === RECORD.bof && depth++ === 0) starts.push(end - data.length - HEADER_BYTES)
    else if (type === RECORD.eof) depth = Math.max(0, depth - 1)
  }
  return starts
}
