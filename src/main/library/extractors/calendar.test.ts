import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'

const extract = setUpExtraction()

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

describe('a calendar', () => {
  it('has a section for each of its entries, with when, where and who', async () => {
    const document = await extract(
      calendar(
        'X-WR-CALNAME:Home',
        ...event(
          'DTSTART;TZID=Europe/Berlin:20240301T090000',
          'DTEND;TZID=Europe/Berlin:20240301T103000',
          'SUMMARY:Den',
          ' tist\\, again',
          'LOCATION:High Street 4',
          'ORGANIZER;CN="Dr. A: B":mailto:a@example.org',
          'ATTENDEE;PARTSTAT=ACCEPTED;CN=c@example.org:mailto:c@example.org',
          'DESCRIPTION:Bring the card.\\n\\nAnd the form\\; both.',
          'BEGIN:VALARM',
          'DESCRIPTION:Reminder',
          'END:VALARM',
          'RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20241231T000000Z',
        ),
        'BEGIN:VTODO',
        'SUMMARY:Pay the bill',
        'DUE;VALUE=DATE:20240315',
        'STATUS:NEEDS-ACTION',
        'END:VTODO',
      ),
      'home.ics',
    )
    expect(document).toMatchObject({ mime: 'text/calendar', title: 'Home' })
    expect(document.text).toBe(
      [
        '# Dentist, again',
        'When: 2024-03-01 09:00 (Europe/Berlin) – 10:30 (Europe/Berlin)\nRepeats: every 2 weeks, until 2024-12-31 00:00 UTC\nWhere: High Street 4\nFrom: Dr. A: B <a@example.org>\nWith: c@example.org',
        'Bring the card.',
        'And the form; both.',
        '# Pay the bill',
        'Due: 2024-03-15\nStatus: needs-action',
      ].join('\n\n'),
    )
  })

  it.each([
    ['several days', ['DTSTART;VALUE=DATE:20240301', 'DTEND;VALUE=DATE:20240304'], '2024-03-01 – 2024-03-03'],
    ['one day', ['DTSTART;VALUE=DATE:20240301', 'DTEND;VALUE=DATE:20240302'], '2024-03-01'],
    [
      'one day that ends as it begins',
      ['DTSTART;VALUE=DATE:20240301', 'DTEND;VALUE=DATE:20240301'],
      '2024-03-01',
    ],
    [
      'into the next day',
      ['DTSTART:20240301T220000Z', 'DTEND:20240302T010000Z'],
      '2024-03-01 22:00 UTC – 2024-03-02 01:00 UTC',
    ],
    ['a length', ['DTSTART:20240301T220000', 'DURATION:PT1H30M'], '2024-03-01 22:00, 1 h 30 min'],
    ['what is no time', ['DTSTART:soon'], 'soon'],
  ])('tells of %s', async (_, lines, words) => {
    expect((await extract(calendar(...event('SUMMARY:A', ...lines)), 'a.ics')).text).toBe(
      `# A\n\nWhen: ${words}`,
    )
  })

  it('says how often in words where that is simple', async () => {
    const rule = async (text: string) =>
      (await extract(calendar(...event(`RRULE:${text}`)), 'a.ics')).text.split('Repeats: ')[1]
    expect(await rule('FREQ=DAILY;COUNT=5')).toBe('daily, 5 times')
    for (const interval of ['x', '0', '1.5', '']) {
      expect(await rule(`FREQ=DAILY;INTERVAL=${interval}`)).toBe(`FREQ=DAILY;INTERVAL=${interval}`)
    }
    expect(await rule('FREQ=MONTHLY;BYDAY=1MO')).toBe('FREQ=MONTHLY;BYDAY=1MO')
  })

  it('has an entry for each beginning, where an end or a part of it is missing', async () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'SUMMARY:A',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      ...event('SUMMARY:B'),
      'BEGIN:VTODO',
      'SUMMARY:C',
      ...event('SUMMARY:D'),
    )
    expect((await extract(text, 'a.ics')).text).toBe('# A\n\n# B\n\n# C\n\n# D')
  })

  it('tells of days that are left out, of categories and of who can be asked', async () => {
    const text = calendar(
      ...event(
        'SUMMARY:A',
        'EXDATE;VALUE=DATE:20240308,20240315',
        'EXDATE;TZID=Europe/Berlin:20240322T090000',
        'CONTACT:Ada Quay\\, harbour office',
        'CATEGORIES:Sea,Work\\, paid',
        'CATEGORIES:North',
      ),
    )
    expect((await extract(text, 'a.ics')).text).toBe(
      '# A\n\nExcept: 2024-03-08, 2024-03-15, 2024-03-22 09:00 (Europe/Berlin)\nContact: Ada Quay, harbour office\nCategories: Sea, Work, paid, North',
    )
  })

  it('has its letters whole where a line is folded inside them, and its addresses', async () => {
    const address = `https://example.org/${'a'.repeat(1000)}?id=1`
    const lines = Buffer.from(calendar(...event('SUMMARY:März 字', `URL:${address}`)))
    for (const fold of ['\r\n ', '\n\t']) {
      const folded = [...lines].flatMap((byte) => [...(byte > 0x7f ? Buffer.from(fold) : []), byte])
      expect((await extract(Uint8Array.from(folded), 'a.ics')).text).toBe(`# März 字\n\nAddress: ${address}`)
    }
  })

  it('is told by its content, and may be cut short or have lines that say nothing', async () => {
    const text = calendar(...event('no line', 'SUMMARY:A', ';;:x', ':', 'LOCATION:Here'), 'END:VEVENT')
    expect((await extract(text, 'a.txt')).text).toBe('# A\n\nWhere: Here')
    const endless = calendar(
      ...event('SUMMARY:A', `X-A;B=${'c,'.repeat(2_000_000)}`, 'LOCATION;X="open:Here'),
    )
    expect((await extract(endless, 'a.ics')).text).toBe('# A')
    expect((await extract('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:A', 'a.ics')).text).toBe('# A')
  })
})
