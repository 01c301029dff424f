import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HiddenText } from './hidden-text'

const drawn = (text: string) => renderToStaticMarkup(<HiddenText text={text} />)

it('a sentence keeps its direction where the name that it begins with goes the other way', () => {
  expect(drawn('“مرحبا” is saved.')).toBe('<bdi dir="ltr">“مرحبا” is saved.</bdi>')
  expect(drawn('“مرحبا\u200b” is saved.')).toContain('<bdi dir="ltr">')
  expect(drawn('مرحبا')).toBe('<bdi>مرحبا</bdi>')
})
