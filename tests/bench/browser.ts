import { type Browser, chromium } from '@playwright/test'

/** Starts a Chromium that does nothing in the background: none of that belongs to a figure. */
export function launchChromium(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  })
}
