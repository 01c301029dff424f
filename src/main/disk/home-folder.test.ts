import { homedir } from 'node:os'
import { parse } from 'node:path'
import { describe, expect, it } from 'vitest'
import { homeFolder } from './home-folder'

const unknownAccount = () => {
  throw new Error('A system error occurred: uv_os_homedir returned ENOENT')
}

describe('the home folder', () => {
  it('is what the system says', () => {
    expect(homeFolder()).toBe(homedir())
  })

  it('is what the account has where the variable is empty or relative', () => {
    for (const odd of ['', 'home', './home'])
      expect(homeFolder([() => odd, () => '/home/ann'])).toBe('/home/ann')
  })

  it('is the root for an account that is in no list', () => {
    expect(homeFolder([unknownAccount, unknownAccount])).toBe(parse(process.cwd()).root)
  })
})
