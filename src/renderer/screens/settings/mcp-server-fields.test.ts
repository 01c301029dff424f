import { describe, expect, it } from 'vitest'
import type { McpServer } from '../../../shared/contract/mcp-servers'
import { draftOf, fieldsOf, isComplete, pastedFields, writtenOnTop } from './mcp-server-fields'

describe('the form for a server of another program', () => {
  const server: McpServer = {
    id: '1',
    revision: 1,
    name: 'Tides',
    connection: {
      kind: 'command',
      program: 'npx',
      arguments: ['-y', 'tides', ''],
      folder: '',
      variables: ['TOKEN'],
    },
    callSeconds: 30,
    enabled: true,
    state: 'idle',
    error: null,
    configurationHash: '',
    tools: { usable: 0, waiting: 0, total: 0, leftOut: 0 },
  }

  it('stands for the server that it was made from, whose secrets it keeps without knowing them', () => {
    expect(draftOf(fieldsOf(server))).toEqual({
      name: 'Tides',
      callSeconds: 30,
      connection: {
        kind: 'command',
        program: 'npx',
        arguments: ['-y', 'tides', ''],
        folder: '',
        variables: [{ name: 'TOKEN' }],
      },
    })
  })

  it('takes another value for a secret, and seconds within their limits', () => {
    const fields = fieldsOf(server)
    const variables = [
      { id: 0, name: 'TOKEN', value: 'new', kept: true },
      { id: 1, name: ' ', value: 'x', kept: false },
    ]
    expect(draftOf({ ...fields, seconds: '9999', variables })).toMatchObject({
      callSeconds: 300,
      connection: { variables: [{ name: 'TOKEN', value: 'new' }] },
    })
    expect(draftOf({ ...fields, seconds: 'soon' }).callSeconds).toBe(60)
  })

  it('asks for the values again where they would go to another place, and nowhere else', () => {
    const fields = fieldsOf(server)
    expect(isComplete(server, { ...fields, arguments: '--other' })).toBe(true)
    for (const some of [{ program: 'uvx' }, { folder: '/srv' }]) {
      expect(isComplete(server, { ...fields, ...some })).toBe(false)
      const variables = [{ id: 0, name: 'TOKEN', value: 'typed', kept: true }]
      expect(isComplete(server, { ...fields, ...some, variables })).toBe(true)
    }
    const connection = { kind: 'address' as const, url: 'https://tides.example/mcp', headers: ['Key'] }
    const far = { ...server, connection }
    expect(isComplete(far, { ...fieldsOf(far), url: 'https://tides.example/v2' })).toBe(true)
    expect(isComplete(far, { ...fieldsOf(far), url: 'https://other.example/mcp' })).toBe(false)
  })

  describe('written on top of what another window saved', () => {
    const theirs: McpServer = {
      ...server,
      revision: 2,
      callSeconds: 120,
      connection: {
        ...{ kind: 'command', program: 'npx', arguments: ['-y', 'tides', '--prod'], folder: '' },
        variables: ['TOKEN'],
      },
      configurationHash: 'another',
    }
    const mine = (some: Partial<ReturnType<typeof fieldsOf>>) =>
      writtenOnTop(server, theirs, { ...fieldsOf(server), ...some })

    it('changes what was written alone', () => {
      expect(mine({ name: 'Ebb' })).toEqual({ ...fieldsOf(theirs), name: 'Ebb' })
    })

    it('asks again for a value that would be given to another command than theirs', () => {
      const fields = mine({ arguments: '-y\nebb' })
      expect(fields).toMatchObject({ seconds: '120', arguments: '-y\nebb' })
      expect(isComplete(theirs, fields)).toBe(false)
      const [row] = fields.variables
      if (row === undefined) throw new Error('It has a variable.')
      const typed = { ...fields, variables: [{ ...row, value: 'mine' }] }
      expect(isComplete(theirs, typed)).toBe(true)
      expect(draftOf(typed)).toMatchObject({ connection: { variables: [{ name: 'TOKEN', value: 'mine' }] } })
    })

    it('keeps a value that was typed for it', () => {
      const variables = [{ id: 0, name: 'TOKEN', value: 'mine', kept: true }]
      expect(isComplete(theirs, mine({ program: 'uvx', variables }))).toBe(true)
    })
  })

  it('is filled in from the settings of another program', () => {
    const text = JSON.stringify({
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'files', '/home'], env: { KEY: 'k' } },
        far: { type: 'http', url: 'https://tides.example/mcp', headers: { Authorization: 'Bearer x' } },
        odd: { nothing: true },
        lines: { command: 'sh', args: ['-c', 'one\ntwo'] },
      },
    })
    expect(pastedFields(text)).toMatchObject([
      {
        name: 'files',
        kind: 'command',
        program: 'npx',
        arguments: '-y\nfiles\n/home',
        variables: [{ name: 'KEY', value: 'k' }],
      },
      {
        name: 'far',
        kind: 'address',
        url: 'https://tides.example/mcp',
        headers: [{ name: 'Authorization' }],
      },
    ])
  })

  it.each(['', '{', '[]', '{"mcpServers": []}', '{"mcpServers": {"a": 1}}', '{"other": {}}'])(
    'is not filled in from what holds no server: %s',
    (text) => {
      expect(pastedFields(text)).toBeNull()
    },
  )
})
