import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toErrorShape } from '../../../shared/errors'
import { loadText } from '../../stores/library'
import type { ShownPlace } from '../../stores/page'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Highlight } from '../../ui/highlight'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { InspectorFrame } from './inspector-frame'

/** Characters shown before a passage, and the size of one step further. */
const before = 4000
const windowLength = 20_000

interface Piece {
  readonly start: number
  readonly words: string
  readonly total: number
}

/** The extracted text of a document without pages, in a window around the passage. */
export function TextView({ place, title }: { readonly place: ShownPlace; readonly title: ReactNode }) {
  const [piece, setPiece] = useState<Piece>()
  const [problem, setProblem] = useState<string>()
  const body = useRef<HTMLDivElement>(null)
  const { documentId, passage } = place
  const wanted = Math.max(0, (passage?.start ?? 0) - before)

  useEffect(() => {
    let current = true
    loadText(documentId, wanted, windowLength).then(
      (loaded) => current && setPiece({ start: loaded.start, words: loaded.text, total: loaded.total }),
      (error: unknown) => current && setProblem(toErrorShape(error).message),
    )
    return () => {
      current = false
    }
  }, [documentId, wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new passage or window is the reason to scroll
  useEffect(() => {
    body.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [passage, piece?.start])

  const extend = async (start: number, length: number, join: (added: string, shown: Piece) => Piece) => {
    try {
      const loaded = await loadText(documentId, start, length)
      setPiece((shown) => shown && join(loaded.text, shown))
    } catch (error) {
      setProblem(toErrorShape(error).message)
    }
  }
  const earlier = (shown: Piece) => {
    const start = Math.max(0, shown.start - windowLength)
    return extend(start, shown.start - start, (added, now) => ({ ...now, start, words: added + now.words }))
  }
  const later = (shown: Piece) =>
    extend(shown.start + shown.words.length, windowLength, (added, now) => ({
      ...now,
      words: now.words + added,
    }))

  const t = text().viewer
  const end = piece ? piece.start + piece.words.length : 0
  return (
    <InspectorFrame title={title}>
      {problem !== undefined && <Notice tone="danger" title={problem} />}
      {!piece && problem === undefined && <Spinner />}
      {piece && (
        <div ref={body}>
          {piece.start > 0 && (
            <Button size="sm" variant="ghost" onClick={() => void earlier(piece)}>
              {t.before}
            </Button>
          )}
          <div className="document-text">
            <Highlight
              text={piece.words}
              ranges={
                passage === null
                  ? []
                  : [{ start: passage.start - piece.start, end: passage.end - piece.start }]
              }
              active={0}
            />
          </div>
          {end < piece.total && (
            <Button size="sm" variant="ghost" onClick={() => void later(piece)}>
              {t.after}
            </Button>
          )}
        </div>
      )}
    </InspectorFrame>
  )
}
