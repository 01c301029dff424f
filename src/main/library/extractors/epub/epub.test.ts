import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip } from '../../../../../tests/support/make-zip'

const extract = setUpExtraction()

describe('an e-book', () => {
  const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
  const chapter = (title: string) =>
    `<html><head><title>x</title></head><body><h1>${title}</h1><p>Words of ${title}.</p></body></html>`

  it('is read in its reading order', async () => {
    const document = await extract(
      makeZip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': container,
        'OPS/book.opf': `<package><metadata><dc:title>Sea</dc:title><dc:language>en</dc:language></metadata>
          <manifest><item id="a" href="text/a%20b.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>
          <spine><itemref idref="b"/><itemref idref="a"/><itemref idref="missing"/></spine></package>`,
        'OPS/text/a b.xhtml': chapter('Second'),
        'OPS/b.xhtml': chapter('First'),
      }),
      'sea.epub',
    )
    expect(document).toMatchObject({ title: 'Sea', language: 'en' })
    expect(document.text).toBe('# First\n\nWords of First.\n\n# Second\n\nWords of Second.')
  })

  it('without a reading order is read in the order of its names', async () => {
    const document = await extract(
      makeZip({ 'META-INF/container.xml': container, 'b.xhtml': chapter('B'), 'a.xhtml': chapter('A') }),
      'sea.epub',
    )
    expect(document.headings.map(({ title }) => title)).toEqual(['A', 'B'])
  })

  it('that is protected against copying is refused; obfuscated fonts alone are none of that', async () => {
    const book = (encryption: string) =>
      makeZip({
        'META-INF/container.xml': container,
        'a.xhtml': chapter('A'),
        'META-INF/encryption.xml': encryption,
      })
    const fonts = '<enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>'
    await expect(extract(book(fonts), 'a.epub')).resolves.toBeDefined()
    await expect(
      extract(book(`${fonts}<enc:EncryptionMethod Algorithm="aes"/>`), 'a.epub'),
    ).rejects.toMatchObject({
      code: 'unsupported',
    })
  })
})
