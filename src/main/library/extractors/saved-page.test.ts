import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'
import { workedMs } from '../../../../tests/support/processor-time'
import { AppError } from '../../../shared/errors'

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

  it('is read in the encoding that the page names wherever its type stands in the header, and whatever else that says', async () => {
    const body = Buffer.from(page('M\xe4rz', '<meta charset="iso-8859-1">'), 'latin1')
    for (const lines of [
      ['Content-Location: a.html', 'Content-Type: text/html'],
      ['Content-Type: text/html;', '\tname="a.html"', 'Content-Location: a.html'],
      ['Content-Type:', ' text/html;'],
    ]) {
      const many = [
        Buffer.from(head(['Content-Type: multipart/related; boundary=b']) + part(lines, '').slice(0, -4)),
        Buffer.from('\r\n\r\n'),
        body,
        Buffer.from('\r\n--b--\r\n'),
      ]
      expect((await extract(Buffer.concat(many), 'a.mht')).text, lines.join()).toBe('# Tides\n\nMärz')
      const alone = Buffer.concat([Buffer.from(head(lines)), body])
      expect((await extract(alone, 'a.mht')).text, lines.join()).toBe('# Tides\n\nMärz')
    }
    const told =
      head(['Content-Type: text/html;', ' charset="utf-8"']) + page('März', '<meta charset="koi8-r">')
    expect((await extract(told, 'a.mht')).text).toBe('# Tides\n\nMärz')
  })

  it('is read in the encoding that the page names where it is written in base64', async () => {
    const body = Buffer.from(page('M\xe4rz', '<meta charset="iso-8859-1">'), 'latin1').toString('base64')
    const lines = ['Content-Transfer-Encoding: base64', 'Content-Type: text/html']
    for (const header of [lines, lines.toReversed()]) {
      const file =
        head(['Content-Type: multipart/related; boundary=b']) +
        part(header, body.replaceAll(/.{76}/g, '$&\r\n')) +
        '--b--\r\n'
      expect((await extract(file, 'a.mht')).text).toBe('# Tides\n\nMärz')
    }
  })

  it('has its parts told by its type alone', async () => {
    const file =
      head([
        'X-Note: the boundary=foo rule',
        'Content-Type: multipart/related; type="text/html";',
        ' boundary=b',
      ]) +
      part(['Content-Type: text/html'], page('Neap\r\n--foo\r\ntide\r\n--foo\r\nends.')) +
      part(['Content-Type: text/html'], '<p>Buy now!</p>') +
      '--b--\r\n'
    expect((await extract(file, 'a.mht')).text).toBe('# Tides\n\nNeap --foo tide --foo ends.')
  })

  it('is not held up by blanks', async () => {
    for (const blanks of [' '.repeat(65_000), ' \t;'.repeat(20_000), '\r\n '.repeat(20_000)]) {
      const file = `${head(['MIME-Version: 1.0', `Content-Type: text/html${blanks}x`])}<p>Neap tide.</p>`
      const began = workedMs()
      await extract(file, 'a.mht').catch((error: unknown) => expect(error).toBeInstanceOf(AppError))
      expect(workedMs() - began).toBeLessThan(1000)
    }
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
