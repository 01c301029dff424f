import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTask } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type BlobStore, incomingPrefix } from '../changes/blobs'
import { privateFile } from '../disk/owner-only'
import { detectFormat } from '../library/extractors/detect'
import { DETECTION_BYTES } from '../library/extractors/limits'
import type { DocumentMime } from '../library/extractors/types'
import { nameOfSource } from '../library/sources/source-name'
import { addressOf, type WebAddress } from './address'
import type { RequestLimits, WebAnswer } from './guarded-fetch'
import { FEW_LETTERS } from './limits'
import { createLinkReader, type PageLinks } from './page-links'
import type { SentPage } from './rendering/page-answers'
import type { ScriptedPage } from './rendering/render-page'
import type { ScriptedPages } from './rendering/scripted-pages'

/** A page or document as it was sent, kept in the blob store. */
export interface ReceivedPage extends Omit<PageLinks, 'refresh'> {
  /** Another address that it leads to by itself and that was not gone to; null for most. */
  readonly leadsTo: WebAddress | null
  /** Where the redirects ended. */
  readonly url: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly scripts: RunScripts | null
}

/** For a page that shows little as it was sent: whether its scripts were run, and why it shows little still, where it does. */
export interface RunScripts {
  readonly run: boolean
  readonly error: AppError | null
}

/** What pages are received with. */
export interface Receiving extends PageStore, Pick<RequestLimits, 'signal'> {
  readonly scripted: Pick<ScriptedPages, 'run'>
  /** Receives what a page of some bytes leads to instead of it, or throws why not; null where that is another's to do. */
  readonly follow: ((to: WebAddress, bytes: number) => Promise<ReceivedPage>) | null
}

/** Where contents go. */
export interface PageStore {
  readonly blobs: Pick<BlobStore, 'folder' | 'putFile'>
}

/** Characters that are looked through for links at a time. */
const PIECE = 100_000

/** What a page that does not begin like one is taken for. */
const OTHER_TEXT: ReadonlySet<DocumentMime> = new Set(['text/plain', 'text/markdown', 'text/x-source'])
const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
/** What pages are made of and no one reads. */
const OTHER_TYPES = /^(?:image|video|audio|font)\/|^(?:text\/css|(?:text|application)\/(?:x-)?javascript)$/

/**
 * Keeps what an answer brings, if it is something to read: told by its content, whatever its header says. One that shows
 * little and leads elsewhere, by its scripts or its head, is followed; where that fails, it is kept.
 */
export async function receivePage(
  answer: WebAnswer,
  { blobs, scripted, signal, follow }: Receiving,
): Promise<ReceivedPage> {
  const { address, mediaType } = answer
  if (OTHER_TYPES.test(mediaType)) {
    answer.discard()
    throw notAPage(address.host)
  }
  // What a crash leaves of it is cleared away at the next start.
  const part = join(blobs.folder, `${incomingPrefix}${randomUUID()}`)
  try {
    const { head, charset, links: sent } = await write(answer, part)
    const format = await requireReadable(part, head, answer)
    if (HTML_TYPES.has(mediaType) && OTHER_TEXT.has(format) && !head.includes(0)) await markAsPage(part)
    let links = sent
    let scripts: RunScripts | null = null
    let leads: string | null = null
    if (sent.hasScripts && sent.letters < FEW_LETTERS) {
      const content = await readFile(part)
      const made = await runScripts({ address, content, charset }, scripted, signal)
      scripts = made.scripts
      if (made.page !== null) links = await takeInstead(part, made.page.html, { address, sent })
      leads = made.page?.leadsTo ?? null
    }
    // One that shows more has something to say before it goes on.
    const leadsTo = links.letters < FEW_LETTERS ? leadingTo(leads ?? links.refresh, address) : null
    if (leadsTo !== null && follow !== null) {
      try {
        return await follow(leadsTo, (await stat(part)).size)
      } catch (error) {
        scripts = { run: scripts?.run ?? false, error: failureOf(error, signal) }
      }
    }
    const { sha256, size } = await blobs.putFile(part, signal)
    return { url: address.href, sha256, size, ...links, scripts, leadsTo }
  } finally {
    answer.discard()
    await rm(part, { force: true })
  }
}

