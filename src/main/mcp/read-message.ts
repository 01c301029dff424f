import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server'
import { isExact } from '../../shared/json/exact-number'
import { fieldLimit, hasMoreFields, isNestedDeeper, nestingLimit } from '../../shared/json/nesting'
import { socketMessageLimitBytes } from '../rpc/serve-socket'
import { paramsProblem } from './request-params'

/** A message, or the answer to what is none. */
export type ReadMessage =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** An empty line or body. */
  | { readonly kind: 'nothing' }

/** An error answer of JSON-RPC. */
export interface Refusal {
  readonly jsonrpc: '2.0'
  /** Of the request, where it can be told. */
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

/** The longest message: it goes on through the data folder's socket, in an envelope. */
export const messageLimitBytes = socketMessageLimitBytes - 64 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

/** What a message comes in: a line of standard input, or the body of a request. */
export type MessageFrame = 'line' | 'body'

/** Reads one message of the wire. Whoever sent what is none is told why, instead of waiting for an answer. */
export function readMessage(bytes: Buffer, frame: MessageFrame): ReadMessage {
  let value: unknown
  try {
    const text = decoder.decode(bytes)
    if (text.trim() === '') return { kind: 'nothing' }
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof SyntaxError ? 'JSON' : 'UTF-8'
    return refused(PARSE_ERROR, `Parse error: the ${frame} is not ${why}. One ${frame} is one message.`)
  }
  if (Array.isArray(value)) {
    return refused(INVALID_REQUEST, `Invalid Request: batches are not taken. Send one message a ${frame}.`)
  }
  if (isNestedDeeper(value, nestingLimit)) {
    const problem = `Invalid Request: the message is nested more than ${nestingLimit} levels deep.`
    return refused(INVALID_REQUEST, problem, idOf(value))
  }
  if (hasMoreFields(value, fieldLimit)) {
    const problem = `Invalid Request: an object in the message has more than ${fieldLimit} fields.`
    return refused(INVALID_REQUEST, problem, idOf(value))
  }
  let message: JSONRPCMessage
  try {
    message = parseJSONRPCMessage(value)
  } catch {
    // What does not fit is told in a sentence; the schema's own words list every kind of message that it is not.
    const problem =
      'Invalid Request: not a message of JSON-RPC 2.0. It takes "jsonrpc": "2.0", a method, for a request an id that is a string or a whole number, and params as an object.'
    return refused(INVALID_REQUEST, problem, idOf(value))
  }
  const problem = paramsProblem(message)
  return problem === null ? { kind: 'message', message } : refused(INVALID_PARAMS, problem, idOf(value))
}

/** The answer to a line or a body with more bytes than are taken. */
export function tooLongRefusal(limitBytes: number, frame: MessageFrame): Refusal {
  return refusal(
    INVALID_REQUEST,
    `Invalid Request: the ${frame} is longer than ${limitBytes} bytes, so it was not read.`,
    null,
  )
}

function refused(code: number, message: string, id: Refusal['id'] = null): ReadMessage {
  return { kind: 'refused', refusal: refusal(code, message, id) }
}

/** An error answer of JSON-RPC; without an id where it is to none that could be read. */
export function refusal(code: number, message: string, id: Refusal['id'] = null): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function idOf(value: unknown): Refusal['id'] {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  // One that is not as it was written names no request.
  return typeof id === 'string' || (typeof id === 'number' && isExact(id)) ? id : null
}

/** The request that a notification gives up; null for every other message. */
export function cancelledId(message: JSONRPCMessage): string | number | null {
  if (!('method' in message) || 'id' in message || message.method !== 'notifications/cancelled') return null
  const id = message.params?.requestId
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
