import { describe, expect, it } from 'vitest'
import { addressCommandOf, configurationOf } from './program-setup'

describe('what another program needs', () => {
  it('is a configuration that starts this data folder’s server', () => {
    expect(JSON.parse(configurationOf(['node', '/opt/a b/countersign.mjs', 'mcp']))).toEqual({
      mcpServers: { countersign: { command: 'node', args: ['/opt/a b/countersign.mjs', 'mcp'] } },
    })
  })

  it('is a line whose arguments stay whole in a terminal', () => {
    const command = ['node', "/home/o'neil/my work/countersign.mjs", 'mcp']
    expect(addressCommandOf(command, 'linux')).toBe(
      "node '/home/o'\\''neil/my work/countersign.mjs' mcp --http --port 4871",
    )
    expect(addressCommandOf(['node', 'C:\\My Work\\countersign.mjs', 'mcp'], 'win32')).toBe(
      'node "C:\\My Work\\countersign.mjs" mcp --http --port 4871',
    )
    expect(addressCommandOf(['countersign', 'mcp'], 'darwin')).toBe('countersign mcp --http --port 4871')
  })
})
