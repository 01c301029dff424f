import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrate, migrations } from './migrate'
import { defineTitleOrder } from './title-order'

const own = migrations.findIndex((sql) => sql.includes('CREATE TABLE assistants'))

it('brings the runs and policies of an older database to the usual assistant', () => {
  const raw = new BetterSqlite3(':memory:')
  defineTitleOrder(raw)
  try {
    migrate(raw, migrations.slice(0, own))
    raw.exec(`
      INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', 'Tides', 1, 1);
      INSERT INTO runs (id, conversation_id, status, actor, model, started_at)
      VALUES ('r', 'c', 'completed', '{"kind":"person","name":"You"}', 'm', 1);
      INSERT INTO policies (assistant, tool, policy, set_at) VALUES ('default', 'create_file', 'deny', 1);
    `)
    migrate(raw)
    expect(raw.prepare('SELECT id, assistant FROM runs').all()).toEqual([{ id: 'r', assistant: 'default' }])
    expect(raw.prepare('SELECT assistant, tool, policy FROM policies').all()).toEqual([
      { assistant: 'default', tool: 'create_file', policy: 'deny' },
    ])
    expect(raw.prepare('SELECT id, name, tools FROM assistants').all()).toEqual([
      { id: 'default', name: 'Assistant', tools: '{"kind":"all"}' },
    ])
  } finally {
    raw.close()
  }
})
