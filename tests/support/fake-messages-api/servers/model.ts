import type { BehindServer, Reading, Said } from './shape'

/** What a model says to what it reads: follows what is asked of it as far as its server lets it. */
export function answerOf(reading: Reading, { sees, reasons }: BehindServer): Said {
  const thinking = reasons && reading.thinks ? { thinking: ['Let me ', 'think.'] } : {}
  const [tool] = reading.tools
  const read = reading.messages.map(({ text }) => text).join('\n')
  const asked = reading.messages.findLast(({ role, text }) => role === 'user' && text !== '')?.text ?? ''
  const urged = reading.choice === 'auto' && /\bcall\b/iu.test(asked)
  if (tool !== undefined && (reading.choice === 'required' || urged)) {
    return { ...thinking, calls: [{ name: tool, input: { word: 'hello' } }] }
  }
  if (asked.includes('code word')) {
    const word = /The code word is (\w+)/u.exec(read)?.[1]
    return { ...thinking, text: [word === undefined ? 'I was given no code word.' : `It is ${word}.`] }
  }
  if (asked.includes('Which colour')) {
    const isThere = reading.messages.some(({ images }) => images > 0)
    return { ...thinking, text: [sees && isThere ? 'Red.' : 'I see no picture.'] }
  }
  return { ...thinking, text: ['Hello', '.'] }
}