/** Another address that a page leads to; null where it stays, or where no one is ever asked. */
function leadingTo(address: string | null, from: WebAddress): WebAddress | null {
  const to = address === null ? null : addressOf(address)
  return to?.href === from.href ? null : to
}

/** What kept a page from being more; throws what is no reason to have less. */
function failureOf(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted) throw new AppError('cancelled', say('web.stopped'), { cause: error })
  const failure = toAppError(error)
  if (failure.code === 'internal') throw failure
  return failure
}

/** What a page's scripts make of it; that they can't be run is no reason not to have what was sent. */
async function runScripts(
  page: SentPage,
  scripted: Pick<ScriptedPages, 'run'>,
  signal: AbortSignal,
): Promise<{ readonly page: ScriptedPage | null; readonly scripts: RunScripts }> {
  try {
    return { page: await scripted.run(page, signal), scripts: { run: true, error: null } }
  } catch (error) {
    return { page: null, scripts: { run: false, error: failureOf(error, signal) } }
  }
}

/** Takes what a page's scripts made for its content, if it shows more than what was sent; answers its links. */
async function takeInstead(
  part: string,
  html: string,
  { address, sent }: { readonly address: WebAddress; readonly sent: PageLinks },
): Promise<PageLinks> {
  const reader = createLinkReader(address.href)
  for (let at = 0; at < html.length; at += PIECE) {
    reader.write(html.slice(at, at + PIECE))
    // Links are looked for on the thread that answers everybody.
    await nextTask()
  }
  const made = reader.end()
  if (made.shown <= sent.shown) return sent
  await writeFile(part, html)
  return { ...made, title: made.title ?? sent.title }
}

/** Writes the content; text of another encoding, which the header alone tells, as UTF-8. */
async function write(
  { address, mediaType, charset, chunks }: WebAnswer,
  part: string,
): Promise<{ head: Buffer; links: PageLinks; charset: string | null }> {
  const isText = HTML_TYPES.has(mediaType) || mediaType.startsWith('text/')
  const told = isText && charset !== null && iconv.encodingExists(charset) ? charset : null
  const recodes = told !== null && !/^utf-?8$/i.test(told)
  const decoder = iconv.getDecoder(told ?? 'utf-8')
  const reader = createLinkReader(address.href)
  const file = await open(part, 'wx', privateFile)
  let head = Buffer.alloc(0)
  const add = async (bytes: Buffer) => {
    if (head.length < DETECTION_BYTES) head = Buffer.concat([head, bytes]).subarray(0, DETECTION_BYTES)
    await file.appendFile(bytes)
  }
  try {
    for await (const chunk of chunks) {
      const text = isText ? decoder.write(chunk) : ''
      if (HTML_TYPES.has(mediaType)) reader.write(text)
      await add(recodes ? Buffer.from(text) : chunk)
    }
    const rest = isText ? (decoder.end() ?? '') : ''
    if (recodes && rest !== '') await add(Buffer.from(rest))
    return { head, links: reader.end(), charset: told === null ? null : 'utf-8' }
  } finally {
    await file.close()
  }
}

/** Answers its format. */
async function requireReadable(
  part: string,
  head: Buffer,
  { address, mediaType }: WebAnswer,
): Promise<DocumentMime> {
  if (head.length === 0) throw new AppError('unsupported', say('web.empty', { host: address.host }))
  const format = await detectFormat(part, head, nameOfSource(address.href)).catch((cause: unknown) => {
    if (cause instanceof AppError) throw notAPage(address.host, cause)
    throw cause
  })
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2)) || mediaType.startsWith('text/')
  const isData = /^(?:text|message)\//.test(format) && !isWide && head.includes(0)
  if (format.startsWith('image/') || isData) throw notAPage(address.host)
  return format
}

/** Says in the content what the header alone said: that it is a page, although it does not begin like one. */
async function markAsPage(part: string): Promise<void> {
  const content = await readFile(part)
  await writeFile(part, Buffer.concat([Buffer.from('<!doctype html>\n'), content]))
}

function notAPage(host: string, cause?: unknown): AppError {
  return new AppError('unsupported', say('web.not_a_page', { host }), { cause })
}
