import type { PageBrowsers } from './web/rendering/page-browser'

/** What differs between the Electron shell, the browser host and the command line. */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'command_line'
  /** Dialogs of the system, or null where there are none and the page asks for a path instead. */
  readonly dialogs: Dialogs | null
  /** Notifications of the system, or null where there are none or the page has its own. */
  readonly notifications: Notifications | null
  readonly secrets: Secrets
  /** Browsers that run the scripts of pages, or null where there is none. */
  readonly pageBrowsers: PageBrowsers | null
  /** Opens an address outside; the caller has checked its scheme. */
  openExternal(url: string): Promise<void>
  /** Brings the window to the front when a second start asks; answers the page's address where there is one. */
  focus(): Promise<{ readonly url: string | null }>
  /** Lets go of the data folder for a host with a window; answers false when this host has one itself. */
  giveWay(): boolean
}

/** Dialogs of the system; each answers null or an empty list when cancelled. */
export interface Dialogs {
  chooseFolder(): Promise<string | null>
  chooseFiles(): Promise<readonly string[]>
  /** Where a file is to be written; it has asked about one that is there. `name` is what it is called at first. */
  chooseTarget(name: string): Promise<string | null>
}

/** Notifications of the system. */
export interface Notifications {
  /** Tells something; a later one about the same takes its place. `clicked` is called once the window is in front. */
  show(told: {
    readonly about: string
    readonly title: string
    readonly body: string
    readonly clicked: () => void
  }): void
}

/** Keys and tokens. Never logged, never exported, never sent to the page. */
export interface Secrets {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
  /** What they are stored under. */
  names(): Promise<readonly string[]>
}
