import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
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

it('removes what is left of a removal that was cut short, and keeps what is in the trash', async () => {
  const data = mkdtempSync(join(tmpdir(), 'countersign-core-'))
  const trash = join(data, 'trash')
  for (const name of ['kept', 'gone.leaving']) mkdirSync(join(trash, name, 'content'), { recursive: true })
  const core = await openTestCore({ data })
  await vi.waitFor(() => expect(readdirSync(trash)).toEqual(['kept']))
  await core.close()
  rmSync(data, { recursive: true })
})
