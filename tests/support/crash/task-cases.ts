import type { Client } from '../../../src/main/rpc/client'

/** A call of a tool with what it is given. */
export type TaskCall = readonly [tool: string, input: (client: Client) => Promise<unknown> | unknown]

/** What is there before, in the order in which it is added. */
export const tasksBefore: readonly TaskCall[] = [
  [
    'create_tasks',
    () => ({
      tasks: [
        { title: 'Report', key: 'report' },
        { title: 'Figures', parent: 'report', tags: ['numbers'] },
        { title: 'Talk', needs: ['report'] },
      ],
    }),
  ],
  ['comment_on_task', async (client) => ({ task_id: await task(client, 'Figures'), text: 'By Ada.' })],
]

/** Every write tool of the tasks. */
export const taskCalls: readonly TaskCall[] = [
  ['create_task', async (client) => ({ title: 'Slides', parent: await task(client, 'Talk') })],
  [
    'create_tasks',
    () => ({
      tasks: [
        { title: 'Read', key: 'read' },
        { title: 'Sleep', needs: ['read'] },
      ],
    }),
  ],
  [
    'update_task',
    async (client) => ({
      ...{ task_id: await task(client, 'Figures'), status: 'done', due: '2026-12-01' },
      parent: await task(client, 'Talk'),
    }),
  ],
  ['comment_on_task', async (client) => ({ task_id: await task(client, 'Talk'), text: 'At **nine**.' })],
  [
    'delete_task_comment',
    async (client) => {
      const { comments } = await client.tasks.get({ id: await task(client, 'Figures') })
      return { comment_id: comments[0]?.id }
    },
  ],
  ['delete_tasks', async (client) => ({ task_ids: [await task(client, 'Report')] })],
]

async function task(client: Client, title: string): Promise<string> {
  const found = (await client.tasks.list({ query: title })).find((line) => line.title === title)
  if (found === undefined) throw new Error(title)
  return found.id
}

/** The tasks as people see them: without ids and times. */
export async function tasksPicture(client: Client): Promise<unknown> {
  const lines = await client.tasks.list({})
  const all = await Promise.all(lines.map(({ id }) => client.tasks.get({ id })))
  const titles = (those: readonly { readonly title: string }[]) => those.map(({ title }) => title)
  return all.map(({ task: { title, status, due, tags, notes, revision }, ...around }) => ({
    ...{ title, status, due, tags, notes, revision },
    parent: around.parent?.title,
    parts: titles(around.parts),
    needs: titles(around.needs),
    neededBy: titles(around.neededBy),
    comments: around.comments.map(({ text, madeBy }) => [text, madeBy.name]),
  }))
}
