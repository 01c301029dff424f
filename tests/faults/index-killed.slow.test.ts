import { rmSync } from 'node:fs'
import { afterAll, beforeAll, it } from 'vitest'
import { buildChild } from '../support/build-child'
import { killAndCheck } from '../support/kill-index'

let bundle: { readonly folder: string; readonly file: string }

beforeAll(async () => {
  bundle = await buildChild('index-child')
})
afterAll(() => rmSync(bundle.folder, { recursive: true, force: true }))

it('the index is that of the stored passages after its writer was killed at many moments', async () => {
  const kills = Array.from({ length: 40 }, (_, round) => 1 + ((round * 37) % 160))
  await killAndCheck(bundle.file, kills)
})
