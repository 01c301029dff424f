import { useEffect, useRef, useState } from 'react'
import { HiddenText } from './hidden-text'
import { whileWanted } from './while-wanted'

/** A longer formula is shown as it is written. */
const formulaCharacters = 4_000
/** Macros that a formula may expand, and the largest size that it may ask for (em): no formula needs more. */
const limits = { maxExpand: 200, maxSize: 20 }

/** A formula in TeX; as it is written where it is none, or until its typesetter has come. */
export function Formula({ tex, block }: { readonly tex: string; readonly block: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const [set, setSet] = useState(false)
  useEffect(() => {
    if (tex.length > formulaCharacters) return setSet(false)
    return whileWanted(typeset(tex, block), (done) => {
      setSet(done !== false)
      if (done !== false) place.current?.replaceChildren(...done)
    })
  }, [tex, block])
  return (
    <span className={block ? 'ui-formula ui-formula-block' : 'ui-formula'}>
      <span ref={place} hidden={!set} />
      {!set && (
        <code>
          <HiddenText text={tex} />
        </code>
      )}
    </span>
  )
}

/** The elements of a formula, or false for what is none. They are made one by one: no HTML is parsed. */
async function typeset(tex: string, displayMode: boolean): Promise<Node[] | false> {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')])
  const drawing = document.createElement('span')
  try {
    // Without trust no link, no image, no class and no style of the text's own is taken.
    katex.render(tex, drawing, { displayMode, throwOnError: true, trust: false, strict: 'ignore', ...limits })
  } catch (error) {
    // What is nested too deeply is no formula either.
    if (!(error instanceof katex.ParseError) && !(error instanceof RangeError)) throw error
    return false
  }
  return [...drawing.childNodes]
}
