import { expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { findTextCitations } from './text-citations'

const given = [
  {
    chunk_id: 'gate',
    document_id: 'water',
    start: 0,
    end: 31,
    title: '水门',
    page: 3,
    text: '水门在涨潮超过四米时自动打开。守门人把时间记在绿色的本子里。',
  },
]

it('takes what a Chinese answer quotes for its quote, in either kind of marks, and not a word in marks', () => {
  const claims = (answer: string) => findTextCitations(answer, given).map(({ quote }) => quote)
  expect(claims('书上说「守门人把时间记在」本子里 [水门, p. 3]。')).toEqual(['守门人把时间记在'])
  expect(claims('书上说“潮水从不打开它”，很奇怪 [水门, p. 3]。')).toEqual(['潮水从不打开它'])
  expect(claims('守门人记录“时间” 的本子是绿色的 [水门, p. 3]。')).toEqual(['守门人把时间记在绿色的本子里。'])
})

it('takes marks side by side for one statement, at once also behind a long row of blanks', () => {
  const answer = `${' '.repeat(150_000)}守门人把时间记在绿色的本子里 [水门, p. 3] [水门, p. 3]。`
  const began = workedMs()
  const claims = findTextCitations(answer, given)
  expect(workedMs() - began).toBeLessThan(2000)
  const quote = '守门人把时间记在绿色的本子里。'
  expect(claims).toMatchObject([{ quote }, { quote }])
})
