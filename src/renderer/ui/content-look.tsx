import { formatBytes } from '../../shared/format-bytes'
import { ownValue } from '../../shared/json/own-value'
import type { ContentLook } from '../../shared/tool/picture'
import { ScrollArea } from './scroll-area'
import { StoredPicture } from './stored-picture'
import { useWords } from './words'

/** Bytes in a row: two columns of them still fit side by side into a dialog. */
const ROW_BYTES = 8
/** Pixels: enough to tell two pictures apart, without pushing the decision away. */
const PICTURE_HEIGHT = 200
/** Digits of a hash that people compare. */
const SHORT_HASH = 12

const typeNames: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
}

/** What is there and what will be, side by side; `label` is the name of the file. */
export function ContentSides({
  label,
  before,
  after,
}: {
  readonly label: string
  readonly before: ContentLook | undefined
  readonly after: ContentLook | undefined
}) {
  const words = useWords()
  return (
    <ScrollArea className="ui-look-sides" aria-label={label}>
      {before !== undefined && <LookAt look={before} label={label} side={words.before} />}
      {after !== undefined && <LookAt look={after} label={label} side={words.after} />}
    </ScrollArea>
  )
}

/** A picture small, with its size; of what else is not text the type, the size and the first bytes. */
export function LookAt({
  look,
  label,
  side,
  maxHeight = PICTURE_HEIGHT,
}: {
  readonly look: ContentLook
  readonly label: string
  readonly side?: string
  readonly maxHeight?: number
}) {
  const words = useWords()
  const { mediaType, picture, head, problem, said, size, sha256 } = look
  const type =
    ownValue(typeNames, mediaType) ??
    (mediaType === 'application/octet-stream' ? words.unknownType : mediaType)
  const pixels = picture === undefined ? '' : words.pixels(picture.width, picture.height)
  const called = [side, label, type, pixels].filter(Boolean).join(', ')
  return (
    <figure className="ui-look">
      <figcaption>
        {side !== undefined && <strong>{side}</strong>}
        <span>{type}</span>
        {pixels !== '' && <span>{pixels}</span>}
        <span>{formatBytes(size, words.locale)}</span>
        {picture === undefined && <span title={sha256}>SHA-256 {sha256.slice(0, SHORT_HASH)}…</span>}
      </figcaption>
      {picture !== undefined && (
        <StoredPicture picture={picture.thumbnail} label={called} maxHeight={maxHeight} />
      )}
      {problem !== undefined && <p className="ui-look-problem">{words.sentence(problem, said)}</p>}
      {picture === undefined && head !== undefined && (
        <FirstBytes hex={head} label={`${words.firstBytes}: ${label}`} />
      )}
    </figure>
  )
}

/** Bytes as hexadecimal numbers and, where they are letters, as these. */
function FirstBytes({ hex, label }: { readonly hex: string; readonly label: string }) {
  const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const rows = Array.from({ length: Math.ceil(bytes.length / ROW_BYTES) }, (_, row) => ({
    at: row * ROW_BYTES,
    row: bytes.slice(row * ROW_BYTES, (row + 1) * ROW_BYTES),
  }))
  return (
    <div className="ui-bytes" role="img" aria-label={label}>
      {rows.map(({ at, row }) => (
        <div key={at}>
          {row
            .map((byte) => byte.toString(16).padStart(2, '0'))
            .join(' ')
            .padEnd(ROW_BYTES * 3)}
          <span className="ui-bytes-text">{row.map(letterOf).join('')}</span>
        </div>
      ))}
    </div>
  )
}

function letterOf(byte: number): string {
  return byte >= 0x20 && byte <= 0x7e ? String.fromCharCode(byte) : '·'
}
