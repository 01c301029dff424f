/** Opens pages of the web for what their scripts make of them, without anything that is the person's. */
export interface PageBrowsers {
  /** Starts one; throws one sentence where that is not possible, and the signal's reason when it is aborted. */
  start(signal: AbortSignal): Promise<PageBrowser>
}

/** A browser that has no way to the network: whatever its pages ask for is answered by who drives them. */
export interface PageBrowser {
  /** Opens an empty page that knows nothing of the others. */
  openPage(): Promise<BrowserPage>
  /** Ends it with all of its pages; what they still wait for fails. */
  close(): Promise<void>
}

/** A page, driven by Chromium's DevTools protocol (https://chromedevtools.github.io/devtools-protocol/tot/). */
export interface BrowserPage {
  /** Sends a command and answers its result; throws a {@link PageFailure} where the page refuses it or is gone. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Hears every event of the page from here on. */
  listen(listener: (event: PageEvent) => void): void
  /** Resolves when it is gone, by whatever. */
  readonly gone: Promise<void>
  close(): Promise<void>
}

/** An event of a page; its parameters are read by whoever knows them. */
export interface PageEvent {
  readonly method: string
  readonly params: unknown
}

/** What a page or its browser refused, or that it is gone: nothing that is wrong with us. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure'
}
