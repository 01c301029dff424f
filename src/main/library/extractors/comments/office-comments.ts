import { type Relationships, targetsOf } from '../package/relationships'
import { leavingOut, readXml, type XmlHandler } from '../package/xml'
import { readEmbedded, type ZipPackage } from '../package/zip'
import { withoutEscapes } from '../spreadsheet/escapes'
import type { Block } from '../structure/block'
import { type Comment, commentBlocks } from './comment'

/** Names of people by what comments call them. */
export type CommentAuthors = ReadonlyMap<string, string>

/** Elements that hold one comment: notes of a sheet, its threads, and both kinds of a slide with their answers. */
const COMMENTS: ReadonlySet<string> = new Set(['comment', 'threadedComment', 'cm', 'reply'])

/** How Chinese characters are read (ECMA-376, part 1, 18.4.6): stands beside them, and is no part of a text. */
export const READINGS: ReadonlySet<string> = new Set(['rPh'])

/** Reads who makes comments, from the parts of a workbook or presentation that name them. */
export async function readCommentAuthors(
  zip: ZipPackage,
  relationships: Relationships,
): Promise<CommentAuthors> {
  const authors = new Map<string, string>()
  for (const type of ['person', 'commentAuthors', 'authors']) {
    for (const part of targetsOf(relationships, type)) {
      await readEmbedded(zip, part, (bytes) => {
        readXml(bytes, {
          open(_, { id, name, displayName = name }) {
            if (id !== undefined && displayName !== undefined) authors.set(id, displayName)
          },
        })
      })
    }
  }
  return authors
}

/**
 * The comments on a sheet (ECMA-376, part 1, 18.7, and threads of Office 2018) or a slide (19.4, and those of 2018), each
 * with its author and cell.
 */
export async function readComments(
  zip: ZipPackage,
  relationships: Relationships,
  authors: CommentAuthors,
): Promise<Block[]> {
  const read = async (type: string): Promise<Comment[]> => {
    const comments: Comment[] = []
    for (const part of new Set(targetsOf(relationships, type))) {
      comments.push(...((await readEmbedded(zip, part, (bytes) => readPart(bytes, authors))) ?? []))
    }
    return comments
  }
  const threads = await read('threadedComment')
  const inThreads = new Set(threads.map(({ cell }) => cell))
  // For older programs a thread stands among the notes once more.
  const notes = (await read('comments')).filter(({ cell }) => cell === '' || !inThreads.has(cell))
  return [...notes, ...threads].flatMap((comment) =>
    commentBlocks(comment.cell === '' ? comment : { ...comment, text: withoutEscapes(comment.text) }),
  )
}

function readPart(bytes: Uint8Array, authors: CommentAuthors): Comment[] {
  const comments: Comment[] = []
  const open: Comment[] = []
  /** Authors that are named in the part itself, in the order of their numbers. */
  const named: string[] = []
  let author: string[] | null = null
  let texts = 0
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'author') author = []
      else if (name === 'text' || name === 't') texts++
      else if (COMMENTS.has(name)) {
        const { ref = '', authorId, personId } = attributes
        const by = authorId ?? personId ?? ''
        const comment = {
          cell: ref,
          author: authors.get(by) ?? named[Number.parseInt(by, 10)] ?? '',
          text: '',
        }
        comments.push(comment)
        open.push(comment)
      }
    },
    text(text) {
      const comment = open.at(-1)
      if (author !== null) author.push(text)
      else if (comment !== undefined && texts > 0) comment.text += text
    },
    close(name) {
      const comment = open.at(-1)
      if (name === 'author') {
        named.push(author?.join('').trim() ?? '')
        author = null
      } else if (name === 'text' || name === 't') texts--
      else if (name === 'p' && comment !== undefined) comment.text += '\n'
      else if (COMMENTS.has(name)) open.pop()
    },
  }
  readXml(bytes, leavingOut(READINGS, handler))
  return comments
}
