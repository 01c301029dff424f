import { describe, expect, it } from 'vitest'
import { sampleTaskLine as line } from '../../../../tests/support/sample-task'
import type { GraphTask } from './graph-layers'
import { layOut, nodeSize, pathOf } from './graph-layout'
import { graphTasks } from './graph-tasks'

const all = { found: null, status: 'all', tag: null, assistant: null } as const

function placed(tasks: readonly GraphTask[]) {
  const { nodes } = layOut(tasks)
  return new Map(nodes.map((node) => [node.id, node]))
}

describe('the drawing of dependencies', () => {
  it('puts a task right of all that it waits for', () => {
    const at = placed([
      { id: 'c', needs: ['a', 'b'] },
      { id: 'b', needs: ['a'] },
      { id: 'a', needs: [] },
    ])
    const x = (id: string) => at.get(id)?.x ?? Number.NaN
    expect(x('a')).toBe(0)
    expect(x('b')).toBeGreaterThan(x('a') + nodeSize.width)
    expect(x('c')).toBeGreaterThan(x('b') + nodeSize.width)
  })

  it('lets no two tasks overlap, and draws all 200 of them and every edge', () => {
    const tasks = Array.from({ length: 200 }, (_, index) => ({
      id: `t${index}`,
      needs: [index - 7, index - 13].filter((need) => need >= 0).map((need) => `t${need}`),
    }))
    const { nodes, edges, width, height } = layOut(tasks)
    expect(nodes).toHaveLength(200)
    expect(edges).toHaveLength(tasks.flatMap(({ needs }) => needs).length)
    for (const [index, a] of nodes.entries()) {
      expect(a.x >= 0 && a.y >= 0 && a.x + nodeSize.width <= width && a.y + nodeSize.height <= height).toBe(
        true,
      )
      for (const b of nodes.slice(index + 1)) {
        const apart = Math.abs(a.x - b.x) >= nodeSize.width || Math.abs(a.y - b.y) >= nodeSize.height
        expect(apart, `${a.id} ${b.id}`).toBe(true)
      }
    }
  })

  it('leads an edge over several layers around what stands between', () => {
    const { nodes, edges } = layOut([
      { id: 'a', needs: [] },
      { id: 'b', needs: ['a'] },
      { id: 'c', needs: ['a', 'b'] },
    ])
    const b = nodes.find(({ id }) => id === 'b')
    const long = edges.find(({ from, to }) => from === 'a' && to === 'c')
    const passes = long?.points.filter(({ x }) => b !== undefined && x >= b.x && x <= b.x + nodeSize.width)
    expect(passes).toHaveLength(2)
    for (const { y } of passes ?? []) {
      expect(b !== undefined && (y <= b.y || y >= b.y + nodeSize.height)).toBe(true)
    }
    expect(pathOf(long ?? { from: '', to: '', points: [] })).toMatch(/^M\d+ \d+C.*L.*C/)
  })

  it('draws a circle without its closing edge', () => {
    const { nodes, edges } = layOut([
      { id: 'a', needs: ['b'] },
      { id: 'b', needs: ['a'] },
    ])
    expect(nodes).toHaveLength(2)
    expect(edges).toHaveLength(1)
  })

  it('puts groups that have nothing to do with each other beside and below each other', () => {
    const { nodes, width, height } = layOut(
      Array.from({ length: 40 }, (_, index) => ({
        id: `t${index}`,
        needs: index % 2 ? [`t${index - 1}`] : [],
      })),
    )
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(40)
    expect(width).toBeLessThan(height * 4)
    expect(height).toBeLessThan(width * 4)
  })
})

describe('what the graph draws', () => {
  it('is what waits or is waited for; the others are counted', () => {
    const lines = [line('a'), line('b', { needs: ['a'] }), line('c'), line('d', { status: 'done' })]
    const { drawn, alone } = graphTasks(lines, all, false)
    expect(drawn.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(alone).toBe(1)
    expect(graphTasks(lines, all, true).alone).toBe(2)
  })

  it('leaves out what is done before what is done, and keeps what is done before what is open', () => {
    const lines = [
      line('a', { status: 'done' }),
      line('b', { status: 'done', needs: ['a'] }),
      line('c', { needs: ['b'] }),
    ]
    expect(graphTasks(lines, all, false).drawn.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(graphTasks(lines, all, true).drawn.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('shows what is looked for with what is right before and after it', () => {
    const lines = [
      line('a'),
      line('b', { needs: ['a'], tags: ['x'] }),
      line('c', { needs: ['b'] }),
      line('d', { needs: ['c'] }),
    ]
    expect(graphTasks(lines, { ...all, tag: 'x' }, false).drawn.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})
