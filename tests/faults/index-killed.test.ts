import { rmSync } from 'node:fs'
import { afterAll, beforeAll, it } from 'vitest'
import { buildChild } from '../support/build-child'
import { killAndCheck } from '../support/kill-index'

let bundle: { readonly folder: string; readonly file: string }

beforeAll(async () => {
  bundle = await buildChild('index-child')
}, 60_000)
afterAll(() => rmSync(bundle.folder, { recursive: true, force: true }))

it('the index is that of the stored passages after its writer was killed at some moments', async () => {
  await killAndCheck(bundle.file, [30, 101])
}, 60_000)
