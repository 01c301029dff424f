import type { Client } from '../../../src/main/rpc/client'

/** A call of a tool with what it is given. */
export type ContactCall = readonly [tool: string, input: (client: Client) => Promise<unknown> | unknown]

/** What is there before, in the order in which it is added. */
export const contactsBefore: readonly ContactCall[] = [
  ['create_contact', () => ({ name: 'Royal Society', kind: 'organization' })],
  [
    'create_contact',
    async (client) => ({
      name: 'Ada Lovelace',
      organization: await contact(client, 'Royal'),
      role: 'Analyst',
    }),
  ],
  ['create_contact', () => ({ name: 'Ada King', notes: 'Countess.' })],
  [
    'link_contacts',
    async (client) => ({
      from_id: await contact(client, 'King'),
      to_id: await contact(client, 'Royal'),
      relation: 'guest',
    }),
  ],
]

/** Every write tool of the contacts. */
export const contactCalls: readonly ContactCall[] = [
  ['create_contact', () => ({ name: 'Charles Babbage', tags: ['engines'] })],
  [
    'update_contact',
    async (client) => ({ contact_id: await contact(client, 'Lovelace'), birthday: '1815-12-10' }),
  ],
  [
    'link_contacts',
    async (client) => ({
      from_id: await contact(client, 'Lovelace'),
      to_id: await contact(client, 'Royal'),
      relation: 'member',
    }),
  ],
  [
    'unlink_contacts',
    async (client) => {
      const { links } = await client.contacts.get({ id: await contact(client, 'King') })
      return { link_id: links[0]?.id }
    },
  ],
  [
    'merge_contacts',
    async (client) => ({
      into_id: await contact(client, 'Lovelace'),
      from_ids: [await contact(client, 'King')],
    }),
  ],
  [
    'delete_contacts',
    async (client) => ({ contact_ids: [await contact(client, 'Royal'), await contact(client, 'King')] }),
  ],
]

async function contact(client: Client, name: string): Promise<string> {
  // Words anywhere: of those that name it only the one with this name is meant.
  const found = (await client.contacts.list({ query: name })).find((line) => line.name.includes(name))
  if (found === undefined) throw new Error(name)
  return found.id
}

/** The contacts as people see them: without ids and times. */
export async function contactsPicture(client: Client): Promise<unknown> {
  const lines = await client.contacts.list({})
  const all = await Promise.all(lines.map(({ id }) => client.contacts.get({ id })))
  return all.map(
    ({ contact: { name, role, birthday, tags, notes, revision }, organization, links, people }) => ({
      ...{ name, role, birthday, tags, notes, revision },
      organization: organization?.name,
      links: links.map(({ relation, direction, other }) => [relation, direction, other.name]),
      people: people.map((person) => person.name),
    }),
  )
}
