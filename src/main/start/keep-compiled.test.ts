import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let built: string

beforeEach(() => {
  built = mkdtempSync(join(tmpdir(), 'countersign-built-'))
  mkdirSync(join(built, 'main'))
  writeFileSync(
    join(built, 'main', 'chunk.mjs'),
    'export const said = [1, 2].map((each) => each * 2).join()\n',
  )
})
afterEach(() => rmSync(built, { recursive: true, force: true }))

/** Starts a program in `built` as an entry of ours does, and answers what it said. */
function start(): string {
  const entry = `
    const { keepCompiled } = await import(${JSON.stringify(new URL('keep-compiled.ts', import.meta.url).href)})
    keepCompiled(${JSON.stringify(join(built, 'main'))})
    console.log((await import(${JSON.stringify(join(built, 'main', 'chunk.mjs'))})).said)
  `
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', entry]
  return execFileSync(process.execPath, args, { encoding: 'utf8', env: {} }).trim()
}

describe('what the engine compiled of the program', () => {
  it('is kept beside it, and the next start runs as the first', () => {
    expect(existsSync(join(built, 'compiled'))).toBe(false)
    expect(start()).toBe('2,4')
    expect(readdirSync(join(built, 'compiled'), { recursive: true }).length).toBeGreaterThan(1)
    expect(start()).toBe('2,4')
  })

  it('is compiled anew where nothing can be kept there', () => {
    writeFileSync(join(built, 'compiled'), 'no folder')
    expect(start()).toBe('2,4')
  })
})
