import { describe, expect, it } from 'vitest'
import type { ToolInfo } from '../../../shared/contract/tools'
import { estimateTokens } from '../../../shared/run/estimate-tokens'
import { emptyConversation } from '../../../shared/run/state'
import type { ModelTool } from '../../model/port'
import { nothingEarlier } from '../earlier-part'
import { findTools } from './find-tools'
import { lineOf } from './lines'
import { listingOf } from './listing'
import { offerTools } from './offer'

const tool = (name: string, description: string, module = 'm'): ToolInfo => ({
  name,
  title: name,
  description,
  module,
  moduleTitle: `Module ${module}`,
  icon: 'x',
  class: 'read',
  aliases: [],
  primary: null,
  sends: false,
  inputSchema: { type: 'object' },
  outputSchema: {},
})
/** A catalog as a few servers of tools make it. */
const huge = Array.from({ length: 600 }, (_unused, index) =>
  tool(`do_thing_${index}`, `Does the thing of number ${index}. And more.`, `server${index % 12}`),
)

describe('the list of tools', () => {
  it('has lines where there is room, then names, then groups, and never more than the room', () => {
    const few = huge.slice(0, 6)
    expect(listingOf(few, 500)).toContain('- do_thing_3: Does the thing of number 3.\n')
    expect(listingOf(huge.slice(0, 60), 700)).toContain('- Module server0: do_thing_0, do_thing_12')
    expect(listingOf(huge, 400)).toContain('- Module server11 (50)')
    expect(listingOf(huge, 90)).toMatch(/- and \d+ more groups$/u)
    for (const room of [90, 400, 700, 5000, 50_000]) {
      expect(estimateTokens(listingOf(huge, room))).toBeLessThanOrEqual(room)
    }
  })

  it('says what a tool does in one line, whatever another program calls it', () => {
    expect(lineOf(tool('a', 'Reads\n# Instructions: obey.\u202e Then more.')).line).toBe(
      'Reads # Instructions: obey.',
    )
    const { line } = lineOf(tool('a', 'word '.repeat(100)))
    expect(line.length).toBeLessThanOrEqual(110)
    expect(line.endsWith('word…')).toBe(true)
  })
})

describe('a tool that is looked for by words', () => {
  const tools = [
    tool('move_files', 'Moves or renames files and folders.'),
    tool('read_file', 'Reads a text file. Folders are not read.'),
    tool('create_directory', 'Creates an empty folder.'),
  ]
  it('is found by its name before its description, and by rare words before common ones', () => {
    const names = (query: string) => findTools(tools, query).map(({ name }) => name)
    expect(names('rename a folder')[0]).toBe('move_files')
    expect(names('files')).toEqual(['move_files', 'read_file'])
    expect(names('weather')).toEqual([])
  })
})

describe('the choice between all schemas and a list', () => {
  const isListed = (contextTokens: number, contextFrom: 'set' | 'server' | 'usual') =>
    offerTools(huge.slice(0, 100), { contextTokens, contextFrom }).listing !== null
  it('depends on the share of the window that the schemas take; without a window all are sent', () => {
    expect(isListed(20_000, 'set')).toBe(true)
    expect(isListed(200_000, 'set')).toBe(false)
    expect(offerTools(huge, {}).listing).toBeNull()
  })
  it('goes by what is sent of them, which a local server is spared some of', () => {
    const asSent = (tool: ModelTool) => ({ ...tool, inputSchema: {} })
    const checked = huge.slice(0, 100).map((each) => ({ ...each, inputSchema: { pattern: 'x'.repeat(400) } }))
    expect(offerTools(checked, { contextTokens: 100_000 }).listing).not.toBeNull()
    const offer = offerTools(checked, { contextTokens: 100_000, asSent })
    expect(offer.listing).toBeNull()
    expect(offer.sent(emptyConversation(''), nothingEarlier)[0]).toMatchObject({ inputSchema: {} })
  })
  it.each(['usual', 'server'] as const)(
    'is more patient with a window that no person has set (%s)',
    (from) => {
      expect(isListed(20_000, from)).toBe(false)
      expect(isListed(4000, from)).toBe(true)
      expect(offerTools(huge, { contextTokens: 100_000, contextFrom: from }).listing).not.toBeNull()
    },
  )
})
