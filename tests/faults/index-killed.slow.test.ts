import { fileURLToPath } from 'node:url'
import { it } from 'vitest'
import { buildEntry } from '../support/build-worker'
import { killAndCheck } from '../support/kill-index'

it('the index is that of the stored passages after its writer was killed at many moments', async () => {
  const kills = Array.from({ length: 40 }, (_, round) => 1 + ((round * 37) % 160))
  const child = fileURLToPath(await buildEntry('tests/support/index-child.ts'))
  await killAndCheck(child, kills)
})
