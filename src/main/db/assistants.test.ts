import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'
import { createAssistantTable } from './assistants'
import { migrations } from './migrate'
import { openDatabase } from './open'

it('brings the runs and policies of an older database to the usual assistant', () => {
  acrossMigration(
    'CREATE TABLE assistants',
    (raw) => {
      raw.exec(`
      INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', 'Tides', 1, 1);
      INSERT INTO runs (id, conversation_id, status, actor, model, started_at)
      VALUES ('r', 'c', 'completed', '{"kind":"person","name":"You"}', 'm', 1);
      INSERT INTO policies (assistant, tool, policy, set_at) VALUES ('default', 'create_file', 'deny', 1);
    `)
    },
    (raw) => {
      expect(raw.prepare('SELECT id, assistant FROM runs').all()).toEqual([{ id: 'r', assistant: 'default' }])
      expect(raw.prepare('SELECT assistant, tool, policy FROM policies').all()).toEqual([
        { assistant: 'default', tool: 'create_file', policy: 'deny' },
      ])
      expect(raw.prepare('SELECT id, name, tools FROM assistants').all()).toEqual([
        { id: 'default', name: 'Assistant', tools: '{"kind":"all"}' },
      ])
    },
  )
})

it('leaves thinking to the settings for those that are there, and where what is stored can’t be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-assistants-'))
  const path = join(folder, 'countersign.db')
  const before = migrations.findIndex((sql) => sql.includes('ADD COLUMN thinking'))
  openDatabase(path, migrations.slice(0, before)).close()
  const db = openDatabase(path)
  try {
    const table = createAssistantTable(db)
    const usual = table.get('default')
    expect(usual.thinking).toBeNull()
    const { id, revision, createdAt: _c, updatedAt: _u, trashedAt: _t, ...fields } = usual
    expect(table.change(id, revision, { ...fields, thinking: 'off' }, 2).thinking).toBe('off')
    db.raw.exec("UPDATE assistants SET thinking = 'sometimes'")
    expect(table.get(id).thinking).toBeNull()
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
