import { expect, it } from 'vitest'
import type { CompoundStorage } from '../compound/compound-file'
import { MAX_TEXT_BYTES } from '../limits'
import { readLaidOut } from './outlook-body'
import { HEADER_OF_MESSAGE, openProperties } from './outlook-properties'

it('is not read where its HTML is longer than a text may be', () => {
  const html = Buffer.alloc(MAX_TEXT_BYTES + 1, 'a')
  const of = (type: string) => {
    const storage: CompoundStorage = {
      streams: [],
      storages: [],
      stream: (name) => (name === `__substg1.0_1013${type}` ? html : null),
      storage: () => null,
    }
    return readLaidOut(openProperties(storage, HEADER_OF_MESSAGE))
  }
  const refused = { blocks: [], failure: { code: 'too_large', said: { code: 'document.too_large' } } }
  expect(of('0102')).toMatchObject(refused)
  expect(of('001E')).toMatchObject(refused)
})
