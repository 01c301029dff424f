import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'
import { makeZip } from '../../../../tests/support/make-zip'

const extract = setUpExtraction()

const bytes = (text: string) => Buffer.from(text.padEnd(600, '\0'), 'latin1')

describe('a file of a format that is not read', () => {
  it.each([
    ['letter.pages', makeZip({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }), 'Pages, Numbers or Keynote'],
    ['scan.tiff', bytes('II*\0'), 'save it as PNG, JPEG or PDF'],
    ['photo.heic', bytes('\0\0\0\x18ftypheic'), 'save it as PNG, JPEG or PDF'],
    ['photo.cr3', bytes('\0\0\0\x18ftypcrx '), 'save it as PNG, JPEG or PDF'],
    ['photo.jxl', bytes('\0\0\0\x18ftypjxl '), 'save it as PNG, JPEG or PDF'],
    ['photo.heif', bytes('\0\0\0\x18ftypheim'), 'save it as PNG, JPEG or PDF'],
    ['photo.heifs', bytes('\0\0\0\x18ftypheis'), 'save it as PNG, JPEG or PDF'],
    ['photo.hif', bytes('\0\0\0\x18ftyphevm'), 'save it as PNG, JPEG or PDF'],
    ['photo.hifs', bytes('\0\0\0\x18ftyphevs'), 'save it as PNG, JPEG or PDF'],
    ['picture.bmp', bytes('BM\x36\x10\0\0\0\0\0\0'), 'save it as PNG, JPEG or PDF'],
    ['film.mp4', bytes('\0\0\0\x18ftypisom'), 'recording'],
    ['talk.mp3', bytes('ID3\x03'), 'recording'],
    ['sound.wav', bytes('RIFF\0\0\0\0WAVEfmt '), 'recording'],
    ['book.azw3', bytes(`${'Tides'.padEnd(60, '\0')}BOOKMOBI`), 'convert it to EPUB'],
    ['book.djvu', bytes('AT&TFORM\0\0\0\0DJVM'), 'save it as PDF'],
    ['all.7z', bytes('7z\xbc\xaf\x27\x1c'), 'unpack it'],
    ['all.tar', bytes(`${'a.txt'.padEnd(257, '\0')}ustar`), 'unpack it'],
    ['log.bz2', bytes('BZh91AY&SY'), 'unpack it'],
    ['section.one', bytes('\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3'), 'OneNote'],
  ])('is told with what to do: %s', async (name, content, words) => {
    await expect(extract(content, name)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(words),
    })
  })

  it('is not one of words that begin alike', async () => {
    for (const text of [
      'ID3 tags are read.',
      'BMW sells cars.',
      'BZh is a mark.',
      'II* is a type of nebula.',
      'Rar! A cry.',
    ])
      expect((await extract(text, 'note.txt')).text, text).toBe(text)
  })
})
