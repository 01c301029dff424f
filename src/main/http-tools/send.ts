import { version } from '../../../package.json'
import { AppError, asNotBegun } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { revealAsText } from '../../shared/text/reveal-hidden'
import { startOf } from '../../shared/text/start-of'
import type { ForeignState } from '../../shared/tool/foreign-state'
import type { Picture } from '../../shared/tool/picture'
import type { Answer } from '../../shared/tool/runtime'
import {
  drawnPicture,
  ERROR_CHARACTERS,
  KEPT_TEXT_CHARACTERS,
  laidOutJson,
  toldToModel,
} from '../agent/foreign-answer'
import { decodeText } from '../library/extractors/decode-text'
import type { Pictures } from '../pictures/service'
import { withoutValues } from '../secrets/without-values'
import { type NamedHosts, parseAddress, type WebAddress } from '../web/address'
import { allAddresses, askChecked, checkedAddresses, type Lookup, tooSlow } from '../web/checked-request'
import { webFailure } from '../web/failures'
import { unpacked } from '../web/guarded-fetch'
import { withOwnHost } from '../web/own-server'
import type { HttpRequest } from './request'

/** From the look-up of the name to a connection (milliseconds). */
const CONNECT_MS = 15_000

/** Bytes of an answer that are taken, unpacked; of a longer one the beginning. */
const ANSWER_BYTES = 5_000_000

/** What a request is sent by. */
export interface Sending {
  /** As people call the tool. */
  readonly title: string
  readonly seconds: number
  /** With their values. */
  readonly headers: Readonly<Record<string, string>>
  readonly named: NamedHosts
  readonly pictures: Pick<Pictures, 'forModel'>
  readonly signal: AbortSignal
  readonly lookup?: Lookup | undefined
}

/** An answer as it came, as much of it as is taken. */
interface Received {
  readonly status: number
  readonly mediaType: string
  readonly charset: string | null
  readonly bytes: Buffer
  /** Bytes beyond, which were not taken: at least so many. */
  readonly left: number
}

/**
 * Sends one request, once, through the guard of the web, and follows no redirect: its headers are for this address alone.
 * Throws one sentence for whatever goes wrong, with what the server says where it refuses.
 */
export async function sendRequest(request: HttpRequest, sending: Sending): Promise<Answer<ForeignState>> {
  const address = parseAddress(request.url)
  const late = AbortSignal.timeout(sending.seconds * 1000)
  let connected = false
  const onward = {
    signal: AbortSignal.any([sending.signal, late]),
    connected: () => {
      connected = true
    },
  }
  try {
    const received = await receive(request, address, sending, onward)
    if (received.status >= 400) {
      const text =
        startOf(revealAsText((readableOf(received, sending) ?? '').trim()), ERROR_CHARACTERS) || '–'
      throw new AppError(
        'unavailable',
        say('http.failed', { host: address.host, status: received.status, text }),
      )
    }
    return await answerOf(received, address, sending)
  } catch (error) {
    sending.signal.throwIfAborted()
    const failed = late.aborted ? tooSlow(address, error) : webFailure(error, address.host)
    throw connected ? failed : asNotBegun(failed)
  }
}

async function receive(
  { method, body }: HttpRequest,
  address: WebAddress,
  { named, headers, lookup = allAddresses }: Sending,
  { signal, connected }: { readonly signal: AbortSignal; readonly connected: () => void },
): Promise<Received> {
  const addresses = await checkedAddresses(address, {
    ...{ lookup, signal, named: withOwnHost(named, address) },
    limitMs: CONNECT_MS,
  })
  const content: Readonly<Record<string, string>> =
    body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const answer = await askChecked(
    address,
    addresses,
    {
      method,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': `Countersign/${version}`,
        ...headers,
        ...content,
      },
      ...(body === null ? {} : { body }),
      connected,
    },
    signal,
    // All of it has one limit.
    { connectMs: CONNECT_MS, silenceMs: 0 },
  )
  const { statusCode: status = 0, headers: told } = answer
  if (status >= 300 && status < 400) {
    answer.destroy()
    const to = elsewhere(told.location, address)
    throw new AppError(
      'denied',
      say('http.redirects', { host: address.host, to: withoutValues(to, Object.values(headers)) }),
    )
  }
  const [mediaType = ''] = (told['content-type'] ?? '').split(';')
  const chunks: AsyncIterable<Buffer> = unpacked(answer, address)
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    parts.push(chunk)
    length += chunk.length
    if (length > ANSWER_BYTES) break
  }
  answer.destroy()
  return {
    status,
    mediaType: mediaType.trim().toLowerCase(),
    charset: /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(told['content-type'] ?? '')?.[1] ?? null,
    bytes: Buffer.concat(parts).subarray(0, ANSWER_BYTES),
    left: Math.max(0, Math.max(length, Number(told['content-length'] ?? 0)) - ANSWER_BYTES),
  }
}

function elsewhere(location: string | undefined, { href }: WebAddress): string {
  return location !== undefined && URL.canParse(location, href) ? new URL(location, href).href : '–'
}

async function answerOf(
  received: Received,
  { host }: WebAddress,
  sending: Sending,
): Promise<Answer<ForeignState>> {
  const { bytes, mediaType, left } = received
  const { title, headers, pictures, signal } = sending
  const secrets = Object.values(headers)
  const whole = readableOf(received, sending)
  const images: Picture[] = []
  const notTaken: ForeignState['not_taken'] = []
  if (whole === null) {
    const picture = mediaType.startsWith('image/') ? await drawnPicture(bytes, pictures, signal) : null
    if (picture !== null) images.push(picture)
    else {
      const kind = mediaType === '' ? 'unknown' : withoutValues(mediaType, secrets)
      notTaken.push({ kind, bytes: bytes.length + left })
    }
  }
  const laidOut = structuredOf(whole ?? '')
  // JSON may spell a value with escapes, which are gone once it is laid out.
  const structured = laidOut === null ? null : withoutValues(laidOut, secrets)
  const text = structured === null ? startOf(whole ?? '', KEPT_TEXT_CHARACTERS) : ''
  const state: ForeignState = {
    server: host,
    tool: title,
    text,
    left_out: structured === null && whole !== null ? whole.length - text.length + left : 0,
    structured,
    pictures: images.length,
    links: [],
    not_taken: notTaken,
  }
  return {
    content: toldToModel(state),
    ...(images.length === 0 ? {} : { images }),
    state,
    origin: 'web',
    sources: [`${host}: ${title}`],
  }
}

/** What is there to be read, without what a server repeats of the headers' values: those are for it alone. */
function readableOf(received: Received, { headers }: Sending): string | null {
  const text = textOf(received)
  return text === null ? null : withoutValues(text, Object.values(headers))
}

const textTypes =
  /^(?:|text\/.*|application\/(?:.*\+)?(?:json|xml|javascript|x-www-form-urlencoded|x-ndjson|yaml))$/

/** What is there to be read; null for what is called otherwise, or is none whatever it is called. */
function textOf({ mediaType, bytes, charset, left }: Received): string | null {
  if (!textTypes.test(mediaType)) return bytes.length === 0 ? '' : null
  try {
    // What is cut may end within a letter, which must not make it another encoding.
    return decodeText(bytes, charset ?? (left > 0 ? 'utf-8' : null)).text
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') return null
    throw error
  }
}

/** JSON laid out for reading; null for what is none, lies too deep, or is too long to be kept so. */
function structuredOf(text: string): string | null {
  try {
    return laidOutJson(text)
  } catch {
    // Whatever it is called, what is no JSON is shown as it is.
    return null
  }
}
