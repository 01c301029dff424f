import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { protectedInside } from './protected-inside'
import { isSecret } from './protected-places'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-inside-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Node writes names as UTF-8 alone. */
const shell = (script: string) => execFileSync('bash', ['-c', script], { cwd: root })

it.each([
  ['.bash_history', true],
  ['.psql_history', true],
  ['payment_history', false],
  ['.history.txt', false],
  ['passwords.kdbx', true],
  ['notes about .env', false],
])('%s is a well-known secret: %s', (name, isOne) => {
  expect(isSecret(join(root, name))).toBe(isOne)
  expect(isSecret(join(root, name, 'inside'))).toBe(isOne)
})

describe('what is kept from a command in its folder', () => {
  it('is found at any depth, but not below what is kept from it already', async () => {
    mkdirSync(join(root, 'a/.ssh/inner'), { recursive: true })
    writeFileSync(join(root, 'a/.ssh/.env'), '')
    writeFileSync(join(root, '.env.local'), '')
    expect((await protectedInside(root, isSecret)).sort()).toEqual([
      join(root, '.env.local'),
      join(root, 'a/.ssh'),
    ])
  })

  // Other systems refuse such names.
  describe.runIf(process.platform === 'linux')('under a name that is not Unicode', () => {
    it.each([
      ['a folder above it', "mkdir $'caf\\xe9' && touch $'caf\\xe9/.env'"],
      ['a folder further above', "mkdir -p $'caf\\xe9/deep/er' && touch $'caf\\xe9/deep/er/.env'"],
      ['itself', "touch $'.env.\\xff'"],
    ])('refuses the folder rather than leave it in sight: %s', async (_what, script) => {
      shell(script)
      await expect(protectedInside(root, isSecret)).rejects.toMatchObject({ code: 'unsupported' })
    })

    it('lets other files of such names be', async () => {
      shell("mkdir $'caf\\xe9' && touch $'caf\\xe9/menu' $'b\\xff' .env")
      expect(await protectedInside(root, isSecret)).toEqual([join(root, '.env')])
    })
  })
})
