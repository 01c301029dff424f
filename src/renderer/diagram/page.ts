import '../zod-setup'
import mermaid from 'mermaid'
import {
  type DiagramAnswer,
  type DiagramRequest,
  diagramRequestSchema,
  longestDiagram,
  tallestDiagram,
} from '../ui/diagram-messages'

// Runs in a frame of its own without an origin and without a network: what it draws may have been written by anybody.

/** More edges than this are no diagram to be read, and keep the machine busy. */
const mostEdges = 400

const place = document.getElementById('diagram') ?? document.body
let shown: number | null = null
let last = Promise.resolve()

// The frame has no origin that could be named, and nothing else can be loaded above it.
const tell = (answer: DiagramAnswer): void => window.parent.postMessage(answer, '*')

function tellHeight(): void {
  const svg = place.querySelector('svg')
  if (shown === null || svg === null) return
  const height = Math.ceil(svg.getBoundingClientRect().height)
  if (height > 0) tell({ type: 'drawn', id: shown, height: Math.min(height, tallestDiagram) })
}

async function draw({ id, code, dark }: DiagramRequest): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    suppressErrorRendering: true,
    maxTextSize: longestDiagram,
    maxEdges: mostEdges,
    // What a diagram may not set for itself.
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'htmlLabels',
      'fontFamily',
      'themeCSS',
    ],
  })
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  shown = null
  try {
    const { svg } = await mermaid.render('drawing', code)
    place.innerHTML = svg
    // A link has nowhere to go from here.
    for (const link of place.querySelectorAll('a')) link.replaceWith(...link.childNodes)
    shown = id
    tellHeight()
  } catch {
    place.replaceChildren()
    tell({ type: 'failed', id })
  }
}

window.addEventListener('message', (event) => {
  if (event.source !== window.parent) return
  const request = diagramRequestSchema.safeParse(event.data)
  if (request.success) last = last.then(() => draw(request.data))
})
new ResizeObserver(tellHeight).observe(place)
tell({ type: 'ready' })
