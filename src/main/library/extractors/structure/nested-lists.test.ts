import { expect, it } from 'vitest'
import { ListCollector } from './nested-lists'

it('ends whatever levels a file claims', () => {
  const list = new ListCollector()
  const item = (level: number, text: string) =>
    list.addItem({ level, ordered: false, blocks: [{ kind: 'paragraph', text }] })
  item(-3, 'a')
  item(-1, 'b')
  item(4, 'c')
  expect(JSON.stringify(list.end())).toMatch(/a.*b.*c/)
})
