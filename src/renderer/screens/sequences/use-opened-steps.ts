import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SequenceProblem } from '../../../shared/sequences/check'

/** Which steps are open, by id, and the way to what is wrong with one. */
export function useOpenedSteps(editor: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  return {
    opened,
    setOpened,
    /** Opens the step that has the problem, if one does, and puts the focus on it. */
    showProblem({ code, step }: SequenceProblem) {
      // What is wrong is there before it is looked for.
      if (step !== null) flushSync(() => setOpened(new Set([...opened, step])))
      const within =
        step === null ? editor.current : editor.current?.querySelector(`[data-step="${CSS.escape(step)}"]`)
      const wrong =
        code === 'no_steps'
          ? within?.querySelector<HTMLElement>('[data-adds="step"]')
          : (within?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? within?.querySelector('button'))
      wrong?.focus()
    },
  }
}
