import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = fileURLToPath(new URL('../..', import.meta.url))
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
)

/** What stands after another element, as far as the next combinator or the end of the selector. */
const afterAnother = /(?<=[+~]\s*)[^\s>+~,{]+(?=[^{}]*\{)/gu

// A browser that sees any element (or any div) named after another styles all that is in a list anew with each
// element that comes to the list: a long conversation would cost a frame with each message that is scrolled to.
it('no rule is for just any element after another', () => {
  expect(sheets.length).toBeGreaterThan(20)
  const found = sheets.flatMap((file) =>
    (withoutValues(readFileSync(join(source, file), 'utf8')).match(afterAnother) ?? [])
      .filter((compound) => /^(\*|div)(?![\w-])/u.test(compound) || /^:(?!is\(|where\()/u.test(compound))
      .map((compound) => `${file}: ${compound}`),
  )
  expect(found).toEqual([])
})

/** The selectors alone: comments and what is declared hold signs too. */
function withoutValues(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/:[^;{}]*;/gu, ';')
}
