import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { networkCode } from '../../../model/anthropic/errors'
import type { CatalogueModel, ModelFile } from './catalogue'
import { type FileSource, wrongContent } from './receive-file'

/** A model's host answers with one redirect to where its large files are, or two. */
const REDIRECTS_LIMIT = 5

/** A connection that brings nothing for so long is given up (milliseconds). */
const SILENCE_LIMIT_MS = 60_000

/** A file of a model at its address; each host that is asked is told of. */
export function remoteFile(
  model: CatalogueModel,
  file: ModelFile,
  onHost: (host: string) => void,
): FileSource {
  const name = new URL(model.address).host
  return {
    name,
    async open(offset, signal) {
      const silence = new AbortController()
      const timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
      const both = AbortSignal.any([signal, silence.signal])
      const failed = (error: unknown) => ofNetwork(error, name, signal, silence.signal.aborted)
      const address = `${model.address}/resolve/${model.revision}/${file.path}`
      try {
        const response = await follow(model, address, offset, both, onHost)
        const from = startOf(response, offset, file, name)
        return { offset: from, chunks: chunksOf(response, timer, failed) }
      } catch (error) {
        clearTimeout(timer)
        const said = failed(error)
        // Whatever else would come is not wanted.
        silence.abort()
        throw said
      }
    },
  }
}

/** Follows redirects to the hosts that were shown to the person, and to no other. */
async function follow(
  model: CatalogueModel,
  first: string,
  offset: number,
  signal: AbortSignal,
  onHost: (host: string) => void,
): Promise<Response> {
  let address = new URL(first)
  for (let redirects = 0; redirects <= REDIRECTS_LIMIT; redirects++) {
    requireShownHost(model, address)
    onHost(address.host)
    const response = await fetch(address, {
      signal,
      redirect: 'manual',
      headers: {
        // The sizes are those of the files themselves.
        'Accept-Encoding': 'identity',
        ...(offset === 0 ? {} : { Range: `bytes=${offset}-` }),
      },
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    if (!URL.canParse(location, address)) break
    address = new URL(location, address)
  }
  throw new AppError('unavailable', say('download.endless', { host: new URL(first).host }))
}

function requireShownHost(model: CatalogueModel, address: URL): void {
  const { hostname, protocol } = address
  const shown = model.hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  // Only a host on this machine may do without encryption: nobody is in between.
  const loopback = hostname === '127.0.0.1' && new URL(model.address).hostname === '127.0.0.1'
  if (shown && (protocol === 'https:' || (protocol === 'http:' && loopback))) return
  throw new AppError(
    'denied',
    say('download.other_host', {
      host: new URL(model.address).host,
      to: `${protocol}//${address.host}`,
    }),
  )
}

/** Where what is sent begins: after what is there already, or at the beginning. */
function startOf(response: Response, offset: number, file: ModelFile, name: string): number {
  const { status, headers } = response
  if (status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/u.exec(headers.get('content-range') ?? '')
    if (range === null || Number(range[2]) !== file.bytes) throw wrongContent(file, { name })
    return Number(range[1])
  }
  if (status !== 200) throw ofStatus(status, name, offset)
  const length = headers.get('content-length')
  if (length !== null && Number(length) !== file.bytes) throw wrongContent(file, { name })
  return 0
}

function ofStatus(status: number, name: string, offset: number): AppError {
  if (status === 404 || status === 410) {
    return new AppError('not_found', say('download.gone', { host: name, status }))
  }
  if (status === 401 || status === 403) {
    return new AppError('denied', say('download.refused', { host: name, status }))
  }
  return new AppError('unavailable', say('download.not_now', { host: name, status, kept: offset > 0 }))
}

async function* chunksOf(
  response: Response,
  timer: NodeJS.Timeout,
  failed: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      yield chunk
    }
  } catch (error) {
    throw failed(error)
  } finally {
    clearTimeout(timer)
  }
}

function ofNetwork(error: unknown, name: string, stopped: AbortSignal, silent: boolean): unknown {
  if (error instanceof AppError) return error
  if (stopped.aborted) return new AppError('cancelled', say('download.stopped'))
  const reason = silent ? 'silent' : (networkCode(error) ?? 'failed')
  return new AppError('unavailable', say('download.ended', { host: name, reason }), {
    cause: error,
  })
}
