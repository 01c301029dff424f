import type { Preview } from '../../src/shared/tool/preview'

/** Shows nothing: for entries of which only that they are there matters. */
export const emptyPreview: Preview = {
  summary: 'x',
  targets: [],
  changes: [],
  lost: [],
  recovery: 'undo',
  warnings: [],
}
