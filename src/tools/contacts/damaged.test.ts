import { describe, expect, it } from 'vitest'
import { setUpContacts } from '../../../tests/support/contacts-desk'

const desk = setUpContacts()
const address = (value: string) => ({ label: '', value })

describe('a contact of which something stored is damaged', () => {
  it('is listed with what can be read of it, and hides no other', async () => {
    const more = { emails: [address('ada@example.org')], phones: [address('+44 1')], tags: ['maths'] }
    const ada = await desk.add('Ada', more)
    await desk.add('Babbage', { emails: [address('charles@example.org')], tags: ['maths'] })
    desk.bench.db.raw
      .prepare("UPDATE contacts SET emails = '[oops', phones = '', tags = 'oops' WHERE id = ?")
      .run(ada)
    expect(desk.contacts.lines({})).toMatchObject([
      { name: 'Ada', email: '', phone: '', tags: [] },
      { name: 'Babbage', email: 'charles@example.org', tags: ['maths'] },
    ])
    expect(desk.contacts.lines({ tag: 'maths' })).toMatchObject([{ name: 'Babbage' }])
    expect(desk.contacts.tags()).toEqual(['maths'])
    expect(desk.contacts.get(ada)).toMatchObject({ name: 'Ada', emails: [], tags: [] })
  })
})
