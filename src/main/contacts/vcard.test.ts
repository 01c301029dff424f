import { describe, expect, it } from 'vitest'
import { person } from '../../shared/actor'
import { type Contact, contactDataOf, emptyContact } from '../../shared/contract/contacts'
import { cardsIn } from './card-lines'
import { readCards } from './read-vcard'
import { writeCards } from './vcard'

const id = '01a20ac3-c5da-73f7-9d75-14976b58357a'
const contact = (more: Partial<Contact>): Contact => ({
  ...emptyContact,
  ...{ id, name: 'Ada', outside: [], madeBy: person, changedBy: person, revision: 1 },
  createdAt: 0,
  updatedAt: Date.UTC(2026, 2, 4, 12, 30, 5, 250),
  ...more,
})
const card = (more: Partial<Contact>, organization: string | null = null) =>
  writeCards([{ contact: contact(more), organization }])
/** The lines with what was folded put together again. */
const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('a vCard', () => {
  it('has all that an address book has a place for', () => {
    const text = card(
      {
        name: 'Lovelace; Ada, Countess',
        emails: [{ label: 'Work', value: 'ada@example.org' }],
        phones: [{ label: '', value: '+44 20 7946' }],
        addresses: [{ label: 'privat', value: '1 St James’s Sq\nLondon' }],
        urls: [{ label: 'blog "new"', value: 'https://example.org/a,b;c' }],
        role: 'Analyst',
        birthday: '1815-12-10',
        tags: ['maths', 'a,b'],
        notes: 'One \\ two\r\nthree',
      },
      'Royal Society',
    )
    expect(lines(text)).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      `UID:urn:uuid:${id}`,
      'KIND:individual',
      'FN:Lovelace\\; Ada\\, Countess',
      'ORG:Royal Society',
      'TITLE:Analyst',
      'item1.EMAIL;TYPE=work:ada@example.org',
      'item1.X-ABLabel:Work',
      'TEL;VALUE=text:+44 20 7946',
      'item2.ADR;TYPE=home:;;1 St James’s Sq\\nLondon;;;;',
      'item2.X-ABLabel:privat',
      'item3.URL;TYPE="blog ^\'new^\'":https://example.org/a,b;c',
      'item3.X-ABLabel:blog "new"',
      'BDAY:18151210',
      'CATEGORIES:maths,a\\,b',
      'NOTE:One \\\\ two\\nthree',
      'REV:20260304T123005Z',
      'END:VCARD',
      '',
    ])
  })

  it('tells an organization, and a birthday without a year', () => {
    const text = card({ kind: 'organization', name: 'Royal Society', birthday: '--02-29' })
    expect(lines(text)).toContain('KIND:org')
    expect(lines(text)).toContain('ORG:Royal Society')
    expect(lines(text)).toContain('BDAY:--0229')
  })

  it('keeps to a line each, whatever an address or a label says', () => {
    const text = card({
      emails: [{ label: 'constructor', value: 'ada@example.org' }],
      urls: [{ label: '', value: 'https://example.org/\r\nEMAIL:other@example.org\nEND:VCARD' }],
    })
    expect(lines(text)).toContain('item1.EMAIL;TYPE="constructor":ada@example.org')
    expect(lines(text)).toContain('URL:https://example.org/EMAIL:other@example.orgEND:VCARD')
  })

  it('has lines of at most 75 bytes, and cuts no letter apart', () => {
    const notes = 'Überraschung 山田😀, '.repeat(40)
    const text = card({ notes })
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).not.toContain('\ufffd')
    expect(lines(text)).toContain(`NOTE:${notes.replaceAll(',', '\\,')}`)
  })

  it('comes back as it was when it is read', async () => {
    const all = [
      {
        contact: contact({
          name: 'Lovelace; Ada, Countess \\ "x"',
          emails: [
            { label: 'Work', value: 'ada@example.org' },
            { label: '', value: 'b@example.org' },
          ],
          phones: [{ label: 'Büro', value: '+44 20 7946' }],
          addresses: [{ label: 'privat', value: '1 St James’s Sq; left, up\nLondon' }],
          urls: [{ label: 'blog "new", old', value: 'https://example.org/a,b;c' }],
          role: 'Analyst, Poet',
          birthday: '1815-12-10',
          tags: ['maths', 'a,b'],
          notes: `# Über\n\n- One \\n two\n- ${'山田😀, '.repeat(40)}`,
        }),
        organization: 'Royal Society',
      },
      {
        contact: contact({ kind: 'organization', name: 'Royal Society', birthday: '--02-29' }),
        organization: null,
      },
      { contact: contact({ kind: 'organization', name: 'Library' }), organization: 'Royal Society' },
      { contact: contact({ name: 'Royal Society' }), organization: 'Royal Society' },
    ]
    async function* parts() {
      yield writeCards(all)
    }
    const { contacts, refused, noPlace } = await readCards(cardsIn(parts()), {
      language: 'de',
      most: 100,
      file: 'cards.vcf',
    })
    expect(refused).toEqual([])
    expect([...noPlace]).toEqual([])
    expect(contacts.map(({ data, organization }) => ({ data, organization: organization || null }))).toEqual(
      all.map((each) => ({ data: contactDataOf(each.contact), organization: each.organization })),
    )
  })
})
