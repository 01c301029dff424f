import { mkdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { runCommand } from '../support/run-command'
import { freshFolder, startHost } from '../support/start-host'

const limitMs = 30_000
let data: string

beforeAll(() => {
  data = join(freshFolder('arguments'), 'data')
})

const run = (...args: string[]) => runCommand([...args, '--data', data])

describe('what is written after a command', { timeout: limitMs }, () => {
  it.each(['- buy rope', '-5 degrees'])(
    'is text where it comes after --, and else told how: %s',
    async (text) => {
      expect(await run('search', text)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(
          /^There is no option -\S* here\..* Text that begins with - comes last, after --\.\n$/,
        ),
      })
      const found = await runCommand(['search', '--data', data, '--json', '--', text])
      expect(found).toMatchObject({ status: 0 })
      expect(JSON.parse(found.stdout)).toMatchObject({ results: [] })
    },
  )

  it.each(['--help', '-h', '--json'])('is no option after --: %s', async (text) => {
    const found = await runCommand(['search', '--data', data, '--', text])
    expect(found).toMatchObject({ status: 0, stdout: 'Nothing found.\n' })
  })

  it('is no call of a tool where a field of it would be lost on the way', async () => {
    expect(await run('call', 'list_notes', '{"__proto__": {"limit": 1}}')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No tool takes a field that is called __proto__.'),
    })
  })

  it('asks for help in short too', async () => {
    expect(await run('search', '-h')).toEqual(await run('search', '--help'))
  })

  it('is JSON alone with --json, also where only help or the version is asked for', async () => {
    expect(JSON.parse((await runCommand(['--version', '--json'])).stdout)).toEqual({ version })
    for (const args of [['--help'], ['search', '--help']]) {
      const { help } = JSON.parse((await runCommand([...args, '--json'])).stdout) as { help: string }
      expect(help).toBe((await runCommand(args)).stdout)
    }
  })

  it.each([' ', '\u200b'])('is no collection where nothing of its name can be seen: %j', async (name) => {
    for (const [command, what] of [
      ['add', '.'],
      ['search', 'tides'],
    ] as const) {
      expect(await run(command, what, '--collection', name)).toMatchObject({
        status: 2,
        stderr: '--collection needs a name after it, of characters that can be seen.\n',
      })
    }
  })
})

describe('a folder that is named to serve', { timeout: limitMs }, () => {
  it('is granted from where the command stands, also where the application runs already', async () => {
    const work = realpathSync(freshFolder('work'))
    const [first, second] = [join(work, 'first'), join(work, 'second')]
    mkdirSync(first)
    mkdirSync(second)
    const from = (folder: string) => relative(process.cwd(), folder)
    const host = await startHost({ roots: [from(first)] })
    try {
      const again = await runCommand([
        'serve',
        '--json',
        '--no-open',
        '--data',
        host.data,
        '--root',
        from(second),
      ])
      expect(JSON.parse(again.stdout)).toMatchObject({ url: host.url, pid: host.pid })
      const granted = JSON.parse((await runCommand(['grants', '--json', '--data', host.data])).stdout)
      expect(granted).toMatchObject([{ path: first }, { path: second }])
    } finally {
      await host.stop()
    }
  })
})
