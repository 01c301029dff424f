import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type CdpConnection, connectCdp } from './cdp'

/** A Chromium that lives as long as this process. */
export type RunningChromium = {
  readonly connection: CdpConnection
  /** WebSocket address at which a second client, the test, connects. */
  readonly endpoint: string
  readonly process: ChildProcess
}

const flags = [
  '--headless=new',
  '--no-startup-window',
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
  // Without these a headless Chromium tries to reach the network at every start.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-client-side-phishing-detection',
  '--disable-search-engine-choice-screen',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,HttpsUpgrades',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  // Windows that nobody looks at keep their timers and animation frames.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Windows are opened by the application alone: window.open gives null, as after a handler's `deny`.
  '--disable-popup-blocking',
  '--block-new-web-contents',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--disable-gpu',
]

/** Starts Chromium with a profile folder of its own and waits until it can be driven. */
export async function startChromium(options: {
  executable: string
  profile: string
  switches: readonly string[]
}): Promise<RunningChromium> {
  const asRoot = process.getuid?.() === 0
  const child = spawn(
    options.executable,
    [
      ...flags,
      ...(asRoot ? ['--no-sandbox'] : []),
      `--user-data-dir=${options.profile}`,
      ...options.switches,
    ],
    // Holding this process's output open lets whoever started it see when Chromium has ended too.
    { stdio: ['ignore', 'inherit', 'pipe', 'pipe', 'pipe'] },
  )
  // stdio 3 and 4 were asked for as pipes: Chromium reads commands from 3 and writes answers to 4.
  const connection = connectCdp(child.stdio[4] as Readable, child.stdio[3] as Writable)
  const endpoint = await new Promise<string>((resolve, reject) => {
    const said: string[] = []
    const lines = createInterface({ input: child.stderr as Readable })
    lines.on('line', (line) => {
      if (said.length < 50) said.push(line)
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('error', (error) => reject(new Error(`Chromium did not start: ${error.message}`)))
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}.\n${said.join('\n')}`)))
  })
  return { connection, endpoint, process: child }
}
