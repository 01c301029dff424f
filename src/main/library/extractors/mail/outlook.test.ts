import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { type MessageSource, makeOutlookMessage } from '../../../../../tests/support/make-outlook-message'
import { extractOutlookMessage } from './outlook'
import { PROPERTY } from './outlook-properties'

const extract = setUpExtraction()
const read = (source: MessageSource) => extract(makeOutlookMessage(source), 'mail.msg')

const letter: MessageSource = {
  properties: {
    [PROPERTY.subject]: 'Gezeiten',
    [PROPERTY.submitTime]: new Date('2024-03-01T11:00:00Z'),
    [PROPERTY.deliveryTime]: new Date('2024-03-02T11:00:00Z'),
    [PROPERTY.senderName]: 'Büro',
    [PROPERTY.senderSmtp]: 'office@example.org',
    [PROPERTY.representingName]: 'Jürgen',
    [PROPERTY.representingAddress]: '/O=HOUSE/CN=RECIPIENTS/CN=J@HOUSE',
    [PROPERTY.representingSmtp]: 'j@example.org',
    [PROPERTY.displayTo]: 'Somebody else',
    [PROPERTY.body]: 'High water\r\nat six.\r\n \r\nLow water at twelve.\r\n',
    [PROPERTY.html]: Buffer.from('<p>High water, with layout.</p>'),
  },
  recipients: [
    { [PROPERTY.recipientType]: 1, [PROPERTY.displayName]: "'a@example.org'", 14846: 'a@example.org' },
    { [PROPERTY.recipientType]: 1, [PROPERTY.displayName]: 'Ben', [PROPERTY.address]: '/O=HOUSE/CN=BEN' },
    { [PROPERTY.recipientType]: 2, [PROPERTY.displayName]: 'Cy', [PROPERTY.address]: 'cy@example.org' },
    { [PROPERTY.recipientType]: 3, [PROPERTY.displayName]: 'Hidden', [PROPERTY.address]: 'h@example.org' },
  ],
  attached: [
    { [PROPERTY.shortFileName]: 'TABLE~1.PDF', [PROPERTY.fileName]: 'table.pdf', 14081: Buffer.alloc(5000) },
    {
      [PROPERTY.attached]: {
        properties: { [PROPERTY.subject]: 'The letter before', [PROPERTY.body]: 'Not to be read.' },
      },
    },
    { [PROPERTY.hidden]: true, [PROPERTY.attached]: Buffer.alloc(7) },
  ],
}

describe('a message of Outlook', () => {
  it('tells who wrote what to whom and when, and what was attached', async () => {
    const document = await read(letter)
    expect(document).toMatchObject({ title: 'Gezeiten', mime: 'application/vnd.ms-outlook' })
    expect(document.text).toBe(
      [
        'From: Jürgen <j@example.org>\nTo: a@example.org, Ben\nCc: Cy <cy@example.org>\nDate: 2024-03-01 11:00 UTC\nSubject: Gezeiten',
        'High water\nat six.',
        'Low water at twelve.',
        'Attached: table.pdf (5 kB), The letter before',
      ].join('\n\n'),
    )
    expect(document.warnings).toMatchObject([{ said: { code: 'extraction.attachments' } }])
  })

  it('names those that it lists where nobody is described', async () => {
    const { properties } = letter
    const document = await read({
      properties: {
        [PROPERTY.displayTo]: 'Ann; Ben',
        [PROPERTY.senderName]: 'Cy',
        [PROPERTY.senderAddress]: 'cy@example.org',
        [PROPERTY.headers]: 'Received: x\r\nDate: Fri, 01 Mar 2024 12:00:00 +0100\r\nTo: x',
        [PROPERTY.body]: properties[PROPERTY.body] ?? '',
      },
    })
    expect(document.title).toBeNull()
    expect(document.text).toMatch(
      /^From: Cy <cy@example\.org>\nTo: Ann; Ben\nDate: 2024-03-01 11:00 UTC\n\nHigh/,
    )
  })

  it('of before Unicode is read in its own letters', async () => {
    const of = (encoding: string, properties: MessageSource['properties']) =>
      read({ encoding, properties: { [PROPERTY.body]: 'Высокая вода в шесть часов', ...properties } })
    expect((await of('windows-1251', { [PROPERTY.messageCodePage]: 1251 })).text).toBe(
      'Высокая вода в шесть часов',
    )
    expect((await of('windows-1251', { [PROPERTY.internetCodePage]: 1251 })).text).toContain('вода')
    // Some programs write UTF-8 and name the code page of their system.
    expect((await of('utf-8', { [PROPERTY.messageCodePage]: 1252 })).text).toContain('вода')
    // Where none is named, or UTF-8 that it isn't, its letters tell.
    expect((await of('windows-1251', { [PROPERTY.messageCodePage]: 65001 })).text).toContain('вода')
    const chinese = { [PROPERTY.messageCodePage]: 936, [PROPERTY.body]: '联通' }
    expect((await of('gbk', chinese)).text).toBe('联通')
    const recipients = [{ [PROPERTY.recipientType]: 1, [PROPERTY.displayName]: 'Вода' }]
    const properties = { [PROPERTY.messageCodePage]: 1251, [PROPERTY.body]: 'x' }
    expect((await read({ encoding: 'windows-1251', properties, recipients })).text).toContain('To: Вода')
  })

  it('whose plain form says nothing is read in HTML, which nothing is fetched for', async () => {
    const html =
      '<html><head><style>p{}</style></head><body><p>Прилив в <b>шесть</b>.</p><ul><li>one</li></ul><img src="https://tracker.example/p.gif"><script>no()</script></body></html>'
    const properties = {
      [PROPERTY.body]: ' \r\n',
      [PROPERTY.html]: iconv.encode(html, 'windows-1251'),
      [PROPERTY.internetCodePage]: 1251,
    }
    expect((await read({ properties })).text).toBe('Прилив в шесть.\n\n- one')
    expect((await read({ properties: { [PROPERTY.html]: html } })).text).toContain('Прилив')
    const stub = { ...properties, [PROPERTY.body]: 'This message requires an HTML viewer.' }
    expect((await read({ properties: stub })).text).toContain('Прилив')
  })

  it('that has Rich Text alone is read from it', async () => {
    const rtf = '{\\rtf1\\ansi{\\*\\htmltag64 <p>}High water\\par{\\*\\htmltag72 </p>}at {\\b six}.\\par}'
    const packed = Buffer.concat([
      Buffer.alloc(8),
      Buffer.from('MELA'),
      Buffer.alloc(4),
      Buffer.from(rtf, 'latin1'),
    ])
    expect((await read({ properties: { [PROPERTY.compressedRtf]: packed } })).text).toBe(
      'High water\n\nat six.',
    )
  })

  it('that says nothing is refused as a file without text', async () => {
    await expect(read({ properties: { [PROPERTY.messageCodePage]: 1252 } })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it('is read whatever its bytes are', async () => {
    const file = makeOutlookMessage(letter)
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % below
    }
    for (let run = 0; run < 300; run++) {
      const broken = Buffer.from(file)
      for (let hit = 0; hit < 20; hit++) broken.writeUInt8(random(256), 24 + random(broken.length - 24))
      try {
        await extractOutlookMessage(broken)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(?:corrupt|too_large|unsupported)$/) })
      }
    }
  })
})
