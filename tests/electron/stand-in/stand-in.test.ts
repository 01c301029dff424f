import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from './find-binaries'
import { dropFiles, type LaunchedElectron, launchElectron } from './launch'

type FixtureWindow = Window & {
  fixture: {
    platform: string
    nested: { list: number[] }
    pathOf(file: unknown): string
    invoke(channel: string, ...values: unknown[]): Promise<unknown>
    askForPort(): void
    offerPort(callback: (data: unknown) => void): void
    unknownMember(): void
    throws(): void
  }
  port: MessagePort
  received: unknown[]
  portClosed?: boolean
  inlineRan?: boolean
  dropped: string[]
}
// The functions below run inside the page.
declare const window: FixtureWindow

const entry = 'tests/electron/stand-in/fixture/main.mjs'
const project = fileURLToPath(new URL('../../../', import.meta.url))
const run = fileURLToPath(new URL('./run.mjs', import.meta.url))
const register = fileURLToPath(new URL('./register.mjs', import.meta.url))

// Starts the application as launch.ts does and dies as soon as there is a window.
const launcherThatDies = `
  import { spawn } from 'node:child_process'
  const child = spawn(process.execPath, ['--import', process.argv[1], '${run}', '${entry}'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, STAND_IN_CHROMIUM: '${findChromium()}' },
  })
  child.on('message', ({ event }) => {
    if (event !== 'window') return
    process.stdout.write('started\\n', () => process.kill(process.pid, 'SIGKILL'))
  })`

let folder: string
let launched: LaunchedElectron
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stand-in-test-'))
  launched = await launchElectron({ entry, standIn: true })
  page = await launched.firstWindow()
  await page.waitForFunction(() => 'dropped' in window)
})

afterAll(async () => {
  await launched?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('pages', () => {
  it('serves the scheme from its handler in a secure context', async () => {
    expect(await page.title()).toBe('Fixture')
    expect(await page.evaluate(() => window.isSecureContext)).toBe(true)
    expect(
      await page.evaluate(async () => (await fetch('/post', { method: 'POST', body: 'text' })).text()),
    ).toBe('POST text')
    expect(await page.evaluate(async () => (await fetch('/nothing')).status)).toBe(404)
    await expect.poll(launched.stdout).toContain('loaded app://fixture/')
  })

  it('enforces the content security policy that the handler sends', async () => {
    expect(await page.evaluate(() => window.inlineRan)).toBeUndefined()
    const violated = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective)),
        ),
    )
    await page.evaluate(() => fetch('https://elsewhere.invalid/').catch(() => undefined))
    expect(await violated).toBe('connect-src')
  })

  it('stays where it is when will-navigate is prevented', async () => {
    const before = page.url()
    await page.click('#away')
    await expect.poll(launched.stdout).toContain('will-navigate https://elsewhere.test.invalid/')
    await page.evaluate(() => {
      location.href = '/other'
    })
    await expect.poll(launched.stdout).toContain('will-navigate app://fixture/other')
    expect(page.url()).toBe(before)
    expect(await page.evaluate(() => window.fixture.platform)).toBe(process.platform)
  })

  it('opens no window for a page and tells the handler of the address', async () => {
    expect(await page.evaluate(() => window.open('https://opened.invalid/'))).toBeNull()
    await page.click('#blank')
    await expect
      .poll(launched.openedExternal)
      .toEqual(['https://opened.invalid/', 'https://blank.test.invalid/'])
    await page.click('#away', { modifiers: ['Control'] })
    await page.click('#away', { button: 'middle' })
    await expect.poll(async () => (await launched.openedExternal()).length).toBe(4)
    expect(await launched.windows()).toHaveLength(1)
  })

  it('lets the request hooks cancel a request and add a header', async () => {
    const seen = await page.evaluate(async () => ({
      added: (await fetch('/page.js')).headers.get('x-added'),
      banned: await fetch('/banned').then(
        () => 'answered',
        () => 'cancelled',
      ),
    }))
    expect(seen).toEqual({ added: 'xhr', banned: 'cancelled' })
  })

  it('follows the theme that main sets', async () => {
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    const set = (theme: string) =>
      launched.evaluate(
        new Function('electron', 'theme', 'electron.nativeTheme.themeSource = theme') as never,
        theme,
      )
    await set('dark')
    await expect.poll(isDark).toBe(true)
    await set('light')
    await expect.poll(isDark).toBe(false)
  })

  it('denies the permissions that the handler denies', async () => {
    const state = await page.evaluate(
      async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
    )
    expect(state).toBe('denied')
    expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
  })
})

