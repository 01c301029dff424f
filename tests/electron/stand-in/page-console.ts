import type { CdpSession } from './cdp'
import { toAppUrl } from './schemes'
import type { StrictEmitter } from './strict'

type Level = 'debug' | 'info' | 'warning' | 'error'

const levels: Readonly<Record<string, Level>> = {
  warning: 'warning',
  error: 'error',
  assert: 'error',
  debug: 'debug',
  verbose: 'debug',
}
// The numbers by which Electron's older, positional form of the event names the levels.
const levelNumbers: readonly Level[] = ['debug', 'info', 'warning', 'error']

/** Sends `console-message` for what a page, or Chromium about the page, writes to its console. */
export function reportConsole(page: CdpSession, emitter: StrictEmitter, frame: object): void {
  const said = (kind: string, message: string, line: number | undefined, url: string | undefined) => {
    const level = levels[kind] ?? 'info'
    // DevTools counts lines from 0, Electron from 1.
    const details = { level, message, lineNumber: (line ?? 0) + 1, sourceId: toAppUrl(url ?? ''), frame }
    const number = levelNumbers.indexOf(level)
    emitter.emit('console-message', details, number, message, details.lineNumber, details.sourceId)
  }
  page.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const text = args.map((value) => String(value.value ?? value.description ?? '')).join(' ')
    const from = stackTrace?.callFrames[0]
    said(type, text, from?.lineNumber, from?.url)
  })
  page.on('Log.entryAdded', ({ entry }) => said(entry.level, entry.text, entry.lineNumber, entry.url))
}
