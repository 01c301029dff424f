import type { GetPage, SegmentFile } from './segment-files'

/** Reads a file of a segment from its beginning to its end, each page once. */
export class FileStream {
  /** What comes next lies here from `at` on, at least as much of it as was needed. */
  bytes: Buffer = Buffer.alloc(0)
  at = 0
  private end = 0
  private page = 0

  /** `left`: bytes of the file. */
  constructor(
    private readonly getPage: GetPage,
    private readonly file: SegmentFile,
    private left: number,
  ) {}

  /** Lets so many of the next bytes, or all that there are, lie in `bytes`. */
  need(count: number): void {
    if (this.end - this.at < count && this.left > 0) this.readOn(count)
  }

  /** Whether all is read. */
  isAtEnd(): boolean {
    return this.at === this.end && this.left === 0
  }

  /** A number that {@link ByteWriter.varint} wrote, whose bytes were needed. */
  varint(): number {
    const { bytes } = this
    let byte = bytes[this.at++] as number
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let scale = 0x80
    do {
      byte = bytes[this.at++] as number
      value += (byte & 0x7f) * scale
      scale *= 0x80
    } while (byte >= 0x80)
    return value
  }

  private readOn(count: number): void {
    const kept = this.bytes.subarray(this.at, this.end)
    const pages: Buffer[] = []
    let there = kept.length
    while (there < count && this.left > 0) {
      const page = this.getPage(this.file, this.page++)
      pages.push(page)
      there += page.length
      this.left -= page.length
    }
    const [first, ...others] = pages
    const isWhole = kept.length === 0 && others.length === 0
    this.bytes = isWhole && first !== undefined ? first : Buffer.concat([kept, ...pages])
    this.at = 0
    this.end = there
  }
}
