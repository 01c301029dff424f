import { utf16Text } from '../utf16'
import { type PptRecord, RECORD, recordsIn } from './ppt-records'

/** The records that later versions keep beside a slide, document or shape, under the name of the version (MS-PPT, 2.11.23). */
export function* taggedRecords(parent: Buffer, version: '___PPT9' | '___PPT10'): Generator<PptRecord> {
  for (const tags of recordsIn(parent)) {
    if (tags.type !== RECORD.programTags) continue
    for (const tag of recordsIn(tags.body)) {
      let isNamed = false
      for (const { type, body } of recordsIn(tag.body)) {
        if (type === RECORD.string) isNamed = utf16Text(body) === version
        else if (type === RECORD.tagData && isNamed) yield* recordsIn(body)
      }
    }
  }
}
