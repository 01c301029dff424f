import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chosenDataFolder, usualDataFolder } from './data-folder'

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
    for (const odd of ['', 'data', './data'])
      expect(usualDataFolder({ XDG_DATA_HOME: odd })).toBe(join(homedir(), '.local', 'share', 'countersign'))
  })
})
