import { expect, it } from 'vitest'
import { commandEnvironment } from './environment'
import { shellArguments } from './invocation'

it('a command on Windows sees its variables however Windows writes them', () => {
  const own = { Path: 'C:\\bin', SYSTEMROOT: 'C:\\Windows', comspec: 'cmd.exe', Api_Key: 'hush' }
  expect(commandEnvironment(own, 'win32')).toMatchObject({
    PATH: 'C:\\bin',
    SystemRoot: 'C:\\Windows',
    ComSpec: 'cmd.exe',
  })
  expect(JSON.stringify(commandEnvironment(own, 'win32'))).not.toContain('hush')
  // Elsewhere these are other variables.
  expect(commandEnvironment(own, 'linux')).not.toHaveProperty('PATH')
})

it('the shell of Windows is given a line as it was shown, quotes and all', () => {
  const line = 'echo "a b" & dir "C:\\Program Files"'
  expect(shellArguments(['/d', '/s', '/c', line], 'win32')).toEqual(['/d', '/s', '/c', `"${line}"`])
  expect(shellArguments(['-c', line], 'linux')).toEqual(['-c', line])
})
