import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../../src/main/rpc/client'
import { contactsPicture } from './contact-cases'
import type { Stage } from './stage'
import { tasksPicture } from './task-cases'

/** Everything in a folder that must come back: names, permissions, bytes, targets of links. */
export function folderPicture(folder: string): unknown[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name)
      const stats = lstatSync(path)
      if (stats.isSymbolicLink()) return [name, 'link', readlinkSync(path)]
      if (stats.isDirectory()) return [name, stats.mode, folderPicture(path)]
      return [name, stats.mode, readFileSync(path, 'latin1')]
    })
}

/** The granted folders, the contacts, the tasks, the conversations and the library as people see them: without ids and times, which are new each time. */
export async function picture(stage: Stage, client: Client): Promise<unknown> {
  const { documents } = await client.library.documents({ status: 'all', limit: 50 })
  const collections = await client.library.collections()
  const lines = await client.notes.list({ sort: 'title' })
  const notes = await Promise.all(lines.map(({ id }) => client.notes.get({ id })))
  return {
    work: folderPicture(stage.work),
    other: stage.other === null ? [] : folderPicture(stage.other),
    contacts: await contactsPicture(client),
    tasks: await tasksPicture(client),
    conversations: (await client.conversations.list()).map(({ title }) => title).sort(),
    collections: collections.map(({ name, description, documents: count }) => [name, description, count]),
    notes: notes.map(({ title, content, tags, outside }) => [title, content, tags, outside]),
    documents: documents
      .map(({ title, tags, metadata, sha256, status, collectionId }) => ({
        title,
        tags,
        metadata,
        sha256,
        status,
        collection: collections.find(({ id }) => id === collectionId)?.name,
      }))
      .sort((a, b) => (a.title < b.title ? -1 : 1)),
  }
}

/** Resolves when no document is being read or waits for it. */
export async function settled(client: Client): Promise<void> {
  const events = await client.events.watch()
  try {
    for (;;) {
      // Counts those that are being read, too.
      if ((await client.library.documents({ status: 'pending', limit: 1 })).total === 0) return
      await events.next()
    }
  } finally {
    await events.return?.(undefined)
  }
}

/** What a crash may have left in the data folder that nobody would look for again. */
export function orphansIn(data: string): string[] {
  const staging = readdirSync(join(data, 'blobs')).filter((name) => !/^[0-9a-f]{2}$/.test(name))
  const unfinished = readdirSync(join(data, 'backups')).filter((name) => !name.endsWith('.db'))
  const slots = readdirSync(join(data, 'trash')).flatMap((id) => {
    const names = readdirSync(join(data, 'trash', id))
      .sort()
      .join()
    return names === 'about.json,content' ? [] : [`${id}: ${names}`]
  })
  return [...staging, ...unfinished, ...slots]
}
