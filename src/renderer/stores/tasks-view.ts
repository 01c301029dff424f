import { create } from 'zustand'

/** The ways in which tasks are shown. */
const taskViews = ['list', 'board', 'graph'] as const
/** One of {@link taskViews}. */
export type TaskView = (typeof taskViews)[number]

const key = 'countersign-tasks-view'

function stored(): TaskView {
  const view = localStorage.getItem(key)
  return taskViews.find((each) => each === view) ?? 'list'
}

/** How tasks are shown; a choice of this window's. */
export const useTasksView = create<{ readonly view: TaskView }>(() => ({ view: stored() }))

/** Shows tasks in another way, from now on in this browser. */
export function showTasksAs(view: TaskView): void {
  localStorage.setItem(key, view)
  useTasksView.setState({ view })
}
