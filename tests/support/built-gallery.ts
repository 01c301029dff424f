import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import { findChromium } from '../electron/stand-in/find-binaries'

const renderer = join(import.meta.dirname, '../../src/renderer')
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** The gallery, built, in a real browser; its host is one of this computer, as the application's is: others lack functions. */
export interface BuiltGallery {
  /** Opens it under the application's content security policy; the page ends with the test. */
  open(
    query?: string,
    viewport?: { width: number; height: number },
  ): Promise<{ page: Page; asked: string[]; complaints: string[] }>
  close(): Promise<void>
}

/** Builds the gallery and starts a browser for it. */
export async function buildGallery(): Promise<BuiltGallery> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-gallery-'))
  await build({
    configFile: false,
    root: renderer,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
      rollupOptions: { input: join(renderer, 'gallery.html') },
    },
  })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  })
  return {
    async open(query = '', viewport = { width: 1400, height: 900 }) {
      const context = await browser.newContext({ viewport, locale: 'en-US', timezoneId: 'UTC' })
      onTestFinished(() => context.close())
      const { asked, complaints, page } = await serve(context, folder)
      await page.goto(`http://gallery.localhost/gallery.html?${query}`)
      await page.locator('.gallery-app').waitFor()
      return { page, asked, complaints }
    },
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Answers with the built files alone, and hears what the page asks for and complains about. */
async function serve(context: BrowserContext, folder: string) {
  const asked: string[] = []
  const complaints: string[] = []
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    asked.push(url.href)
    if (url.host !== 'gallery.localhost') return route.abort()
    const body = await readFile(join(folder, url.pathname)).catch(() => undefined)
    if (!body) return route.fulfill({ status: 404 })
    return route.fulfill({
      body,
      contentType: types[extname(url.pathname)],
      headers: { 'content-security-policy': policy },
    })
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    // A browser asks for a site's icon by itself.
    if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { asked, complaints, page }
}
