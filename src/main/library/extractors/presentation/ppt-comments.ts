import { commentBlocks } from '../comments/comment'
import type { Block } from '../structure/block'
import { utf16Text } from '../utf16'
import { type PptRecord, RECORD, recordsIn } from './ppt-records'
import { taggedRecords } from './ppt-tags'

/** What the strings of a comment are, by their instances (MS-PPT, 2.5.22). */
const AUTHOR = 0
const TEXT = 1

/** The comments on a slide, which PowerPoint keeps since 2002. */
export function slideComments(slide: PptRecord): Block[] {
  const blocks: Block[] = []
  for (const { type, body } of taggedRecords(slide.body, '___PPT10')) {
    if (type !== RECORD.comment) continue
    const strings = new Map<number, string>()
    for (const record of recordsIn(body)) {
      if (record.type === RECORD.string) strings.set(record.instance, utf16Text(record.body))
    }
    const text = (strings.get(TEXT) ?? '').replace(/[\r\v]/g, '\n')
    const author = strings.get(AUTHOR)?.trim() ?? ''
    for (const block of commentBlocks({ cell: '', author, text })) blocks.push(block)
  }
  return blocks
}
