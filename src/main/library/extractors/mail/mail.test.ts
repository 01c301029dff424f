import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'

const extract = setUpExtraction()

const message = (subject: string, body: string) =>
  `Message-ID: <1@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: bob@example.org\r\nDate: Fri, 01 Mar 2024 12:00:00 +0100\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`

describe('e-mail', () => {
  it('tells who wrote what to whom and when, and what was attached', async () => {
    const mail = [
      'MIME-Version: 1.0\r\nFrom: =?utf-8?q?J=C3=BCrgen?= <j@example.org>\r\nTo: a@example.org, b@example.org\r\nSubject: =?utf-8?B?R2V6ZWl0ZW4=?=\r\nContent-Type: multipart/mixed; boundary=x\r\n',
      '--x\r\nContent-Type: text/html\r\n\r\n<p>The <b>tide</b>.</p><img src="https://tracker.example/p.gif"><script>no()</script>',
      '--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="table.pdf"\r\n\r\n12345',
      '--x--',
    ].join('\r\n')
    const document = await extract(mail, 'mail.eml')
    expect(document).toMatchObject({ title: 'Gezeiten', mime: 'message/rfc822' })
    expect(document.text).toContain(
      'From: Jürgen <j@example.org>\nTo: a@example.org, b@example.org\nSubject: Gezeiten',
    )
    expect(document.text).toContain('The tide.')
    expect(document.text).toMatch(/Attached: table\.pdf \(/)
    expect(document.text).not.toMatch(/tracker|no\(\)/)
  })

  it('in a mailbox is a section for each message', async () => {
    const box = ['One', 'Two'].map(
      (name) =>
        `From ann@example.org Fri Mar  1 12:00:00 2024\n${message(name, `Text ${name}\n\nFrom here on.`)}`,
    )
    const document = await extract(box.join('\n'), 'Inbox')
    expect(document.mime).toBe('application/mbox')
    expect(document.headings.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(document.text).toContain('From here on.')
  })

  it('whose plain form only asks for another viewer is read in its other form', async () => {
    const mail = (plain: string) =>
      [
        'MIME-Version: 1.0\r\nFrom: a@example.org\r\nSubject: Tides\r\nContent-Type: multipart/alternative; boundary=x\r\n',
        `--x\r\nContent-Type: text/plain\r\n\r\n${plain}`,
        '--x\r\nContent-Type: text/html\r\n\r\n<p>High water at <b>six</b>.</p>',
        '--x--',
      ].join('\r\n')
    expect((await extract(mail('This message requires an HTML viewer.'), 'a.eml')).text).toContain(
      'High water at six.',
    )
    expect((await extract(mail('High water at six o’clock.'), 'a.eml')).text).toContain('o’clock')
  })

  it('that lies alone behind an envelope is a message with a title', async () => {
    const document = await extract(
      `From ann@example.org Fri Mar  1 12:00:00 2024\n${message('One', 'Text')}`,
      'a.eml',
    )
    expect(document).toMatchObject({ title: 'One', mime: 'message/rfc822' })
  })
})
