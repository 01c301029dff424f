import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { type CommentAuthors, readCommentAuthors, readComments } from '../comments/office-comments'
import { readDrawings } from '../drawing/drawings'
import { mainPart, readProperties, readRelationships, targetsOf } from '../package/relationships'
import { attribute, readXml } from '../package/xml'
import { withZip, type ZipPackage } from '../package/zip'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument, OnExtractProgress } from '../types'
import { warnOfPages } from '../warnings'
import { givenTitle } from './given-title'
import { readSlide } from './read-slide'
import { quoted } from './slide-blocks'

/** Reads a presentation (ECMA-376, PresentationML): one page for each slide, in their order, with the speaker's notes and the comments. */
export async function extractPptx(path: string, onProgress: OnExtractProgress): Promise<ExtractedDocument> {
  return await withZip(path, async (zip) => {
    const { slides, authors } = await readPresentation(zip)
    if (slides.length === 0) throw new AppError('unsupported', say('document.no_slides'))
    const blocks: Block[] = []
    const missing: number[] = []
    for (const [index, part] of slides.entries()) {
      if (!zip.has(part)) missing.push(index + 1)
      blocks.push({ kind: 'page' })
      // A call with as many arguments as a damaged file has shapes fails.
      for (const block of await slideBlocks(zip, part, authors)) blocks.push(block)
      onProgress({ stage: 'extracting', done: index + 1, total: slides.length })
    }
    const { text, headings, pages } = writeBlocks(blocks)
    const { title, language } = await readProperties(zip)
    return {
      title: givenTitle(title) ?? headings[0]?.title ?? null,
      mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      text,
      pages,
      headings,
      ...(language === null ? {} : { language }),
      warnings: warnOfPages('extraction.missing_slides', missing, pages),
    }
  })
}

/** The parts of the slides, in their order, and who makes comments on them. */
async function readPresentation(
  zip: ZipPackage,
): Promise<{ readonly slides: string[]; readonly authors: CommentAuthors }> {
  const part = await mainPart(zip, 'ppt/presentation.xml')
  const presentation = await zip.read(part)
  if (presentation === null) throw new AppError('corrupt', say('document.slides_damaged'))
  const relationships = await readRelationships(zip, part)
  const slides: string[] = []
  readXml(presentation, {
    open(name, attributes) {
      if (name !== 'sldId') return
      const target = relationships.get(attributes['r:id'] ?? attribute(attributes, 'id') ?? '')
      if (target !== undefined && !target.isOutside) slides.push(target.target)
    },
  })
  return { slides, authors: await readCommentAuthors(zip, relationships) }
}

async function slideBlocks(zip: ZipPackage, part: string, authors: CommentAuthors): Promise<Block[]> {
  const bytes = await zip.read(part)
  if (bytes === null) return []
  const relationships = await readRelationships(zip, part)
  const blocks = readSlide(bytes, { drawings: await readDrawings(zip, relationships) })
  const [notesPart] = targetsOf(relationships, 'notesSlide')
  const notes = notesPart === undefined ? null : await zip.read(notesPart)
  const spoken = notes === null ? [] : readSlide(notes, { only: 'body' })
  const comments = await readComments(zip, relationships, authors)
  return [...blocks, ...quoted(spoken), ...quoted(comments)]
}
