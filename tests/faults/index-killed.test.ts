import { fileURLToPath } from 'node:url'
import { it } from 'vitest'
import { buildEntry } from '../support/build-worker'
import { killAndCheck } from '../support/kill-index'

it('the index is that of the stored passages after its writer was killed at some moments', async () => {
  const child = fileURLToPath(await buildEntry('tests/support/index-child.ts'))
  await killAndCheck(child, [30, 101])
}, 60_000)
