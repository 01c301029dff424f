import { create } from 'zustand'

const key = 'countersign-diff-split'

/** Whether diffs show both sides beside each other; a choice of this window's. */
export const useDiffLayout = create<{ readonly split: boolean }>(() => ({
  split: localStorage.getItem(key) === 'yes',
}))

/** Shows differences side by side, or below each other, from now on in this browser. */
export function splitDiffs(split: boolean): void {
  localStorage.setItem(key, split ? 'yes' : 'no')
  useDiffLayout.setState({ split })
}
