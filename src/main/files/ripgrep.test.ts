import { expect, it } from 'vitest'
import { childProcesses } from '../../../tests/support/child-processes'
import { ripgrep } from './ripgrep'

it.skipIf(process.platform !== 'linux')(
  'does not give what it found until it was killed for all there is',
  async () => {
    const found: string[] = []
    const searching = ripgrep(['--files', '--null', '--', process.cwd()], {
      separator: '\0',
      signal: AbortSignal.timeout(60_000),
      passedOver: [],
      take: (path) => {
        if (found.push(path) === 1) {
          const searches = childProcesses((line) => line.includes('--no-config'))
          expect(searches).toHaveLength(1)
          for (const id of searches) process.kill(id, 'SIGKILL')
        }
        return true
      },
    })
    await expect(searching).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The search was ended from outside before it was through. Try again.',
    })
    expect(found).not.toEqual([])
  },
)
