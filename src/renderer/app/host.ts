/** What the preload script hands to the page; absent in a plain browser. */
export interface PageHost {
  connect(): void
  pathOf(file: File): string
}

declare global {
  interface Window {
    countersignHost?: PageHost
  }
}

/** The Electron shell's side of the page, or undefined in a browser. */
export const pageHost: PageHost | undefined = window.countersignHost
