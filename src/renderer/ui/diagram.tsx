import { useEffect, useRef, useState } from 'react'
import { CodeBlock } from './code-block'
import { type DiagramRequest, diagramAnswerSchema, longestDiagram } from './diagram-messages'
import { Notice } from './notice'
import { SegmentedControl } from './segmented-control'
import { useDarkTheme } from './use-dark-theme'
import { useWords } from './words'
import './diagram.css'

/** How long drawing may take once the frame is there, in milliseconds: what takes longer is no diagram to be read. */
const drawingLimitMs = 15_000
/** Room that is kept until the size is known, in pixels. */
const firstHeight = 160

/** A Mermaid diagram, drawn in a frame that can reach nothing; its code is one click away, and stands for it. */
export function Diagram({ code }: { readonly code: string }) {
  const words = useWords()
  const [shown, setShown] = useState<'diagram' | 'code'>('diagram')
  const [undrawable, setUndrawable] = useState<string | null>(null)
  const block = { code, label: 'mermaid', language: 'mermaid' }
  const tooLong = code.length > longestDiagram
  if (tooLong || undrawable === code) {
    return (
      <div className="ui-diagram-failed">
        <CodeBlock {...block} />
        <Notice tone="info" title={tooLong ? words.diagramTooLong : words.diagramFailed} />
      </div>
    )
  }
  const choice = (
    <SegmentedControl
      label={words.diagramView}
      size="sm"
      segments={[
        { value: 'diagram', label: words.diagram },
        { value: 'code', label: words.code },
      ]}
      value={shown}
      onChange={setShown}
    />
  )
  return (
    <CodeBlock
      {...block}
      actions={choice}
      instead={shown === 'diagram' && <Drawing code={code} onFailed={() => setUndrawable(code)} />}
    />
  )
}

function Drawing({ code, onFailed }: { readonly code: string; readonly onFailed: () => void }) {
  const words = useWords()
  const dark = useDarkTheme()
  const frame = useRef<HTMLIFrameElement>(null)
  const request = useRef<DiagramRequest>({ type: 'draw', id: 0, code, dark })
  const failed = useRef(onFailed)
  failed.current = onFailed
  const [ready, setReady] = useState(0)
  const [loaded, setLoaded] = useState(false)
  const [drawn, setDrawn] = useState<{ readonly id: number; readonly height: number } | null>(null)

  useEffect(() => {
    const take = (event: MessageEvent): void => {
      // A frame without an origin says so; no other frame or window is heard.
      if (event.source !== frame.current?.contentWindow || event.origin !== 'null') return
      const answer = diagramAnswerSchema.safeParse(event.data).data
      if (answer === undefined) return
      if (answer.type === 'ready') setReady((times) => times + 1)
      else if (answer.id !== request.current.id) return
      else if (answer.type === 'failed') failed.current()
      else setDrawn({ id: answer.id, height: answer.height })
    }
    window.addEventListener('message', take)
    return () => window.removeEventListener('message', take)
  }, [])

  useEffect(() => {
    // Also when it is ready a second time: moved in the page, a frame is loaded anew.
    if (ready === 0) return
    request.current = { type: 'draw', id: request.current.id + 1, code, dark }
    frame.current?.contentWindow?.postMessage(request.current, '*')
  }, [ready, code, dark])

  const waits = loaded && drawn === null
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => failed.current(), drawingLimitMs)
    return () => clearTimeout(timer)
  }, [waits])

  return (
    <div className="ui-diagram">
      <iframe
        ref={frame}
        className="ui-diagram-frame"
        // Scripts and nothing else: no origin, no forms, no windows, no way to the page around it.
        sandbox="allow-scripts"
        src="diagram.html"
        loading="lazy"
        title={words.diagram}
        tabIndex={-1}
        aria-hidden
        style={{ height: drawn?.height ?? firstHeight }}
        onLoad={() => setLoaded(true)}
      />
      <pre className="visually-hidden">{code}</pre>
    </div>
  )
}