describe('the preload', () => {
  it('is out of the page’s reach', async () => {
    const seen = await page.evaluate(() => ({
      require: typeof (window as unknown as Record<string, unknown>).require,
      process: typeof (window as unknown as Record<string, unknown>).process,
      binding: typeof (window as unknown as Record<string, unknown>).__standInSend,
      receiver: typeof (window as unknown as Record<string, unknown>).__standInReceive,
      greeting: typeof (window as unknown as Record<string, unknown>).greeting,
    }))
    expect(Object.values(seen)).toEqual(Array(5).fill('undefined'))
  })

  it('exposes a frozen copy that cannot be replaced', async () => {
    const result = await page.evaluate(() => {
      const attempts = [
        () => Object.assign(window, { fixture: 1 }),
        () => window.fixture.nested.list.push(4),
        () => Object.assign(window.fixture, { pathOf: () => 'forged' }),
      ]
      const refused = attempts.map((attempt) => {
        try {
          attempt()
          return false
        } catch {
          return true
        }
      })
      return { refused, list: window.fixture.nested.list }
    })
    expect(result).toEqual({ refused: [true, true, true], list: [1, 2, 3] })
  })

  it('passes errors of its functions to the page', async () => {
    await expect(page.evaluate(() => window.fixture.throws())).rejects.toThrow('from the preload')
  })

  it('names a member that the stand-in lacks', async () => {
    await expect(page.evaluate(() => window.fixture.unknownMember())).rejects.toThrow(
      'The Electron stand-in has no ipcRenderer.sendSync.',
    )
  })

  it('gives the path of a file that was really dropped, and none for one made in the page', async () => {
    const path = join(folder, 'größe \u202e name.txt')
    await writeFile(path, 'content')
    await dropFiles(page, '#zone', [path, folder])
    await page.waitForFunction(() => window.dropped.length === 2)
    expect(await page.evaluate(() => window.dropped)).toEqual([path, folder])
    expect(await page.evaluate(() => window.fixture.pathOf(new File(['x'], 'made.txt')))).toBe('')
  })
})

describe('messages', () => {
  it('carries a port from main through the preload into the page, in order, both ways', async () => {
    await page.evaluate(() => window.fixture.askForPort())
    await page.waitForFunction(() => window.received?.length === 1)
    await page.evaluate(() => {
      window.port.postMessage('one')
      window.port.postMessage({ bytes: new Uint8Array([1, 2, 255]) })
      window.port.postMessage('Zeichen 🜚')
    })
    await page.waitForFunction(() => window.received.length === 4)
    const received = await page.evaluate(() => window.received.map((item) => JSON.stringify(item)))
    expect(received).toEqual([
      '"first"',
      '{"answerTo":"one"}',
      '{"answerTo":{"bytes":{"0":1,"1":2,"2":255}}}',
      '{"answerTo":"Zeichen 🜚"}',
    ])
  })

  it('carries a port from the preload to main', async () => {
    const answer = await page.evaluate(() => new Promise((resolve) => window.fixture.offerPort(resolve)))
    expect(answer).toEqual({ from: 'main', value: 'offered', data: 'over the port' })
  })

  it('reports the sender by the application’s own scheme', async () => {
    expect(await page.evaluate(() => window.fixture.invoke('sender'))).toEqual({
      url: 'app://fixture/',
      origin: 'app://fixture',
    })
  })

  it('rejects an invoke whose handler failed or is missing, as Electron words it', async () => {
    await expect(page.evaluate(() => window.fixture.invoke('fail'))).rejects.toThrow(
      "Error invoking remote method 'fail': Error: refused on purpose",
    )
    await expect(page.evaluate(() => window.fixture.invoke('nobody'))).rejects.toThrow(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    )
  })

  it('closes the ports of a document that is reloaded, and starts its preload anew', async () => {
    await page.reload()
    await expect.poll(launched.stdout).toContain('port closed')
    await page.evaluate(() => window.fixture.askForPort())
    await page.waitForFunction(() => window.received?.[0] === 'first')
  })
})

