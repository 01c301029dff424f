import { posix } from 'node:path'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { noDrawings, readDrawings } from '../drawing/drawings'
import { titleLine } from '../normalize'
import { mainPart, readProperties, readRelationships, targetsOf } from '../package/relationships'
import { withZip } from '../package/zip'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { isComment, notesAtEnd } from './notes'
import { readNumbering } from './numbering'
import { type BodyContext, readBody } from './read-body'
import { readStyles } from './styles'

/** Reads a Word document (ECMA-376, WordprocessingML): text, headings, lists, tables, notes, comments; no headers and footers. */
export async function extractDocx(path: string): Promise<ExtractedDocument> {
  return await withZip(path, async (zip) => {
    const part = await mainPart(zip, 'word/document.xml')
    const document = await zip.read(part)
    if (document === null) throw new AppError('corrupt', say('document.word_damaged'))
    const relationships = await readRelationships(zip, part)
    const partOf = (type: string, name: string) =>
      targetsOf(relationships, type)[0] ?? posix.join(posix.dirname(part), name)
    const beside = async (type: string, name: string) => await zip.read(partOf(type, name))
    const numbering = readNumbering(await beside('numbering', 'numbering.xml'))
    const context: BodyContext = {
      styles: readStyles(await beside('styles', 'styles.xml'), numbering),
      numbering,
      relationships,
      drawings: await readDrawings(zip, relationships),
      commentsBefore: 0,
    }
    const body = readBody(document, context)
    const used = [...body.used]
    const notes = new Map<string, readonly Block[]>()
    for (const [type, name] of [
      ['footnotes', 'footnotes.xml'],
      ['endnotes', 'endnotes.xml'],
      ['comments', 'comments.xml'],
    ] as const) {
      const notesPart = partOf(type, name)
      const bytes = await zip.read(notesPart)
      if (bytes === null) continue
      const itsRelationships = await readRelationships(zip, notesPart)
      const itsContext = {
        ...context,
        relationships: itsRelationships,
        drawings: noDrawings,
        commentsBefore: used.filter(({ id }) => isComment(id)).length,
      }
      const itsBody = readBody(bytes, itsContext)
      for (const [id, blocks] of itsBody.notes) notes.set(id, blocks)
      // Notes are commented on too; a note on a note has no place of its own.
      used.push(...itsBody.used.filter(({ id }) => isComment(id)))
    }
    const { text, headings } = writeBlocks([...body.blocks, ...notesAtEnd(used, notes)])
    const { title, language } = await readProperties(zip)
    return {
      title: titleLine(title) ?? headings.find((heading) => heading.level === 1)?.title ?? null,
      mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      text,
      pages: [],
      headings,
      ...(language === null ? {} : { language }),
      warnings: [],
    }
  })
}
