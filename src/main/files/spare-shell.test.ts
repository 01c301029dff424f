import type * as ChildProcess from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { childProcesses } from '../../../tests/support/child-processes'
import { neverStarted, startQuickly } from './spare-shell'

/** What happens to a shell that is started to wait: as usual, no such program, or an exception of the system. */
const waiting = vi.hoisted(() => ({ shell: 'starts' as 'starts' | 'is missing' | 'is refused', started: 0 }))

vi.mock('node:child_process', async (original) => {
  const real = await original<typeof ChildProcess>()
  const spawn = (program: string, ...rest: [string[], object]) => {
    if (program !== '/bin/sh') return real.spawn(program, ...rest)
    waiting.started++
    if (waiting.shell === 'is refused') throw new Error('spawn EAGAIN')
    return real.spawn(waiting.shell === 'is missing' ? '/no/such/shell' : program, ...rest)
  }
  return { ...real, spawn }
})

afterEach(() => {
  waiting.shell = 'starts'
})

const tellArguments =
  'process.stdout.write(JSON.stringify([process.argv.slice(1), process.cwd(), process.env.HOME ?? "none"]))'

async function told(words: readonly string[]): Promise<unknown> {
  const child = startQuickly(process.execPath, ['-e', tellArguments, '--', ...words], '/')
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(complaints).toBe('')
  return JSON.parse(said)
}

it('hands on every word as it is, by a shell that was there before and without one', async () => {
  const words = [
    '',
    ' ',
    "o'neil",
    "'",
    "''; exit 1; '",
    '$(exit 1)',
    '`exit 1`',
    '$HOME',
    '\\',
    "\\'",
    'two\nlines\n',
    '\r',
    '\t*?[a]{b,c}~!#&|;<>()"',
    '-n',
    'Größe 日本 🙂',
    '\u0001\u007f',
    'long '.repeat(20_000),
  ]
  for (let round = 0; round < 3; round++) {
    expect(await told(words)).toEqual([words, '/', 'none'])
    await waitingShells()
  }
})

it('does without a shell whose end from outside is known', async () => {
  await told([])
  const shells = await waitingShells()
  for (const id of shells) process.kill(id, 'SIGKILL')
  await expect.poll(() => childProcesses(() => true).filter((id) => shells.includes(id))).toEqual([])
  expect(await told(['after it'])).toEqual([['after it'], '/', 'none'])
})

it.skipIf(process.platform !== 'linux').each(['is missing', 'is refused'] as const)(
  'starts programs itself where the shell that would wait %s',
  async (shell) => {
    waiting.shell = shell
    for (let round = 0; round < 4; round++) {
      const { started } = waiting
      expect(await told(['without'])).toEqual([['without'], '/', 'none'])
      await expect.poll(() => waiting.started).toBe(started + 1)
    }
    expect(childProcesses((line) => line.join() === '/bin/sh')).toEqual([])
    waiting.shell = 'starts'
    expect(await told(['again'])).toEqual([['again'], '/', 'none'])
    await waitingShells()
  },
)

it.skipIf(process.platform !== 'linux')('starts no shell while a program is under way', async () => {
  const stays = () =>
    startQuickly(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'], '/')
  const [first, second] = [stays(), stays()]
  await Promise.all([once(first.stdout, 'data'), once(second.stdout, 'data')])
  const ended = once(first, 'close')
  first.kill('SIGKILL')
  await ended
  // Longer than it takes until the next one is started.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(childProcesses((line) => line.join() === '/bin/sh')).toEqual([])
  second.kill('SIGKILL')
  await waitingShells()
})

it('ends a program that is killed, and not a shell around it', async () => {
  for (let round = 0; round < 2; round++) {
    const child = startQuickly(
      process.execPath,
      ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'],
      '/',
    )
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  }
})

it.each([
  ['a program', '/no/such/program', '/'],
  ['a folder', process.execPath, '/no/such/folder'],
])(
  'tells of %s that is not there, by a shell that was there before and without one',
  async (_, program, folder) => {
    for (let round = 0; round < 2; round++) {
      const child = startQuickly(program, ['--version'], folder)
      const ended = await new Promise<number | null | 'error'>((resolve) => {
        child.once('error', () => resolve('error')).once('close', resolve)
      })
      expect(ended === 'error' || neverStarted(ended)).toBe(true)
    }
  },
)

/** The shell that waits for the next program, where one does. */
async function waitingShells(): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const shells = () => childProcesses((line) => line.join() === '/bin/sh')
  await expect.poll(shells).toHaveLength(1)
  return shells()
}
