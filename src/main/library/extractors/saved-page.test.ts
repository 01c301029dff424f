import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'

const extract = setUpExtraction()

const head = (lines: readonly string[]) =>
  ['From: <Saved by Blink>', 'Subject: Saved', 'MIME-Version: 1.0', ...lines, '', ''].join('\r\n')
const part = (lines: readonly string[], body: string) => ['--b', ...lines, '', body, ''].join('\r\n')
const page = (words: string, meta = '') =>
  `<html><head>${meta}<title>Tides</title></head><body><main><h1>Tides</h1><p>${words}</p></main></body></html>`

describe('a page that a browser saved in one file', () => {
  it('is read as the page, without what was framed in it', async () => {
    const file = [
      head([
        'Snapshot-Content-Location: https://example.org/',
        'Content-Type: multipart/related;',
        '\tboundary="b"',
      ]),
      part(
        ['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'],
        page('Sp=\r\nring tide =C3=BCber all.'),
      ),
      part(['Content-Type: text/html'], '<p>Buy now!</p>'),
      part(['Content-Type: image/png', 'Content-Transfer-Encoding: base64'], 'aGVsbG8='),
      '--b--\r\n',
    ].join('')
    for (const name of ['tides.mhtml', 'without-ending']) {
      const document = await extract(file, name)
      expect(document).toMatchObject({ mime: 'multipart/related', title: 'Tides' })
      expect(document.text).toBe('# Tides\n\nSpring tide über all.')
    }
  })

  it('is read in the encoding that the page names, where the part names none', async () => {
    const meta = '<meta http-equiv=3D"content-type" content=3D"text/html; charset=3Diso-8859-=\r\n1">'
    const body = page('M=E4rz', meta)
    const file =
      head(['Content-Type: multipart/related; boundary=b']) +
      part(['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'], body) +
      '--b--\r\n'
    expect((await extract(file, 'a.mht')).text).toBe('# Tides\n\nMärz')
  })

  it('of one part, or cut short, is read as far as it goes', async () => {
    const alone = head(['Content-Type: text/html']) + page('Neap tide.')
    expect((await extract(alone, 'a.mht')).text).toBe('# Tides\n\nNeap tide.')
    const cut =
      head(['Content-Type: multipart/related; boundary="b"']) +
      part(['Content-Type: text/html'], page('Neap tide.').slice(0, 90))
    expect((await extract(cut, 'a.mhtml')).text).toContain('Neap')
  })

  it('has its subject as title where it has none, and is an e-mail under another name', async () => {
    const file = `${head(['Content-Type: text/html'])}<p>Neap tide.</p>`
    expect(await extract(file, 'a.mht')).toMatchObject({ mime: 'multipart/related', title: 'Saved' })
    expect((await extract(file, 'a.eml')).mime).toBe('message/rfc822')
  })
})
