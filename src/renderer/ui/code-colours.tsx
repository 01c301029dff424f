import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { HiddenText } from './hidden-text'
import { whileWanted } from './while-wanted'

/** A node of what the highlighter gives: words, or words of one kind. */
type Coloured =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'element'; readonly kinds: string; readonly children: readonly Coloured[] }

/** Longer code is shown without colours: they would take longer than a frame. */
const colouredCharacters = 20_000

type Colour = (code: string, language: string) => readonly Coloured[] | null

let loading: Promise<Colour> | null = null

/** Most pages never show code: the grammars come when the first does. */
function loadColour(): Promise<Colour> {
  loading ??= import('lowlight').then(({ common, createLowlight }) => {
    const lowlight = createLowlight(common)
    return (code, language) =>
      lowlight.registered(language) ? lowlight.highlight(language, code).children.flatMap(colouredOf) : null
  })
  return loading
}

/** Of the highlighter's tree only words and the names of their kinds are taken. */
function colouredOf(node: {
  readonly type: string
  readonly value?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly Parameters<typeof colouredOf>[0][]
}): Coloured[] {
  if (node.type === 'text') return [{ type: 'text', value: node.value ?? '' }]
  const names = node.properties?.className
  const kinds = Array.isArray(names) ? names.join(' ') : ''
  return [{ type: 'element', kinds, children: (node.children ?? []).flatMap(colouredOf) }]
}

/** Code with its words coloured by kind, where the language is known; hidden characters are shown either way. */
export function ColouredCode({ code, language }: { readonly code: string; readonly language?: string }) {
  const [colour, setColour] = useState<{ readonly apply: Colour } | null>(null)
  const wanted = language !== undefined && code.length <= colouredCharacters
  useEffect(() => {
    if (!wanted) return
    return whileWanted(loadColour(), (apply) => setColour({ apply }))
  }, [wanted])
  const nodes = useMemo(
    () => (wanted && colour !== null ? colour.apply(code, language.toLowerCase()) : null),
    [wanted, colour, code, language],
  )
  return nodes === null ? <HiddenText text={code} indentation="keep" /> : nodes.map(drawn)
}

function drawn(node: Coloured, index: number): ReactNode {
  return node.type === 'text' ? (
    <HiddenText key={index} text={node.value} indentation="keep" />
  ) : (
    <span key={index} className={node.kinds}>
      {node.children.map(drawn)}
    </span>
  )
}
