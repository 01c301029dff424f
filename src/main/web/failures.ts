import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'

/** Reasons of a connection that failed, by the system's code. */
const reasons: Readonly<Record<string, 'refused' | 'unknown_name' | 'no_look_up' | 'cut' | 'unreachable'>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_name',
  ENODATA: 'unknown_name',
  EAI_AGAIN: 'no_look_up',
  EAI_NONAME: 'unknown_name',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
}

/** OpenSSL's and Node's codes for a certificate that does not prove the host. */
const certificate = /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|SSL/

/** What comes of asking a server for an encrypted connection that knows none. */
const unencrypted = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|EPROTO/

/** Turns whatever a request threw into one sentence; `host` is the one that was asked last. */
export function webFailure(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const failed = (status: ConstructorParameters<typeof AppError>[0], sentence: ReturnType<typeof say>) =>
    new AppError(status, sentence, { cause: error })
  if (code === 'HPE_HEADER_OVERFLOW') return failed('too_large', say('web.header_too_large', { host }))
  if (code.startsWith('HPE_') || code === 'ERR_INVALID_REDIRECT') {
    return failed('unsupported', say('web.no_web_server', { host }))
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_FORMAT')) {
    return failed('corrupt', say('web.broken_content', { host }))
  }
  const reason = reasons[code]
  if (unencrypted.test(code)) return failed('unsupported', say('web.unencrypted', { host }))
  if (reason === undefined && certificate.test(code)) {
    return failed('denied', say('web.certificate', { host }))
  }
  return failed('unavailable', say('web.unreachable', { host, reason: reason ?? 'cut' }))
}

/** What a server's refusal of one address means. */
export function statusFailure(status: number, host: string): AppError {
  if (status === 404 || status === 410) return new AppError('not_found', say('web.not_found', { host }))
  if (status === 401 || status === 403) {
    return new AppError('denied', say('web.not_allowed', { host, status }))
  }
  if (status === 429) return new AppError('busy', say('web.too_often', { host }))
  if (status === 204 || status === 205) return new AppError('unsupported', say('web.empty', { host }))
  return new AppError('unavailable', say('web.failed', { host, status }))
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // Several addresses were tried: the first failure says as much as the others.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
