import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { findElectron } from './find-binaries'
import { launchBinary } from './launch-binary'
import { launchStandIn } from './launch-stand-in'

/** How to start an Electron application for a test. */
export type LaunchOptions = {
  /** The built main file, relative to the project. */
  entry: string
  args?: readonly string[]
  /** Added to this process's environment; undefined removes a variable. */
  env?: Readonly<Record<string, string | undefined>>
  /**
   * Folder of the user's configuration, hence of `userData`, and of the pages' storage. Given, it is kept, so
   * that a second launch finds what the first left; otherwise a temporary one is removed at the end.
   */
  profile?: string
  /** Take the stand-in although an Electron binary is there. */
  standIn?: boolean
}

export type DialogKind = 'open' | 'save' | 'message'
/** The part of a dialog's result that matters; the rest is filled in. */
export type DialogAnswer = {
  canceled?: boolean
  filePaths?: string[]
  filePath?: string
  response?: number
  checkboxChecked?: boolean
}
export type ShownDialog = { kind: DialogKind | 'error'; options: Record<string, unknown> }
export type Exit = { code: number | null; signal: string | null }

/** A running application, on the Electron binary or on the stand-in. */
export type LaunchedElectron = {
  readonly runsOn: 'electron' | 'stand-in'
  readonly pid: number
  /** The first window, once it shows something other than an empty page. */
  firstWindow(): Promise<Page>
  /** Every open window. */
  windows(): Promise<Page[]>
  readonly dialogs: {
    /** Answers the next dialog of that kind, or the one that is open now. */
    answer(kind: DialogKind, answer: DialogAnswer): Promise<void>
    /** Dialogs that have been shown, oldest first. */
    shown(): Promise<ShownDialog[]>
  }
  /** Addresses given to the system's browser, oldest first. */
  openedExternal(): Promise<string[]>
  /** Paths shown in the file manager, oldest first. */
  shownInFolder(): Promise<string[]>
  /**
   * Runs a function in the main process with the electron module. Only its text travels: it sees nothing from
   * outside but its second argument.
   */
  evaluate<R, A = undefined>(
    ask: (electron: ElectronModule, value: A) => R | Promise<R>,
    value?: A,
  ): Promise<R>
  stdout(): string
  stderr(): string
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<Exit>
  /** Quits as a person would, and waits; a process that hangs is killed and reported. */
  close(): Promise<void>
  /** Ends the process at once, as a crash does, and waits. */
  kill(): Promise<void>
}

/** The electron module as functions for the main process get it; narrow it to what is used. */
export type ElectronModule = typeof import('electron')

export { dropFiles } from './drop-files'

const project = resolve(fileURLToPath(new URL('../../../', import.meta.url)))

/** Starts an application on the Electron binary where there is one, otherwise on the stand-in. */
export async function launchElectron(options: LaunchOptions): Promise<LaunchedElectron> {
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'electron-test-')))
  await mkdir(profile, { recursive: true })
  const env: NodeJS.ProcessEnv = { ...process.env, XDG_CONFIG_HOME: join(profile, 'config'), ...options.env }
  const start = {
    project,
    profile,
    entry: resolve(project, options.entry),
    args: options.args ?? [],
    env,
  }
  const binary = options.standIn ? undefined : findElectron(project)
  const running = binary ? await launchBinary(binary, start) : await launchStandIn(start)
  const end = async () => {
    // Chromium's last processes may still be writing when its first one has ended.
    if (!options.profile) await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return {
    ...running,
    close: () => running.close().finally(end),
    kill: () => running.kill().finally(end),
  }
}
