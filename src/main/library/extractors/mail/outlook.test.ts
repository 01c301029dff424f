import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { type MessageSource, makeOutlookMessage } from '../../../../../tests/support/make-outlook-message'
import { workedMs } from '../../../../../tests/support/processor-time'
import { extractOutlookMessage } from './outlook'
import { PROPERTY } from './outlook-properties'

const extract = setUpExtraction()
const read = (source: MessageSource) => extract(makeOutlookMessage(source), 'mail.msg')

/** Rich Text as a message keeps it where it is not packed (MS-OXRTFCP, 2.1.3.1). */
function rtfAsItIs(rtf: string): Buffer {
  return Buffer.concat([Buffer.alloc(8), Buffer.from('MELA'), Buffer.alloc(4), Buffer.from(rtf, 'latin1')])
}

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

  it('names its letters in the ways that Outlook has', async () => {
    const read8 = (encoding: string, subject: string, numbers: Record<number, number>) =>
      read({ encoding, properties: { [PROPERTY.subject]: subject, [PROPERTY.body]: 'x', ...numbers } })
    const cases: [encoding: string, subject: string, property: number, value: number][] = [
      ['cp932', '満潮', PROPERTY.internetCodePage, 50220],
      ['cp932', '満潮', PROPERTY.internetCodePage, 50222],
      ['cp949', '만조', PROPERTY.internetCodePage, 50225],
      ['cp949', '만조', PROPERTY.messageCodePage, 51949],
      ['eucjp', '満潮', PROPERTY.internetCodePage, 51932],
      ['gb18030', '涨潮', PROPERTY.internetCodePage, 54936],
      ['windows-1252', 'é', PROPERTY.internetCodePage, 20127],
      ['windows-1253', 'Νερό', PROPERTY.messageLocale, 0x0408],
      ['big5', '漲潮', PROPERTY.messageLocale, 0x0404],
      ['gbk', '涨潮', PROPERTY.messageLocale, 0x0804],
    ]
    for (const [encoding, subject, property, value] of cases) {
      const document = await read8(encoding, subject, { [property]: value })
      expect(document, `${property} ${value}`).toMatchObject({ title: subject, warnings: [] })
    }
    // A code page goes before the locale, and that of English says nothing.
    const both = { [PROPERTY.internetCodePage]: 1251, [PROPERTY.messageLocale]: 0x0408 }
    expect((await read8('windows-1251', 'Вода', both)).title).toBe('Вода')
  })

  it('that names no letters is guessed as a whole, which is told', async () => {
    const source: MessageSource = {
      encoding: 'windows-1251',
      properties: {
        [PROPERTY.messageLocale]: 0x0409,
        [PROPERTY.subject]: 'Да',
        [PROPERTY.body]: 'Высокая вода в шесть часов, низкая вода в двенадцать.',
      },
      recipients: [{ [PROPERTY.recipientType]: 1, [PROPERTY.displayName]: 'Юл' }],
    }
    const document = await read(source)
    expect(document.text).toMatch(/^To: Юл\nSubject: Да\n\nВысокая вода/)
    expect(document.warnings).toMatchObject([{ said: { code: 'extraction.guessed_encoding' } }])
    const html = iconv.encode('<p>Высокая вода в шесть часов, низкая вода в двенадцать.</p>', 'windows-1251')
    const laidOut = await read({ properties: { [PROPERTY.html]: html } })
    expect(laidOut.text).toContain('Высокая вода')
    expect(laidOut.warnings).toMatchObject([{ said: { code: 'extraction.guessed_encoding' } }])
    const inUtf8 = await read({ ...source, encoding: 'utf-8' })
    expect(inUtf8).toMatchObject({ title: 'Да', warnings: [] })
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
    expect((await read({ properties: { [PROPERTY.compressedRtf]: rtfAsItIs(rtf) } })).text).toBe(
      'High water\n\nat six.',
    )
  })

  it('is read in another form where its HTML is none', async () => {
    const properties = { [PROPERTY.html]: Buffer.from('<p>High water</p>\0\0') }
    expect((await read({ properties })).text).toBe('High water')
    const wide = { [PROPERTY.html]: Buffer.from('\ufeff<p>High water</p>', 'utf16le') }
    expect((await read({ properties: wide })).text).toBe('High water')
    const noText = { [PROPERTY.html]: Buffer.from('<p>High\0water</p>') }
    const packed = { [PROPERTY.compressedRtf]: rtfAsItIs('{\\rtf1 at six\\par}') }
    expect((await read({ properties: { ...noText, ...packed } })).text).toBe('at six')
    const plain = { [PROPERTY.body]: 'See the HTML part.' }
    expect((await read({ properties: { ...noText, ...plain } })).text).toBe('See the HTML part.')
    await expect(read({ properties: { [PROPERTY.subject]: 'Tides', ...noText } })).rejects.toMatchObject({
      said: { code: 'document.not_text' },
    })
  })

  it('that is signed is read from what was signed, where it says nothing itself', async () => {
    const signed = Buffer.from(
      [
        'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=a',
        '',
        '--a',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'High water at six.',
        '--b',
        'Content-Type: text/csv',
        'Content-Disposition: attachment; filename="tides.csv"',
        '',
        '1,2',
        '--b--',
        '--a--',
      ].join('\r\n'),
    )
    const source = (part: Record<number, string>, properties: MessageSource['properties'] = {}) => ({
      properties: {
        [PROPERTY.messageClass]: 'IPM.Note.SMIME.MultipartSigned',
        [PROPERTY.subject]: 'Tides',
        ...properties,
      },
      attached: [{ ...part, [PROPERTY.attached]: signed }],
    })
    const named = await read(source({ [PROPERTY.fileName]: 'smime.p7m' }))
    expect(named.text).toBe('Subject: Tides\n\nHigh water at six.\n\nAttached: tides.csv (4 bytes)')
    const typed = await read(source({ [PROPERTY.mimeType]: 'multipart/signed' }))
    expect(typed.text).toBe(named.text)
    const sealed = Buffer.from('308006092a864886f70d010702a0803080', 'hex')
    const attached = [{ [PROPERTY.fileName]: 'smime.p7m', [PROPERTY.attached]: sealed }]
    expect((await read({ ...source({}), attached })).text).toBe(
      'Subject: Tides\n\nAttached: smime.p7m (17 bytes)',
    )
    const both = await read(source({ [PROPERTY.fileName]: 'smime.p7m' }, { [PROPERTY.body]: 'Own words.' }))
    expect(both.text).toBe('Subject: Tides\n\nOwn words.\n\nAttached: tides.csv (4 bytes)')
  })

  it('that is encrypted is refused as protected', async () => {
    const source = {
      properties: { [PROPERTY.messageClass]: 'IPM.Note.SMIME', [PROPERTY.subject]: 'Tides' },
      attached: [{ [PROPERTY.fileName]: 'smime.p7m', [PROPERTY.attached]: Buffer.alloc(100, 1) }],
    }
    await expect(read(source)).rejects.toMatchObject({
      code: 'unsupported',
      said: { code: 'document.protected' },
    })
    // The same class is that of mail which anybody may read, signed in a form that is none of text.
    const signed = Buffer.from('308006092a864886f70d010702a0803080', 'hex')
    const attached = [{ [PROPERTY.fileName]: 'smime.p7m', [PROPERTY.attached]: signed }]
    expect((await read({ ...source, attached })).text).toContain('Attached: smime.p7m')
    const properties = { ...source.properties, [PROPERTY.body]: 'At six.' }
    expect((await read({ ...source, properties })).text).toContain('At six.')
  })

  it('tells those it is to whatever else is said of them, and nothing of pictures that its body shows', async () => {
    const document = await read({
      properties: { [PROPERTY.body]: 'x' },
      recipients: [
        { [PROPERTY.recipientType]: 0x1000_0001, [PROPERTY.displayName]: 'Ann' },
        { [PROPERTY.recipientType]: 2 - 0x8000_0000, [PROPERTY.displayName]: 'Ben' },
      ],
      attached: [
        {
          [PROPERTY.hidden]: true,
          [PROPERTY.fileName]: 'image001.png',
          [PROPERTY.attached]: Buffer.alloc(7),
        },
      ],
    })
    expect(document.text).toBe('To: Ann\nCc: Ben\n\nx')
    expect(document.warnings).toEqual([])
  })

  it('about an appointment tells when and where it is', async () => {
    const properties = {
      [PROPERTY.messageClass]: 'IPM.Schedule.Meeting.Request',
      [PROPERTY.subject]: 'Tides',
      [PROPERTY.start]: new Date('2024-03-01T11:00:00Z'),
      [PROPERTY.end]: new Date('2024-03-01T12:30:00Z'),
    }
    expect((await read({ properties })).text).toBe(
      'Start: 2024-03-01 11:00 UTC\nEnd: 2024-03-01 12:30 UTC\nSubject: Tides',
    )
    const note = { ...properties, [PROPERTY.messageClass]: 'IPM.Note' }
    expect((await read({ properties: note })).text).toBe('Subject: Tides')
    const appointments = '0220060000000000c000000000000046'
    const named = await read({
      properties: {
        ...properties,
        [PROPERTY.messageClass]: 'IPM.Appointment',
        32769: 'Harbour',
        32770: new Date('2024-04-01T11:00:00Z'),
        32771: new Date('2024-04-01T12:30:00Z'),
      },
      names: [
        ['2903020000000000c000000000000046', 0x8208],
        [appointments, 0x8208],
        [appointments, 0x820d],
        [appointments, 0x820e],
      ],
    })
    expect(named.text).toBe(
      'Start: 2024-04-01 11:00 UTC\nEnd: 2024-04-01 12:30 UTC\nLocation: Harbour\nSubject: Tides',
    )
  })

  it('names a message inside it in the letters of that one', async () => {
    const embedded = { properties: { [PROPERTY.messageCodePage]: 1251, [PROPERTY.subject]: 'Прилив' } }
    const document = await read({
      encoding: 'windows-1251',
      properties: { [PROPERTY.messageCodePage]: 1252, [PROPERTY.body]: 'x' },
      attached: [{ [PROPERTY.attached]: embedded }],
    })
    expect(document.text).toBe('x\n\nAttached: Прилив')
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

it('a text with a long row of zeros in it is read at once', async () => {
  const began = workedMs()
  const message = makeOutlookMessage({
    properties: { 55: 'Tides', 4096: `${'\0'.repeat(80_000)}The tide runs.` },
  })
  const { text } = await extractOutlookMessage(message)
  expect(text).toContain('The tide runs.')
  expect(workedMs() - began).toBeLessThan(3000)
})
