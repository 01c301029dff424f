import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { _electron } from '@playwright/test'
import type { DialogAnswer, DialogKind, Exit, LaunchedElectron, ShownDialog } from './launch'
import type { Start } from './launch-stand-in'

type Records = {
  dialogs: ShownDialog[]
  openedExternal: string[]
  shownInFolder: string[]
  answers: { kind: string; answer: DialogAnswer }[]
  waiting: { kind: string; resolve(answer: DialogAnswer): void }[]
}
type WithRecords = typeof globalThis & { testRecords: Records }

function collect(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

/** Replaces what would reach the person or the system; runs in the main process of the real Electron. */
function recordSystemCalls({ dialog, shell }: typeof import('electron')) {
  const records: Records = { dialogs: [], openedExternal: [], shownInFolder: [], answers: [], waiting: [] }
  ;(globalThis as WithRecords).testRecords = records
  const ask = async (kind: 'open' | 'save' | 'message', given: unknown[], complete: object) => {
    records.dialogs.push({ kind, options: JSON.parse(JSON.stringify(given.at(-1) ?? {})) })
    const at = records.answers.findIndex((one) => one.kind === kind)
    const answer =
      at >= 0
        ? records.answers.splice(at, 1)[0]?.answer
        : await new Promise<DialogAnswer>((resolve) => records.waiting.push({ kind, resolve }))
    return { ...complete, ...answer }
  }
  Object.assign(dialog, {
    showOpenDialog: (...given: unknown[]) => ask('open', given, { canceled: false, filePaths: [] }),
    showSaveDialog: (...given: unknown[]) => ask('save', given, { canceled: false, filePath: '' }),
    showMessageBox: (...given: unknown[]) => ask('message', given, { response: 0, checkboxChecked: false }),
    showErrorBox: (title: string, content: string) => {
      records.dialogs.push({ kind: 'error', options: { title, content } })
    },
  })
  Object.assign(shell, {
    openExternal: async (url: string) => void records.openedExternal.push(url),
    showItemInFolder: (path: string) => void records.shownInFolder.push(path),
  })
}

/** Starts the built application on a real Electron binary, with the same handle as the stand-in's. */
export async function launchBinary(executablePath: string, start: Start): Promise<LaunchedElectron> {
  const asRoot = process.getuid?.() === 0
  const application = await _electron.launch({
    executablePath,
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      `--user-data-dir=${join(start.profile, 'user-data')}`,
      start.entry,
      ...start.args,
    ],
    cwd: start.project,
    env: Object.fromEntries(
      Object.entries(start.env).filter((entry): entry is [string, string] => !!entry[1]),
    ),
  })
  const child = application.process()
  const stdout = collect(child.stdout)
  const stderr = collect(child.stderr)
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  await application.evaluate(recordSystemCalls)
  const read = () =>
    application.evaluate(() => {
      const { dialogs, openedExternal, shownInFolder } = (globalThis as WithRecords).testRecords
      return { dialogs, openedExternal, shownInFolder }
    })
  return {
    runsOn: 'electron',
    pid: child.pid ?? 0,
    firstWindow: async () => {
      const page = await application.firstWindow()
      await page.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'domcontentloaded' })
      return page
    },
    windows: async () => application.windows(),
    dialogs: {
      answer: (kind: DialogKind, answer: DialogAnswer) =>
        application.evaluate(
          (_electron, given) => {
            const { answers, waiting } = (globalThis as WithRecords).testRecords
            const at = waiting.findIndex((one) => one.kind === given.kind)
            if (at < 0) answers.push(given)
            else waiting.splice(at, 1)[0]?.resolve(given.answer)
          },
          { kind, answer },
        ),
      shown: async () => (await read()).dialogs,
    },
    openedExternal: async () => (await read()).openedExternal,
    shownInFolder: async () => (await read()).shownInFolder,
    evaluate: ((ask: never, value: never) =>
      application.evaluate(ask, value)) as LaunchedElectron['evaluate'],
    stdout,
    stderr,
    exited,
    close: async () => {
      await application.close()
      await exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
