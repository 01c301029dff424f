import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Fields = Readonly<Record<string, unknown>>

const times = { added_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' }

/** The id that stands for a short name, in the form of all ids. */
export function idFor(name: string): string {
  return `00000000-0000-7000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`
}

/** A task as our export has it; its title is its short name. */
export function exportedTask(name: string, more: Fields = {}): Fields {
  return {
    ...{ id: idFor(name), title: name, notes: '', status: 'open', priority: 'normal', due: null },
    ...{ tags: [], parent: null, needs: [], assistant: null, comments: [], ...times, ...more },
  }
}

/** A contact as our export has it; its name is its short name. */
export function exportedContact(name: string, more: Fields = {}): Fields {
  return {
    ...{ id: idFor(name), kind: 'person', name, emails: [], phones: [], addresses: [], urls: [] },
    ...{ organization: null, role: '', birthday: null, tags: [], notes: '', links: [], ...times, ...more },
  }
}

/** Writes a folder that is told for an export of ours by its form. */
export function writeOwnExport(
  folder: string,
  {
    contacts = [],
    tasks = [],
    files = {},
  }: {
    readonly contacts?: readonly unknown[]
    readonly tasks?: readonly unknown[]
    readonly files?: Readonly<Record<string, string>>
  },
): string {
  const all = {
    ...{ 'README.txt': 'made by hand', 'settings.json': '{}', 'activity/audit.json': '{}' },
    ...{ 'contacts.json': JSON.stringify(contacts), 'tasks.json': JSON.stringify(tasks), ...files },
  }
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}
