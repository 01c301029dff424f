import { create } from 'zustand'

/** Whether what filters the table of documents is unfolded: that stays while there is nothing to filter. */
export const useUnfoldedFilters = create<{ readonly unfolded: boolean }>(() => ({ unfolded: false }))

/** Unfolds what filters the table, or folds it. */
export function unfoldFilters(unfolded: boolean): void {
  useUnfoldedFilters.setState({ unfolded })
}
