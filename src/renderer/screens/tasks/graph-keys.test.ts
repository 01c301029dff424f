import { expect, it } from 'vitest'
import { movedNode } from './graph-keys'
import { layOut } from './graph-layout'

// a and b stand in the first layer, c and d wait for a, and e for both.
const layout = layOut([
  { id: 'a', needs: [] },
  { id: 'b', needs: [] },
  { id: 'c', needs: ['a', 'b'] },
  { id: 'd', needs: ['a'] },
  { id: 'e', needs: ['c', 'd'] },
])
const to = (id: string, key: string) => movedNode(layout, id, key)
const place = (id: string) => layout.nodes.find((node) => node.id === id)

it('goes left to what a task needs, and right to what waits for it', () => {
  expect(['c', 'd']).toContain(to('a', 'ArrowRight'))
  expect(to('c', 'ArrowRight')).toBe('e')
  expect(['c', 'd']).toContain(to('e', 'ArrowLeft'))
  expect(to('d', 'ArrowLeft')).toBe('a')
  expect([to('a', 'ArrowLeft'), to('e', 'ArrowRight')]).toEqual([null, null])
})

it('goes up and down within a layer, and to the first and the last', () => {
  const [upper, lower] = ['c', 'd'].toSorted((a, b) => (place(a)?.y ?? 0) - (place(b)?.y ?? 0))
  expect(to(upper ?? '', 'ArrowDown')).toBe(lower)
  expect(to(lower ?? '', 'ArrowUp')).toBe(upper)
  expect([to(upper ?? '', 'ArrowUp'), to(lower ?? '', 'ArrowDown')]).toEqual([null, null])
  expect([to('c', 'Home'), to('c', 'End')]).toEqual([layout.nodes[0]?.id, layout.nodes.at(-1)?.id])
})

it('leaves other keys, and tasks that are not drawn, alone', () => {
  expect([to('a', 'Enter'), to('z', 'Home')]).toEqual([undefined, undefined])
})
