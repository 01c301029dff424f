import { type CSSProperties, Fragment, memo, useEffect, useMemo, useRef } from 'react'
import type { PlacedText } from '../../../shared/contract/document-layout'
import { hasRightToLeft } from '../../../shared/text/right-to-left'
import type { loadPage } from '../../stores/library'
import { keepSelectionNear } from './keep-selection-near'
import './text-layer.css'

type Page = Awaited<ReturnType<typeof loadPage>>

/** Pixels at which letters are measured; what counts is how wide they are for their height. */
const measuredSize = 100

/** A letter that the font draws without a width is still drawn out to its box. */
const leastLength = 0.01

/**
 * The text of a page laid over its picture, word by word and unseen, to be selected and copied. A screen reader has
 * the page's text in one piece instead.
 */
export const TextLayer = memo(function TextLayer({ page }: { readonly page: Page }) {
  const layer = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (layer.current && end.current) return keepSelectionNear(layer.current, end.current)
    return undefined
  }, [])
  const words = useMemo(() => wordsOf(page), [page])
  return (
    <div className="page-text" ref={layer} aria-hidden>
      {words.map(({ start, text, style, endsLine, isRightToLeft }) => (
        <Fragment key={start}>
          <span style={style} dir={isRightToLeft ? 'rtl' : 'ltr'}>
            {text}
          </span>
          {endsLine && <br />}
        </Fragment>
      ))}
      <div className="page-text-end" ref={end} />
    </div>
  )
})

interface Word {
  readonly start: number
  /** With a space where another word follows on the line. */
  readonly text: string
  readonly style: CSSProperties
  readonly endsLine: boolean
  readonly isRightToLeft: boolean
}

function wordsOf({ words, text, width, height }: Page): readonly Word[] {
  const measure = letterMeasure()
  return words.map((word, index) => {
    const letters = text.slice(word.start, word.end)
    const between = text.slice(word.end, words[index + 1]?.start ?? word.end)
    const isRightToLeft = hasRightToLeft(letters)
    const endsLine = between.includes('\n')
    return {
      start: word.start,
      text: between === '' || endsLine ? letters : `${letters} `,
      style: {
        ...placeOf(word, width / height, measure(letters), isRightToLeft),
        wordSpacing: spacing(word, words[index + 1], measure(letters), measure(' ')),
      },
      endsLine,
      isRightToLeft,
    }
  })
}

/**
 * Letters as high as the word's box, drawn out to its length; `proportion` is the page's width by its height, `length`
 * that of the letters by their height. Lengths hang on the layer (container units), so that they follow its size.
 */
function placeOf(
  { left, top, width, height, turn }: PlacedText,
  proportion: number,
  length: number,
  isRightToLeft: boolean,
): CSSProperties {
  const lies = turn === 0 || turn === 180
  const stretch =
    (lies ? (width / height) * proportion : height / width / proportion) / Math.max(length, 0.01)
  const fontSize = lies ? `${height * 100}cqh` : `${width * 100}cqw`
  // From the corner of the box where the first letter's top is; a space behind the word must not move it.
  const fromRight = turn === 90 || turn === 180 || (turn === 0 && isRightToLeft)
  const fromBottom = turn === 180 || turn === 270
  const rotate = turn === 0 ? '' : `rotate(${turn}deg) `
  return {
    ...(turn === 0 && isRightToLeft
      ? { right: `${(1 - left - width) * 100}%`, transformOrigin: '100% 0' }
      : { left: `${(fromRight ? left + width : left) * 100}%` }),
    top: `${(fromBottom ? top + height : top) * 100}%`,
    fontSize,
    transform: `${rotate}scaleX(${stretch})`,
  }
}

/** What a space behind a word is wider or narrower by than that of the font, so that it reaches the next word. */
function spacing(word: PlacedText, next: PlacedText | undefined, length: number, space: number): string {
  const gap = (next?.left ?? 0) - word.left - word.width
  // Others keep the font's own: what is selected only looks less even there.
  if (next === undefined || word.turn !== 0 || gap <= 0) return 'normal'
  return `${(gap / word.width) * length - space}em`
}

/** Measures how wide letters are for their height, in the font of the layer; never nothing. */
function letterMeasure(): (letters: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (letters) => letters.length / 2
  context.font = `${measuredSize}px sans-serif`
  return (letters) => Math.max(leastLength, context.measureText(letters).width / measuredSize)
}
