import { AppError } from '../../shared/errors'
import { withoutPadding } from '../../shared/web/without-padding'
import { decodeText } from './text-format'

/**
 * The bytes of a file that is not text, given as base64. Refuses text, in whatever encoding: text is given as text,
 * so that the person reads what is written.
 */
export function binaryContent(base64: string): Buffer {
  const compact = withoutPadding(base64.replace(/\s+/g, ''))
  const bytes = Buffer.from(compact, 'base64')
  if (compact === '' || withoutPadding(bytes.toString('base64')) !== compact) {
    throw invalid('The content is not base64.')
  }
  if (isText(bytes)) throw invalid('The content is text. Give it as text, without encoding base64.')
  return bytes
}

function isText(bytes: Buffer): boolean {
  try {
    decodeText(bytes, '')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') return false
    throw error
  }
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', `${message} Nothing was changed.`, { field: 'content' })
}
