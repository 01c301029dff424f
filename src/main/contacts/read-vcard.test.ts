import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { contactLimits, emptyContact } from '../../shared/contract/contacts'
import { readCardFile } from './card-file'
import { cardsIn, type FoundCard } from './card-lines'
import type { LabelLanguage } from './card-values'
import { readCards } from './read-vcard'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-cards-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Reads a file of these bytes. */
async function read(content: string | Uint8Array, language: LabelLanguage = 'en', most = 100) {
  const path = join(folder, 'cards.vcf')
  writeFileSync(path, content)
  return await readCardFile(path, new AbortController().signal, (parts) =>
    readCards(cardsIn(parts), { language, most, file: 'cards.vcf' }),
  )
}

const card = (version: string, ...lines: string[]) =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n')
const one = async (...lines: string[]) => {
  const { contacts } = await read(card(lines[0] ?? '3.0', ...lines.slice(1)))
  if (contacts[0] === undefined) throw new Error('It was not read.')
  return contacts[0]
}

describe('reading vCards', () => {
  it('takes what Google exports: addresses in parts, custom labels, its own groups', async () => {
    const { data, organization } = await one(
      '3.0',
      'FN:Dr. Ada Lovelace',
      'N:Lovelace;Ada;;Dr.;',
      'EMAIL;TYPE=INTERNET;TYPE=HOME:ada@example.org',
      'item1.EMAIL;TYPE=INTERNET:countess@example.org',
      'item1.X-ABLabel:Castle',
      'TEL;TYPE=CELL:+44 20 7946 0001',
      'TEL;TYPE=WORK,FAX:+44 20 7946 0002',
      'ADR;TYPE=HOME:;;12 St James’s Square;London;;SW1Y 4JH;United Kingdom',
      'ORG:Royal Society;Engines;Analysis',
      'TITLE:Analyst',
      'URL;TYPE=WORK:https\\://example.org/ada',
      'BDAY:18151210',
      'NOTE:One\\, two\\nthree\\; four \\\\ five',
      'CATEGORIES:myContacts,Maths\\, pure',
    )
    expect(organization).toBe('Royal Society')
    expect(data).toEqual({
      ...emptyContact,
      name: 'Dr. Ada Lovelace',
      emails: [
        { label: 'home', value: 'ada@example.org' },
        { label: 'Castle', value: 'countess@example.org' },
      ],
      phones: [
        { label: 'mobile', value: '+44 20 7946 0001' },
        { label: 'work fax', value: '+44 20 7946 0002' },
      ],
      addresses: [{ label: 'home', value: '12 St James’s Square\nSW1Y 4JH London\nUnited Kingdom' }],
      role: 'Analyst, Engines, Analysis',
      urls: [{ label: 'work', value: 'https://example.org/ada' }],
      birthday: '1815-12-10',
      tags: ['Maths, pure'],
      notes: 'One, two\nthree; four \\ five',
    })
  })

  it('keeps in the notes who somebody is related to, and counts what only refers to another card', async () => {
    const text = [
      card(
        '3.0',
        'FN:Ada',
        'NOTE:Counts.',
        'item1.X-ABRELATEDNAMES:William King',
        'item1.X-ABLabel:_$!<Spouse>!$_',
        'X-MANAGER:Charles\\, B.',
      ),
      card(
        '4.0',
        'FN:Byron',
        'RELATED;TYPE=child;VALUE=text:Ada',
        'RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
        'RELATED;VALUE=text:Percy',
      ),
    ].join('')
    const { contacts, noPlace } = await read(text)
    expect(contacts.map(({ data }) => data.notes)).toEqual([
      'Counts.\n\nRelation (spouse): William King  \nRelation (manager): Charles, B.',
      'Relation (child): Ada  \nRelation: Percy',
    ])
    expect([...noPlace]).toEqual([['relation', 1]])
    const german = await read(text, 'de')
    expect(german.contacts[1]?.data.notes).toBe('Beziehung (Kind): Ada  \nBeziehung: Percy')
    const long = await one('3.0', 'FN:Ada', `NOTE:${'x'.repeat(19_990)}`, 'X-SPOUSE:William King')
    expect([long.data.notes.length, long.leftOut]).toEqual([19_990, ['notes']])
  })

  it('takes what Apple exports: labels in groups, a birthday without its year, companies, lines that are folded', async () => {
    const text = [
      card(
        '3.0',
        'N:Byron;;;;',
        'FN:Byron',
        'item1.TEL;type=pref:030 1234567',
        'item1.X-ABLabel:_$!<Mobile>!$_',
        'item2.URL;type=pref:http\\://example.org/a-page-that-has',
        ' -a-long-address',
        'item2.X-ABLabel:_$!<HomePage>!$_',
        'BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29',
        'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQ',
        '  ABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoM',
        'X-ABUID:0815:ABPerson',
      ),
      card('3.0', 'N:;;;;', 'FN:Example & Sons', 'ORG:Example & Sons;', 'X-ABShowAs:COMPANY'),
      card('3.0', 'FN:Everybody', 'X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1'),
    ].join('')
    const { contacts, refused, noPlace } = await read(text, 'de')
    expect(contacts.map(({ data }) => [data.kind, data.name])).toEqual([
      ['person', 'Byron'],
      ['organization', 'Example & Sons'],
    ])
    expect(contacts[0]?.data).toMatchObject({
      phones: [{ label: 'mobil', value: '030 1234567' }],
      urls: [{ label: 'Homepage', value: 'http://example.org/a-page-that-has-a-long-address' }],
      birthday: '--02-29',
    })
    expect(refused.map(({ name, reason }) => [name, reason.text])).toEqual([
      ['Everybody', 'Card 3 of “cards.vcf” is neither a person nor an organization.'],
    ])
    expect([...noPlace]).toEqual([
      ['picture', 1],
      ['other', 1],
    ])
  })

  it('takes what Outlook exports in 2.1: quoted-printable with soft breaks, an encoding of its own, types without a name', async () => {
    const { data, organization } = await one(
      '2.1',
      'N;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg=3B',
      'FN;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:J=F6rg M=FCl=',
      'ler',
      'ORG;CHARSET=UTF-8;QUOTED-PRINTABLE:Stra=C3=9Fenbau;Nord',
      'TEL;WORK;VOICE:030 42',
      'ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE:;;Hauptstr. 1=0D=0AHinterhaus;Berlin;;10115;Deutschland',
      'EMAIL;PREF;INTERNET:joerg@example.org',
      'BDAY:19961022',
      'NOTE:C:\\new\\folder',
      'PHOTO;JPEG;ENCODING=BASE64:',
      '/9j/4AAQSkZJRgABAQAAAQABAAD',
      '',
      'REV:20200101T000000Z',
    )
    expect(data).toMatchObject({
      name: 'Jörg Müller',
      role: 'Nord',
      phones: [{ label: 'work', value: '030 42' }],
      emails: [{ label: '', value: 'joerg@example.org' }],
      addresses: [{ label: 'work', value: 'Hauptstr. 1\nHinterhaus\n10115 Berlin\nDeutschland' }],
      birthday: '1996-10-22',
      notes: 'C:\\new\\folder',
    })
    expect(organization).toBe('Straßenbau')
  })

  it('takes what Android exports in 2.1: labels within a type, a last line that is broken off', async () => {
    const { data } = await one(
      '2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4D=C3=BC=6C=6C=65=72;=4A=C3=BC=72=67=65=6E;;;',
      'TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=42=C3=BC=72=6F):030 1',
      'TEL;X-Boot:030 2',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
      ' /2wBDAAMCAgICAgMC=',
      '',
      'NOTE;ENCODING=QUOTED-PRINTABLE:eins=0D=0Azwei=',
    )
    expect(data).toMatchObject({
      name: 'Jürgen Müller',
      phones: [
        { label: 'Büro', value: '030 1' },
        { label: 'Boot', value: '030 2' },
      ],
      notes: 'eins\nzwei',
    })
  })

  it.each([
    ['BDAY:--0415', '--04-15'],
    ['BDAY;VALUE=date:1604-04-15', '--04-15'],
    ['BDAY;X-APPLE-OMIT-YEAR=1800:1800-04-15', '--04-15'],
    ['BDAY:19850415T000000Z', '1985-04-15'],
    ['BDAY:1985-04', null],
    ['BDAY:---15', null],
  ])('takes %s as %s', async (line, birthday) => {
    expect((await one('3.0', 'FN:Ada', line)).data.birthday).toBe(birthday)
  })

  it('takes what Nextcloud and others write in 4.0: numbers as addresses of the web, quoted types, kinds', async () => {
    const { data } = await one(
      '4.0',
      'KIND:individual',
      'FN:Grace',
      'TEL;VALUE=uri;TYPE="voice,work":tel:+1-418-656-9254;ext=102',
      'EMAIL;PREF=1:mailto:grace@example.org',
      'URL;TYPE="blog ^\'new^\'":https://example.org/a,b;c',
      'BDAY:--1209',
    )
    expect(data).toMatchObject({
      phones: [{ label: 'work', value: '+1-418-656-9254 ext. 102' }],
      emails: [{ label: '', value: 'grace@example.org' }],
      urls: [{ label: 'blog "new"', value: 'https://example.org/a,b;c' }],
      birthday: '--12-09',
    })
  })

  it.each([
    ['1996-10-22', '1996-10-22'],
    ['19961022', '1996-10-22'],
    ['19961022T140000Z', '1996-10-22'],
    ['1996-10-22T00:00:00Z', '1996-10-22'],
    ['--0229', '--02-29'],
    ['--02-29', '--02-29'],
    ['1996', null],
    ['---22', null],
    ['19960230', null],
    ['circa 1800', null],
  ])('reads the birthday %s as %s, and says where it is none', async (written, birthday) => {
    const { data, leftOut } = await one('3.0', 'FN:Ada', `BDAY:${written}`)
    expect(data.birthday).toBe(birthday)
    expect(leftOut).toEqual(birthday === null ? ['birthday'] : [])
  })

  it('makes a name of its parts, an organization of a card that has no other, and an address where there is no name', async () => {
    const text = [
      card('3.0', 'N:Lovelace;Ada;Augusta;Countess;MD'),
      card('3.0', 'ORG:Royal Society', 'TEL:1'),
      card('3.0', 'EMAIL:nobody@example.org'),
    ].join('')
    const { contacts } = await read(text)
    expect(contacts.map(({ data }) => [data.kind, data.name])).toEqual([
      ['person', 'Countess Ada Augusta Lovelace MD'],
      ['organization', 'Royal Society'],
      ['person', 'nobody@example.org'],
    ])
  })

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${card('3.0', 'FN:Émilie')}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${card('3.0', 'FN:Émilie')}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(card('3.0', 'FN:Émilie'), 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\ufeff${card('3.0', 'FN:Émilie')}`, 'utf16le').swap16()],
    ['that of Windows', Buffer.from(card('2.1', 'FN:Émilie'), 'latin1')],
  ])('reads a file in %s', async (_, bytes) => {
    expect((await read(bytes)).contacts.map(({ data }) => data.name)).toEqual(['Émilie'])
  })

  it('costs only itself where a card is broken', async () => {
    const text = [
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Cut off\r\n',
      card('3.0', 'FN:Ann', 'no line at all', 'EMAIL:nothing'),
      card('3.0', 'TEL:1'),
      card('3.0', `FN:${'x'.repeat(201)}`),
      'END:VCARD\r\n',
      card('3.0', 'FN:Bob'),
    ].join('')
    const { contacts, refused } = await read(text)
    expect(contacts.map(({ data, leftOut }) => [data.name, leftOut])).toEqual([
      ['Ann', ['emails']],
      ['Bob', []],
    ])
    expect(refused.map(({ reason }) => reason.text)).toEqual([
      'Card 1 of “cards.vcf” has no end.',
      'Card 3 of “cards.vcf” has no name, no organization and no e-mail address.',
      'The name on card 4 of “cards.vcf” has more than 200 characters.',
    ])
  })

  it('passes over a card within a card', async () => {
    const { contacts } = await read(
      card('2.1', 'FN:Ada', `AGENT:\r\n${card('2.1', 'FN:Secretary').trimEnd()}`, 'TEL:5'),
    )
    expect(contacts.map(({ data }) => [data.name, data.phones])).toEqual([
      ['Ada', [{ label: '', value: '5' }]],
    ])
  })

  it('keeps to what a contact holds, and says what is more than that', async () => {
    const { data, leftOut } = await one(
      '3.0',
      'FN:Ada',
      ...Array.from({ length: contactLimits.entries + 1 }, (_, at) => `TEL:${at}`),
      `CATEGORIES:${Array.from({ length: contactLimits.tags + 1 }, (_, at) => `tag ${at}`).join(',')}`,
      `NOTE:${'x'.repeat(contactLimits.notes + 1)}`,
    )
    expect(data.phones).toHaveLength(contactLimits.entries)
    expect(data.tags).toHaveLength(contactLimits.tags)
    expect(data.notes).toBe('')
    expect(leftOut.toSorted()).toEqual(['notes', 'phones', 'tags'])
  })

  it('does not put together what is longer than anything that a contact holds', async () => {
    async function* parts() {
      yield 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nNOTE:'
      for (let part = 0; part < 20; part++) yield 'x'.repeat(100_000)
      yield `\r\nX-FOLDED:\r\n${' y\r\n'.repeat(300_000)}`
      yield 'TEL:1\r\nEND:VCARD\r\n'
    }
    const found: FoundCard[] = []
    for await (const each of cardsIn(parts())) found.push(each)
    expect(found.map(({ whole }) => whole)).toEqual([true])
    const { properties = [] } = found[0] ?? {}
    expect(properties.map(({ name }) => name)).toEqual(['FN', 'NOTE', 'X-FOLDED', 'TEL'])
    for (const { value } of properties) expect(value.length).toBeLessThan(400_000)
  })

  it('is not held up by a line of nothing but parameters, nor takes more of a card than a card has', async () => {
    const types = ';A'.repeat(90_000)
    const lines = Array.from({ length: 20 }, (_, at) => `TEL${types}:${at}`)
    const begun = workedMs()
    const { data } = await one('3.0', 'FN:Ada', ...lines)
    // One of them took many seconds where they were put together one by one.
    expect(workedMs() - begun).toBeLessThan(10_000)
    expect(data.phones.map(({ value }) => value)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('keeps the pages at networks among the web pages, and an address of several lines in one', async () => {
    const text = card(
      '3.0',
      'FN:Ada',
      'URL:https://example.org/\\nEMAIL:other@example.org',
      'X-SOCIALPROFILE;type=twitter;x-user=ada:https\\://social.example/ada',
      'SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://example.org/@ada',
      'X-SOCIALPROFILE;type=Skype:x-apple:ada',
      'X-TWITTER:ada',
    )
    const { contacts, noPlace } = await read(text)
    expect(contacts[0]?.data.urls).toEqual([
      { label: '', value: 'https://example.org/EMAIL:other@example.org' },
      { label: 'twitter', value: 'https://social.example/ada' },
      { label: 'Mastodon', value: 'https://example.org/@ada' },
    ])
    expect([...noPlace]).toEqual([['profile', 2]])
  })

  it('stops where there are more cards than were asked for', async () => {
    const text = [1, 2, 3].map((at) => card('3.0', `FN:Ann ${at}`)).join('')
    expect(await read(text, 'en', 2)).toMatchObject({ more: true })
    expect(await read(text, 'en', 3)).toMatchObject({ more: false })
  })
})
