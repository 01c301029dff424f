import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text'

let written: Promise<string> | undefined
let isAllowed = true
/** Whether the old way still counts the press. */
let isFresh = true
let selected = ''

class ItemOfClipboard {
  constructor(readonly data: Readonly<Record<string, Promise<Blob>>>) {}
}

const clipboard = {
  async writeText(words: string) {
    if (!isAllowed) throw new Error('Denied.')
    written = Promise.resolve(words)
  },
  async write([item]: readonly ItemOfClipboard[]) {
    if (!isAllowed) throw new Error('Denied.')
    written = item?.data['text/plain']?.then((blob) => blob.text())
    await written
  },
}

const area = { value: '', className: '', select: () => {}, remove: () => {} }

beforeEach(() => {
  written = undefined
  isAllowed = isFresh = true
  selected = ''
  vi.stubGlobal('navigator', { clipboard })
  vi.stubGlobal('ClipboardItem', ItemOfClipboard)
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', {
    createElement: () => area,
    activeElement: null,
    body: { append: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
    execCommand() {
      if (isFresh) selected = area.value
      return isFresh
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

it('writes what is there in a moment', async () => {
  expect(await copyText(async () => 'rows', vi.fn())).toBe('copied')
  expect(await written).toBe('rows')
})

it('hands the press over while what takes longer is loaded', async () => {
  const loading = Promise.withResolvers<string>()
  const copied = copyText(() => loading.promise, vi.fn())
  await expect.poll(() => written !== undefined, { timeout: 5000 }).toBe(true)
  loading.resolve('rows')
  expect(await copied).toBe('copied')
  expect(await written).toBe('rows')
})

it('copies what is selected where the clipboard is refused', async () => {
  isAllowed = false
  expect(await copyText(() => 'words', vi.fn())).toBe('copied')
  expect(selected).toBe('words')
})

it('keeps what was loaded too late for the press', async () => {
  isAllowed = isFresh = false
  const loaded = vi.fn()
  expect(await copyText(async () => 'rows', loaded)).toBe('late')
  expect(loaded).toHaveBeenCalledWith('rows')
})

it('fails where the text can’t be loaded', async () => {
  const failing = () => Promise.reject(new Error('Gone.'))
  await expect(copyText(failing, vi.fn())).rejects.toThrow('Gone.')
})
