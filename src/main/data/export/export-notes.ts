import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Note } from '../../../shared/contract/notes'
import { safeName } from '../../files/safe-name'
import type { NotesService } from '../../notes/service'
import type { ExportFolder } from './folder-writer'
import type { ReadmeTexts } from './readme'

/** Writes each note as a Markdown file with what is known of it before its text; answers how many there are. */
export async function exportNotes(
  notes: Pick<NotesService, 'every'>,
  root: ExportFolder,
  texts: ReadmeTexts,
): Promise<number> {
  let count = 0
  for (const note of notes.every()) {
    await root.write(`${safeName(note.title) || texts.note}.md`, fileOf(note))
    count++
    await nextTurn()
  }
  return count
}

/** YAML before the text, as programs for notes read it; a text in JSON is one in YAML too. */
function fileOf({
  id,
  title,
  tags,
  createdAt,
  updatedAt,
  createdBy,
  outside,
  formerTitles,
  content,
}: Note): string {
  const about = [
    ['id', JSON.stringify(id)],
    ['title', JSON.stringify(title)],
    ['tags', JSON.stringify(tags)],
    ['created', new Date(createdAt).toISOString()],
    ['updated', new Date(updatedAt).toISOString()],
    ['author', JSON.stringify(createdBy.name)],
    ...(formerTitles.length === 0 ? [] : [['former_titles', JSON.stringify(formerTitles)]]),
    ...(outside.length === 0 ? [] : [['read_from_outside', JSON.stringify(outside)]]),
  ]
  return `---\n${about.map(([name, value]) => `${name}: ${value}\n`).join('')}---\n\n${content}`
}
