import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestCore } from '../../tests/support/open-test-core'

it('leaves nothing open when it can’t start, so that the next start finds the folder free', async () => {
  const data = mkdtempSync(join(tmpdir(), 'countersign-core-'))
  await expect(openTestCore({ data, roots: [join(data, '..', 'none', 'such')] })).rejects.toMatchObject({
    code: 'not_found',
  })
  // SQLite removes its log when the last connection closes.
  expect(existsSync(join(data, 'countersign.db'))).toBe(true)
  expect(existsSync(join(data, 'countersign.db-wal'))).toBe(false)
  const again = await openTestCore({ data })
  await again.close()
  rmSync(data, { recursive: true })
})
