import { describe, expect, it, vi } from 'vitest'

const named = ['10 Downing Street', '2 Brothers', '9 Lives', 'Zoë', 'émile Zola', 'Eva']
vi.mock('../app/client', () => ({
  client: {
    contacts: {
      list: async () => named.map((name) => ({ id: name, name })),
      get: async ({ id }: { id: string }) => ({
        contact: { id },
        people: named.map((name) => ({ id: name, name })),
      }),
      tags: async () => [],
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))
vi.mock('./batches', () => ({ changeByHand: undefined }))

import { contactDetails, findContacts, loadContacts, openContact, useContacts } from './contacts'

const inOrder = ['2 Brothers', '9 Lives', '10 Downing Street', 'émile Zola', 'Eva', 'Zoë']

describe('contacts by name', () => {
  it('have numbers in them in the order of numbers', async () => {
    await loadContacts()
    expect(useContacts.getState().lines?.map(({ name }) => name)).toEqual(inOrder)
    expect((await findContacts('')).map(({ name }) => name)).toEqual(inOrder)
  })

  it('are the same in an organization, where it is looked at and where it is merged', async () => {
    expect((await contactDetails('Office')).people.map(({ name }) => name)).toEqual(inOrder)
    await openContact('Office')
    expect(useContacts.getState().open?.people.map(({ name }) => name)).toEqual(inOrder)
  })
})
