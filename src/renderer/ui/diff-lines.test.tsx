import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AnyRow } from './diff-lines'
import { diffRows } from './diff-rows'
import { UiWordsContext, wordsDe, wordsEn } from './words'

const hunk = {
  oldStart: 1,
  oldLines: 1,
  newStart: 1,
  newLines: 1,
  lines: ['-a', '+b', '\\ No newline at end of file'],
}

it('a line that ends the text without a line break is told in the words of the language', () => {
  const row = diffRows([hunk]).at(3)
  if (row === undefined) throw new Error('The hunk has no such row.')
  for (const words of [wordsEn, wordsDe]) {
    const drawn = renderToStaticMarkup(
      <UiWordsContext value={words}>
        <AnyRow row={row} choice={undefined} />
      </UiWordsContext>,
    )
    expect(drawn).toContain(words.noLineEnd)
  }
})
