import { afterEach, describe, expect, it, vi } from 'vitest'
import { uploadLimitBytes } from '../../shared/contract/library'

vi.mock('./host', () => ({ pageHost: undefined }))
vi.mock('./token', () => ({ token: 'secret' }))

import { pathOfFile } from './upload'

const { signal } = new AbortController()
const file = (more: PropertyDescriptorMap = {}) =>
  Object.defineProperties(new File(['words'], 'tides.txt'), { webkitRelativePath: { value: '' }, ...more })
const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer))
afterEach(() => vi.unstubAllGlobals())

describe('a file that a browser hands over', () => {
  it('is not sent at all where it is too large', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    const large = file({ size: { value: uploadLimitBytes + 1 } })
    await expect(pathOfFile(large, signal)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file is larger than 512 MB; it was not taken.',
    })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('is said to be gone where it is, and to be cut off where the connection was lost', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    const gone = file({
      stream: {
        value: () =>
          new ReadableStream({
            pull: (controller) => controller.error(new DOMException('Not found', 'NotFoundError')),
          }),
      },
    })
    await expect(pathOfFile(gone, signal)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^tides\.txt was moved, deleted or changed/u),
    })
    await expect(pathOfFile(file(), signal)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is told by main where it is', async () => {
    answering(async () => Response.json({ path: '/uploads/1/tides.txt' }))
    expect(await pathOfFile(file(), signal)).toBe('/uploads/1/tides.txt')
  })

  it('goes with the folders that it was dropped in', async () => {
    answering(async () => Response.json({ path: '/uploads/1/tides.txt' }))
    await pathOfFile(file({ webkitRelativePath: { value: 'sea/Föhr & co/tides.txt' } }), signal)
    expect(fetch).toHaveBeenCalledWith(
      '/upload',
      expect.objectContaining({
        headers: expect.objectContaining({ 'x-file-folder': 'sea%2FF%C3%B6hr%20%26%20co' }),
      }),
    )
  })
})
