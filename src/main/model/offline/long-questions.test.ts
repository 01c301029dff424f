import { expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'

// With patterns that look ahead over all of it, each of these held the process for minutes: the test's time would not do.
it.each(['how much ', 'fass ', 'according to ', 'a', '漢'])(
  'a message of a million characters is answered in good time: %s',
  async (words) => {
    const pasted = words.repeat(1_000_000 / words.length)
    const { text } = await turn([
      user(`When are the highest tides? ${pasted}`),
      called('search_library'),
      result({ passages: [bay] }),
    ])
    expect(text).toContain('highest tides')
  },
)
