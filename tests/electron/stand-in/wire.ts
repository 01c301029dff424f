/** Turns values that Electron would clone into text and back. */
export type Wire = { pack(value: unknown): string; unpack(text: string): unknown }

/**
 * Makes the codec for values between main and preload. Its source text also runs inside pages, so it uses
 * nothing from outside its own body.
 */
export function createWire(): Wire {
  const tag = '$clone'
  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }
  const toBase64 = (bytes: Uint8Array): string => {
    let text = ''
    // Arguments of one call are limited; 32 Ki is far below the limit of every engine.
    for (let at = 0; at < bytes.length; at += 32_768) {
      text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    }
    return btoa(text)
  }
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

  const encode = (value: unknown, above: readonly object[]): unknown => {
    if (value === undefined) return { [tag]: 'undefined' }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number')
      return Number.isFinite(value) ? value : { [tag]: 'number', value: `${value}` }
    if (typeof value === 'bigint') return { [tag]: 'bigint', value: `${value}` }
    if (typeof value !== 'object') return refuse()
    if (above.includes(value)) return refuse()
    const inside = [...above, value]
    if (Array.isArray(value)) return value.map((item) => encode(item, inside))
    if (value instanceof Date) return { [tag]: 'date', value: value.getTime() }
    if (value instanceof ArrayBuffer) return { [tag]: 'buffer', value: toBase64(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value)) {
      return {
        [tag]: 'bytes',
        value: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
      }
    }
    if (value instanceof Error) return { [tag]: 'error', name: value.name, message: value.message }
    if (value instanceof Map) {
      return {
        [tag]: 'map',
        value: [...value].map(([key, item]) => [encode(key, inside), encode(item, inside)]),
      }
    }
    if (value instanceof Set) return { [tag]: 'set', value: [...value].map((item) => encode(item, inside)) }
    const entries = Object.entries(value).map(([key, item]) => [key, encode(item, inside)])
    const plain = Object.fromEntries(entries)
    return tag in plain ? { [tag]: 'object', value: entries } : plain
  }

  const decode = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(decode)
    const record = value as Record<string, unknown> // JSON.parse makes nothing else
    const body = record.value
    switch (record[tag]) {
      case undefined:
        return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, decode(item)]))
      case 'undefined':
        return undefined
      case 'number':
        return Number(body)
      case 'bigint':
        return BigInt(String(body))
      case 'date':
        return new Date(Number(body))
      case 'buffer':
        return fromBase64(String(body)).buffer
      case 'bytes':
        return fromBase64(String(body))
      case 'error':
        return Object.assign(new Error(String(record.message)), { name: String(record.name) })
      case 'map':
        return new Map((body as [unknown, unknown][]).map(([key, item]) => [decode(key), decode(item)]))
      case 'set':
        return new Set((body as unknown[]).map(decode))
      case 'object':
        return Object.fromEntries((body as [string, unknown][]).map(([key, item]) => [key, decode(item)]))
      default:
        return refuse()
    }
  }

  return { pack: (value) => JSON.stringify(encode(value, [])), unpack: (text) => decode(JSON.parse(text)) }
}
