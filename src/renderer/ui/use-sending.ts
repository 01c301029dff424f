import { useState } from 'react'
import { toErrorShape } from '../../shared/errors'

/** What a form shows of its being sent. */
interface Sending {
  readonly busy: boolean
  /** What kept the last attempt from succeeding, in one sentence. */
  readonly problem: string | undefined
  readonly forgetProblem: () => void
  /** Does what the form is for; a failure is kept to be shown beside it. */
  readonly send: (work: () => Promise<unknown>) => Promise<void>
}

/** For forms that stay open until what they ask for has been done. */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    busy,
    problem,
    forgetProblem: () => setProblem(undefined),
    async send(work) {
      setBusy(true)
      try {
        await work()
        setProblem(undefined)
      } catch (error) {
        setProblem(toErrorShape(error).message)
      }
      setBusy(false)
    },
  }
}
