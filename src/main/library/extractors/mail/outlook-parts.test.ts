import { expect, it } from 'vitest'
import type { CompoundStorage } from '../compound/compound-file'
import { attachmentsOf, recipientsOf } from './outlook-parts'
import { HEADER_OF_MESSAGE, openProperties } from './outlook-properties'

it('has only one recipient or thing attached in memory at a time', () => {
  const steps: string[] = []
  const names = [
    '__recip_version1.0_#0',
    '__recip_version1.0_#1',
    '__attach_version1.0_#0',
    '__attach_version1.0_#1',
  ]
  const storage = (name: string, storages: readonly string[]): CompoundStorage => ({
    streams: [],
    storages,
    stream(stream) {
      if (name !== '' && stream.startsWith('__properties')) steps.push(`read ${name}`)
      return null
    },
    storage(child) {
      if (!storages.includes(child)) return null
      steps.push(`open ${child}`)
      return storage(child, [])
    },
  })
  const root = storage('', names)
  const message = openProperties(root, HEADER_OF_MESSAGE)
  recipientsOf(root, message)
  attachmentsOf(root, message, { fileBytes: 0, isSigned: false })
  expect(steps).toEqual(names.flatMap((name) => [`open ${name}`, `read ${name}`]))
})
