import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NavItem } from './nav-item'

it('shows what hides in the title of a conversation, which is anybody’s words', () => {
  const drawn = renderToStaticMarkup(<NavItem label={'Bill \u202efdp.exe'} />)
  expect(drawn).toContain('>RLO<')
  expect(drawn).not.toContain('\u202e')
})
