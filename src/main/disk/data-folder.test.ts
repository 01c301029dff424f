import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chosenDataFolder, createDataFolder, dataFolderAt, usualDataFolder } from './data-folder'

describe('the data folder', () => {
  it('is what a flag names, else the environment, else the usual one', () => {
    const environment = { COUNTERSIGN_DATA: '/from/environment' }
    expect(chosenDataFolder('/from/flag', environment).root).toBe(resolve('/from/flag'))
    expect(chosenDataFolder(undefined, environment).root).toBe(resolve('/from/environment'))
    expect(chosenDataFolder(undefined, {}).root).toBe(usualDataFolder({}))
  })

  it('is never the folder in which the program was started because a variable is empty', () => {
    expect(chosenDataFolder(undefined, { COUNTERSIGN_DATA: '' }).root).toBe(usualDataFolder({}))
  })

  it.runIf(process.platform === 'linux')('takes no relative place of data from the desktop', () => {
    expect(usualDataFolder({ XDG_DATA_HOME: '/data' })).toBe('/data/countersign')
    for (const odd of ['', 'data', '../data'])
      expect(usualDataFolder({ XDG_DATA_HOME: odd })).toBe(join(homedir(), '.local', 'share', 'countersign'))
  })

  it('is made with what is above it, for this user alone', () => {
    const folder = dataFolderAt(join(mkdtempSync(join(tmpdir(), 'countersign-made-')), 'a', 'b'))
    createDataFolder(folder)
    createDataFolder(folder)
    expect(statSync(folder.blobs).mode & 0o777).toBe(0o700)
    expect(statSync(folder.root).mode & 0o777).toBe(0o700)
  })

  it('says what is in its place where it can’t be made', () => {
    const above = mkdtempSync(join(tmpdir(), 'countersign-made-'))
    const [file, link] = [join(above, 'file'), join(above, 'link')]
    writeFileSync(file, '')
    symlinkSync('nowhere', link)
    for (const [path, inTheWay] of [
      [file, file],
      [join(file, 'below'), file],
      [link, link],
    ] as const) {
      expect(() => createDataFolder(dataFolderAt(path)), path).toThrow(
        `The data folder ${path} can’t be made: ${inTheWay} is not a folder. Choose another with --data.`,
      )
    }
  })

  it('can’t pose as a line of its own where it is told', () => {
    const below = dataFolderAt('/proc/nothing/a\nCountersign runs at http://evil')
    expect(() => createDataFolder(below)).toThrow(/^The data folder [^\n]*a\\nCountersign[^\n]*$/)
  })

  it.runIf(process.platform === 'linux')('says so where nothing can be made', () => {
    expect(() => createDataFolder(dataFolderAt('/proc/nothing/here'))).toThrow('can’t be written')
  })
})
