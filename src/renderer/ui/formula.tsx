import { useEffect, useRef, useState } from 'react'
import { HiddenText } from './hidden-text'
import { inSpells } from './in-spells'
import { expansionsOf } from './tex-growth'

/** A longer formula is shown as it is written. */
const formulaCharacters = 4_000
/** The largest size that a formula may ask for (em): none needs more. */
const maxSize = 20

/** A formula in TeX; as it is written where it is none, or until its typesetter has come. */
export function Formula({ tex, block }: { readonly tex: string; readonly block: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const [set, setSet] = useState(false)
  useEffect(() => {
    const maxExpand = expansionsOf(tex)
    if (tex.length > formulaCharacters || maxExpand === null) return setSet(false)
    let wanted = true
    const show = (katex: Katex) => {
      // Of a formula that is still arriving only the last state is set.
      if (!wanted) return
      const done = typeset(katex, tex, { displayMode: block, maxExpand })
      setSet(done !== false)
      if (done !== false) place.current?.replaceChildren(...done)
    }
    void typesetter().then((katex) => inSpells(() => show(katex)))
    return () => {
      wanted = false
    }
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

type Katex = typeof import('katex').default

async function typesetter(): Promise<Katex> {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')])
  return katex
}

/** The elements of a formula, or false for what is none. They are made one by one: no HTML is parsed. */
function typeset(
  katex: Katex,
  tex: string,
  options: { readonly displayMode: boolean; readonly maxExpand: number },
): Node[] | false {
  const drawing = document.createElement('span')
  try {
    // Without trust no link, no image, no class and no style of the text's own is taken.
    katex.render(tex, drawing, { throwOnError: true, trust: false, strict: 'ignore', maxSize, ...options })
  } catch (error) {
    // What is nested too deeply is no formula either.
    if (!(error instanceof katex.ParseError) && !(error instanceof RangeError)) throw error
    return false
  }
  return [...drawing.childNodes]
}
