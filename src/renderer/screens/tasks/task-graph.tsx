import { GitFork, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { isEnded, type TaskLine } from '../../../shared/contract/tasks'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { goTo } from '../../stores/page'
import { useTasks } from '../../stores/tasks'
import { formatPercent } from '../../text/language'
import { tasksText } from '../../text/tasks'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { ScrollArea } from '../../ui/scroll-area'
import { movedNode } from './graph-keys'
import { type GraphLayout, layOut, nodeSize, type PlacedNode, pathOf } from './graph-layout'
import { graphTasks } from './graph-tasks'
import { statusIcons } from './task-marks'
import { useNarrowing, useTaskLines } from './use-task-lines'
import { useZoom } from './use-zoom'
import './task-graph.css'

/** Which tasks wait for which, from left to right. */
export function TaskGraph({ id }: { readonly id: string | null }) {
  const lines = useTaskLines()
  const narrowing = useNarrowing()
  const endedShown = useTasks((state) => state.endedShown)
  const { drawn, alone } = useMemo(
    () => graphTasks(lines, narrowing, endedShown),
    [lines, narrowing, endedShown],
  )
  const shape = JSON.stringify(drawn.map((line) => [line.id, line.needs]))
  // A title or a status that changes moves nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says all that the layout depends on
  const layout = useMemo(() => layOut(drawn), [shape])
  const t = tasksText()
  if (drawn.length === 0) {
    return (
      <div className="screen-empty">
        <EmptyState icon={GitFork} title={t.graphEmpty}>
          {t.graphEmptyText}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="graph-frame">
      <Drawing
        layout={layout}
        lines={drawn}
        current={id}
        words={alone > 0 ? `${t.graphLegend} ${t.graphAlone(alone)}` : t.graphLegend}
      />
    </div>
  )
}

function Drawing({
  layout,
  lines,
  current,
  words,
}: {
  readonly layout: GraphLayout
  readonly lines: readonly TaskLine[]
  readonly current: string | null
  /** What is to know of it, below. */
  readonly words: string
}) {
  const { nodes, edges, width, height } = layout
  const scroller = useRef<HTMLElement>(null)
  const { scale, zoom, fit, pan } = useZoom(scroller, layout)
  /** The task under the pointer or the keyboard: its edges stand out. */
  const [near, setNear] = useState<string | null>(null)
  const byId = useMemo(() => new Map(lines.map((line) => [line.id, line])), [lines])
  const t = tasksText()
  const standsOut = near ?? current
  const press = (event: KeyboardEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const to = movedNode(layout, id, event.key)
    if (to === undefined) return
    event.preventDefault()
    if (to === null) return
    scroller.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(to)}"]`)?.focus()
  }
  return (
    <>
      <ScrollArea ref={scroller} className="graph" aria-label={t.graphLabel} onPointerDown={pan}>
        <div className="graph-room" style={{ width: width * scale, height: height * scale }}>
          <div className="graph-sheet" style={{ width, height, transform: `scale(${scale})` }}>
            <svg width={width} height={height} aria-hidden>
              <defs>
                <marker
                  id="graph-arrow"
                  viewBox="0 0 8 8"
                  refX="7"
                  refY="4"
                  markerWidth="8"
                  markerHeight="8"
                  orient="auto"
                  markerUnits="userSpaceOnUse"
                >
                  <path d="M0 0L8 4L0 8Z" fill="context-stroke" />
                </marker>
              </defs>
              {edges.map((edge) => (
                <path
                  key={`${edge.from} ${edge.to}`}
                  className="graph-edge"
                  data-near={edge.from === standsOut || edge.to === standsOut || undefined}
                  d={pathOf(edge)}
                  markerEnd="url(#graph-arrow)"
                />
              ))}
            </svg>
            <ol className="graph-nodes">
              {nodes.map((node) => {
                const line = byId.get(node.id)
                return (
                  line !== undefined && (
                    <Node
                      key={node.id}
                      node={node}
                      line={line}
                      needs={line.needs.flatMap((need) => byId.get(need)?.title ?? [])}
                      current={node.id === current}
                      onNear={setNear}
                      onKey={press}
                    />
                  )
                )
              })}
            </ol>
          </div>
        </div>
      </ScrollArea>
      <div className="graph-foot">
        <p>{words}</p>
        <div className="graph-tools">
          <IconButton icon={ZoomOut} label={t.zoomOut} onClick={() => zoom(-1)} />
          <span className="graph-scale" role="status">
            {formatPercent(scale * 100)}
          </span>
          <IconButton icon={ZoomIn} label={t.zoomIn} onClick={() => zoom(1)} />
          <IconButton icon={Maximize} label={t.zoomFit} onClick={fit} />
        </div>
      </div>
    </>
  )
}

function Node({
  node: { x, y },
  line: { id, title, status },
  needs,
  current,
  onNear,
  onKey,
}: {
  readonly node: PlacedNode
  readonly line: TaskLine
  /** The titles of what it waits for. */
  readonly needs: readonly string[]
  readonly current: boolean
  readonly onNear: (id: string | null) => void
  readonly onKey: (event: KeyboardEvent, id: string) => void
}) {
  const t = tasksText()
  const Icon = statusIcons[status]
  return (
    <li style={{ left: x, top: y }}>
      <button
        type="button"
        className="graph-node"
        data-node={id}
        style={nodeSize}
        title={revealAsText(title)}
        data-ended={isEnded(status) || undefined}
        aria-current={current ? 'true' : undefined}
        onClick={() => goTo({ screen: 'tasks', id })}
        onKeyDown={(event) => onKey(event, id)}
        onPointerEnter={() => onNear(id)}
        onPointerLeave={() => onNear(null)}
        onFocus={() => onNear(id)}
        onBlur={() => onNear(null)}
      >
        <Icon size={14} aria-label={t.statuses[status]} />
        <span className="graph-title">
          <HiddenText text={title} />
        </span>
        <span className="visually-hidden">
          <HiddenText text={needs.length === 0 ? t.nodeFree : t.nodeWaits(needs)} />
        </span>
      </button>
    </li>
  )
}
