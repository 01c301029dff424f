import { AppError, assertNever } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { openCompoundFile } from '../compound/compound-file'
import { readSummary } from '../compound/summary'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { warnOfPages } from '../warnings'
import { givenTitle } from './given-title'
import { slideComments } from './ppt-comments'
import { openPptFile } from './ppt-file'
import { type PptShape, readShapes } from './ppt-shapes'
import { type ListedSlide, listedSlides } from './ppt-slides'
import { linesOf, TEXT_TYPE } from './ppt-text'
import { quoted, SlideBlocks } from './slide-blocks'

/** Reads a presentation of before 2007 (MS-PPT): one page for each slide, in their order, with the speaker's notes and the comments. */
export function extractPpt(bytes: Uint8Array): ExtractedDocument {
  const root = openCompoundFile(bytes)
  const blocks: Block[] = []
  const missing: number[] = []
  let page = 0
  for (const listed of listedSlides(openPptFile(root))) {
    page++
    if (listed.slide === null) missing.push(page)
    blocks.push({ kind: 'page' })
    // A call with as many arguments as a damaged file has shapes fails.
    for (const block of slideBlocks(listed)) blocks.push(block)
  }
  if (page === 0) throw new AppError('unsupported', say('document.no_slides'))
  const { text, headings, pages } = writeBlocks(blocks)
  return {
    title: givenTitle(readSummary(root).title) ?? headings[0]?.title ?? null,
    mime: 'application/vnd.ms-powerpoint',
    text,
    pages,
    headings,
    warnings: warnOfPages('extraction.missing_slides', missing, pages),
  }
}

function slideBlocks({ slide, notes, texts }: ListedSlide): Block[] {
  const shapes: readonly PptShape[] =
    slide === null
      ? texts.map((text) => ({ kind: 'text', textType: text.type, lines: linesOf(text) }))
      : readShapes(slide, texts)
  const spoken = notes === null ? [] : readShapes(notes).filter(isSpoken)
  const comments = slide === null ? [] : slideComments(slide)
  return [...blocksOf(shapes), ...quoted(blocksOf(spoken)), ...quoted(comments)]
}

/** Beside what is said, notes have shapes that every page of them repeats. */
function isSpoken(shape: PptShape): boolean {
  return shape.kind === 'text' && shape.textType === TEXT_TYPE.notes
}

function blocksOf(shapes: readonly PptShape[]): Block[] {
  const blocks = new SlideBlocks()
  for (const shape of shapes) {
    switch (shape.kind) {
      case 'table':
        blocks.add(shape)
        break
      case 'text': {
        const { textType, lines } = shape
        if (textType === TEXT_TYPE.title || textType === TEXT_TYPE.centerTitle) blocks.addTitle(lines)
        else
          blocks.addLines(lines, {
            isProse: textType === TEXT_TYPE.centerBody || textType === TEXT_TYPE.notes,
          })
        break
      }
      default:
        assertNever(shape)
    }
  }
  return blocks.end()
}
