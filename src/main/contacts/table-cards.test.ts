import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyContact } from '../../shared/contract/contacts'
import type { LabelLanguage } from './card-values'
import { readContactFile } from './contact-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-tables-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Reads a file of these bytes. */
async function read(content: string | Uint8Array, language: LabelLanguage = 'en', name = 'members.csv') {
  const path = join(folder, name)
  writeFileSync(path, content)
  return await readContactFile(path, new AbortController().signal, { language, most: 5 })
}
const dataOf = async (...args: Parameters<typeof read>) =>
  (await read(...args)).contacts.map(({ data, organization }) => ({ ...data, organization }))

describe('reading a table of contacts', () => {
  it('takes a list of members as people write one, and keeps what has no place of its own in the notes', async () => {
    const all = await dataOf(
      [
        'First name,Last name,Email,Mobile,Address,City,Postcode,Organization,Function,Date of birth,Group,Member no.,Notes',
        'Ann,Fisher,ann@example.org,+44 7700 900001,12 Quay Street,Marrow Point,MP1 2AB,Rowing Club,Chair,1971-05-12,"Committee, Rowers",17,Has a key',
        ',,info@northern.example,,,,,Northern Mutual,,,,,',
      ].join('\r\n'),
    )
    expect(all).toEqual([
      {
        ...emptyContact,
        name: 'Ann Fisher',
        emails: [{ label: '', value: 'ann@example.org' }],
        phones: [{ label: 'mobile', value: '+44 7700 900001' }],
        addresses: [{ label: '', value: '12 Quay Street\nMP1 2AB Marrow Point' }],
        organization: 'Rowing Club',
        role: 'Chair',
        birthday: '1971-05-12',
        tags: ['Committee', 'Rowers'],
        notes: 'Has a key\n\nMember no.: 17',
      },
      {
        ...emptyContact,
        kind: 'organization',
        name: 'Northern Mutual',
        organization: '',
        emails: [{ label: '', value: 'info@northern.example' }],
      },
    ])
  })

  it('tells what it can’t take by the row that a spreadsheet shows, whatever stands before the headings', async () => {
    const rows = ['Name,Phone', 'Ann,030 1', ',030 2']
    const refusal = async (lines: readonly string[]) =>
      (await read(lines.join('\n'))).refused[0]?.reason.said.values
    expect(await refusal(rows)).toMatchObject({ place: 3 })
    expect(await refusal(['', ...rows])).toMatchObject({ place: 4 })
    expect(await refusal(['sep=,', ...rows])).toMatchObject({ place: 4 })
  })

  it('takes one in German, with semicolons, in the encoding of Windows', async () => {
    const text = [
      'sep=;',
      'Name;Vorname;E-Mail-Adresse;Telefon privat;Telefon geschäftlich;Handy;Straße;Hausnummer;PLZ;Ort;Verein;Geburtsdatum;Eintritt',
      'Müller;Jörg;"joerg@example.org; jm@example.net";030 1;030 2;0171 3;Am Kai;7a;10115;Berlin;Ruderklub;3.4.1980;2014',
    ].join('\n')
    expect(await dataOf(iconv.encode(text, 'windows-1252'), 'de')).toEqual([
      {
        ...emptyContact,
        name: 'Jörg Müller',
        emails: [
          { label: '', value: 'joerg@example.org' },
          { label: '', value: 'jm@example.net' },
        ],
        phones: [
          { label: 'privat', value: '030 1' },
          { label: 'Arbeit', value: '030 2' },
          { label: 'mobil', value: '0171 3' },
        ],
        addresses: [{ label: '', value: 'Am Kai 7a\n10115 Berlin' }],
        organization: 'Ruderklub',
        birthday: '1980-04-03',
        notes: 'Eintritt: 2014',
      },
    ])
  })

  it('takes what Google exports: labels beside values, several in one cell, its own groups', async () => {
    const [ada] = await dataOf(
      [
        'First Name,Middle Name,Last Name,Name Prefix,File As,Organization Name,Organization Title,Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Postal Code,Website 1 - Label,Website 1 - Value',
        'Ada,,Lovelace,Dr.,"Lovelace, Ada",Royal Society,Analyst,1815-12-10,* myContacts ::: Maths,* Home,ada@example.org,Castle,countess@example.org,Mobile,030 1 ::: 030 2,Work,"12 St James’s Square\nLondon\nSW1Y 4JH",12 St James’s Square,London,SW1Y 4JH,,https://example.org/ada',
      ].join('\n'),
    )
    expect(ada).toEqual({
      ...emptyContact,
      name: 'Dr. Ada Lovelace',
      emails: [
        { label: 'home', value: 'ada@example.org' },
        { label: 'Castle', value: 'countess@example.org' },
      ],
      phones: [
        { label: 'mobile', value: '030 1' },
        { label: 'mobile', value: '030 2' },
      ],
      addresses: [{ label: 'work', value: '12 St James’s Square\nSW1Y 4JH London' }],
      urls: [{ label: '', value: 'https://example.org/ada' }],
      organization: 'Royal Society',
      role: 'Analyst',
      birthday: '1815-12-10',
      tags: ['Maths'],
    })
  })

  it('names what has no place of its own by the label that Google writes beside it', async () => {
    const [ada, bob] = await dataOf(
      [
        'First Name,Relation 1 - Label,Relation 1 - Value,Relation 2 - Label,Relation 2 - Value,Event 1 - Label,Event 1 - Value,Custom Field 1 - Label,Custom Field 1 - Value',
        'Ada,* Spouse,William King,,Byron ::: Ralph,Anniversary,1835-07-08,Club,Analysts',
        'Bob,Brother,,,,,,,',
      ].join('\n'),
    )
    expect(ada?.notes.split('  \n')).toEqual([
      ...['Spouse: William King', 'Relation 2: Byron, Ralph', 'Anniversary: 1835-07-08', 'Club: Analysts'],
    ])
    expect(bob?.notes).toBe('Relation 1 - Label: Brother')
  })

  it('takes what Outlook exports, without what it writes into each row', async () => {
    const [bob] = await dataOf(
      [
        'Title,First Name,Last Name,Company,Department,Job Title,Business Street,Business City,Home Street,Home City,Business Fax,Business Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail Display Name,Gender,Priority,Private,Initials',
        'Mr.,Bob,Builder,Example & Sons,Roofs,Foreman,1 Yard,Quillon,2 Lane,Marrow,1,2,3,bob@example.org,SMTP,Bob (bob@example.org),Unspecified,Normal,False,B.B.',
      ].join('\n'),
    )
    expect(bob).toEqual({
      ...emptyContact,
      name: 'Mr. Bob Builder',
      emails: [{ label: '', value: 'bob@example.org' }],
      phones: [
        { label: 'work fax', value: '1' },
        { label: 'work', value: '2' },
        { label: 'mobile', value: '3' },
      ],
      addresses: [
        { label: 'work', value: '1 Yard\nQuillon' },
        { label: 'home', value: '2 Lane\nMarrow' },
      ],
      organization: 'Example & Sons',
      role: 'Foreman, Roofs',
    })
  })

  it('tells day and month by the other days of the column, and keeps a day that it can’t tell as it is written', async () => {
    const days = async (...cells: string[]) =>
      (await dataOf(['Name,Birthday', ...cells.map((cell, at) => `P${at},${cell}`)].join('\n'))).map(
        ({ birthday, notes }) => birthday ?? notes,
      )
    expect(await days('3/4/1990', '25/12/1991')).toEqual(['1990-04-03', '1991-12-25'])
    expect(await days('3/4/1990', '12/25/1991')).toEqual(['1990-03-04', '1991-12-25'])
    expect(await days('3/4/1990', '5/5/1991', 'May')).toEqual([
      'Birthday: 3/4/1990',
      '1991-05-05',
      'Birthday: May',
    ])
    expect(await days('31.2.1990', '--05-17')).toEqual(['Birthday: 31.2.1990', '--05-17'])
  })

  it('keeps a second organization or name in the notes, and signs of vCards as they are', async () => {
    expect(
      await dataOf('Name,Company,Club,Notes\n"Ada, A;B\\n",Works,Rowing,"One\nTwo, three"'),
    ).toMatchObject([
      { name: 'Ada, A;B\\n', organization: 'Works', notes: 'One\nTwo, three\n\nClub: Rowing' },
    ])
  })

  it('says which row names nobody, as a spreadsheet counts', async () => {
    const { contacts, refused } = await read('Name,Phone\n\nAda,1\n,2\n')
    expect(contacts.map(({ data }) => data.name)).toEqual(['Ada'])
    expect(refused.map(({ reason }) => reason.text)).toEqual([
      'Row 4 of “members.csv” has no name, no organization and no e-mail address.',
    ])
  })

  it('refuses a table that has no headings, and says what to do', async () => {
    await expect(read('Ada,ada@example.org\nBob,bob@example.org')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('Give the columns headings such as “First name”'),
    })
    await expect(read('')).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('reads no more rows than may come, and says that there are more', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `Person ${at},x`)
    const { contacts, more } = await read(['Name,Notes', ...rows].join('\n'))
    expect([contacts.length, more]).toEqual([5, true])
  })

  it('takes the headings below words about the table, as LinkedIn has them', async () => {
    const above = ['Notes:', '"When exporting your data, you may notice; some are missing."', '']
    const table = ['First Name,Last Name,URL,Email Address,Company,Position,Connected On']
    const row = 'Zed,Zulu,https://www.linkedin.com/in/zed,zed@example.org,Zulu Ltd,CEO,05 Jan 2024'
    const all = [...above, ...table, row, ',,,,,,']
    expect(await dataOf(all.join('\n'))).toMatchObject([
      { name: 'Zed Zulu', organization: 'Zulu Ltd', role: 'CEO', notes: 'Connected On: 05 Jan 2024' },
    ])
    const { refused } = await read([...all, ',,,,,CFO,'].join('\n'))
    expect(refused[0]?.reason.said.values).toMatchObject({ place: 7 })
    // A row of somebody's data is none of headings.
    await expect(read(['x,y', 'Ann,ann@example.org', 'Name,17'].join('\n'))).rejects.toMatchObject({
      said: { code: 'contact.no_columns' },
    })
  })

  it('leaves out what Outlook writes where nobody said anything, in both languages', async () => {
    const english = ['First Name,Anniversary,Birthday,Gender,Spouse', 'Ann,0/0/00,0/0/00,Unspecified,Eve']
    expect(await dataOf(english.join('\n'))).toMatchObject([{ birthday: null, notes: 'Spouse: Eve' }])
    const german = [
      'Vorname;E-Mail: Angezeigter Name;E-Mail 2: Angezeigter Name;Jahrestag;Geschlecht;Priorität;Privat;Initialen;Partner',
      'Ann;Ann (a@b.example);Ann;0.0.00;Keine Angabe;Normal;Aus;A.;Eve',
    ]
    expect(await dataOf(german.join('\n'), 'de')).toMatchObject([{ notes: 'Partner: Eve' }])
  })

  it('takes tabs between its columns', async () => {
    expect(await dataOf('Name\tEmail\nAda\tada@example.org', 'en', 'people.TSV')).toMatchObject([
      { name: 'Ada', emails: [{ value: 'ada@example.org' }] },
    ])
  })

  it('lets other work have its turn while rows of a thousand columns are read', async () => {
    const path = join(folder, 'wide.csv')
    const headings = Array.from({ length: 1000 }, (_, at) => `Address ${at} - City`)
    const row = `Ann${',Marrow Point'.repeat(headings.length)}\n`
    writeFileSync(path, `Name,${headings.join(',')}\n${row.repeat(200)}`)
    let turns = 0
    const other = setInterval(() => turns++, 1)
    const { contacts } = await readContactFile(path, new AbortController().signal, {
      language: 'en',
      most: 200,
    })
    clearInterval(other)
    expect(contacts).toHaveLength(200)
    // All rows in one go left it one turn or two.
    expect(turns).toBeGreaterThan(10)
  })
})