describe('the system', () => {
  it('answers a dialog that is open and one that comes later', async () => {
    const open = page.evaluate(() => window.fixture.invoke('pick'))
    await expect
      .poll(launched.dialogs.shown)
      .toEqual([{ kind: 'open', options: { properties: ['openDirectory'] } }])
    await launched.dialogs.answer('open', { filePaths: [folder] })
    expect(await open).toEqual({ canceled: false, filePaths: [folder] })
    await launched.dialogs.answer('open', { canceled: true })
    expect(await page.evaluate(() => window.fixture.invoke('pick'))).toEqual({
      canceled: true,
      filePaths: [],
    })
  })

  it('names a member, an event and a preference that it does not know', async () => {
    const ask = (expression: string) =>
      launched.evaluate(new Function('electron', `return ${expression}`) as () => void)
    await expect(ask('electron.app.getFileIcon')).rejects.toThrow('has no app.getFileIcon.')
    await expect(ask('electron.net.fetch')).rejects.toThrow('has no net.fetch.')
    await expect(ask('electron.app.on("login", () => {})')).rejects.toThrow("has no event 'login' on app.")
    await expect(ask('new electron.BrowserWindow({webPreferences: {sandbox: false}})')).rejects.toThrow(
      'webPreferences.sandbox must be true',
    )
  })
})

describe('the process', () => {
  it('loads native modules although it calls itself Electron', async () => {
    expect(await page.evaluate(() => window.fixture.invoke('database'))).toEqual({ answer: 42 })
    const type = await launched.evaluate(new Function('return process.type') as () => string)
    expect(type).toBe('browser')
  })

  it('reports a renderer that crashed', async () => {
    const crashing = await launchElectron({ entry, standIn: true })
    const doomed = await crashing.firstWindow()
    const client = await doomed.context().newCDPSession(doomed)
    await Promise.race([client.send('Page.crash'), doomed.waitForEvent('crash')])
    await expect.poll(crashing.stdout).toContain('gone crashed')
    await crashing.close()
  })

  it('lets one instance live in a profile and tells it of the second', async () => {
    const profile = join(folder, 'shared')
    const first = await launchElectron({ entry, standIn: true, profile })
    await first.firstWindow()
    const second = await launchElectron({ entry, standIn: true, profile, args: ['from-second'] }).catch(
      String,
    )
    await expect.poll(first.stdout).toContain('told of from-second fixture')
    if (typeof second !== 'string') await second.exited
    await first.close()
    expect(first.stdout()).toContain('will-quit')
    expect((await first.exited).code).toBe(0)
  })

  it('takes its Chromium with it when it is killed, and starts again on the same profile', async () => {
    const profile = join(folder, 'killed')
    const doomed = await launchElectron({ entry, standIn: true, profile })
    const killed = await doomed.firstWindow()
    const gone = new Promise((resolve) => killed.context().browser()?.once('disconnected', resolve))
    await doomed.kill()
    await gone
    expect((await doomed.exited).signal).toBe('SIGKILL')
    const again = await launchElectron({ entry, standIn: true, profile })
    expect(await (await again.firstWindow()).title()).toBe('Fixture')
    await again.close()
  })

  it('keeps what pages stored when it quits', async () => {
    const profile = join(folder, 'stored')
    const first = await launchElectron({ entry, standIn: true, profile })
    await (await first.firstWindow()).evaluate(() => localStorage.setItem('kept', 'yes'))
    await first.close()
    const second = await launchElectron({ entry, standIn: true, profile })
    expect(await (await second.firstWindow()).evaluate(() => localStorage.getItem('kept'))).toBe('yes')
    await second.close()
  })

  it('ends when the process that started it goes away', async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', launcherThatDies, register], {
      cwd: project,
      env: { ...process.env, STAND_IN_CHROMIUM_PROFILE: join(folder, 'orphan'), XDG_CONFIG_HOME: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const heard: string[] = []
    // The application and its Chromium hold the output open: this loop ends when the last of them has.
    for await (const line of createInterface({ input: parent.stdout })) heard.push(line)
    expect(heard).toContain('started')
    expect(parent.signalCode).toBe('SIGKILL')
  })
})
