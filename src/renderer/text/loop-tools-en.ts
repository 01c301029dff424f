import { count } from './language'

/** English texts of loading tools. */
export const loopToolsEn = {
  loading: (n: number) => (n === 0 ? 'Loading tools' : `Loading ${count(n, 'tool', 'tools')}`),
  looking: (words: string) => `Looking for tools for “${words}”`,
  loaded: (n: number) => (n === 0 ? 'Loaded no further tool' : `Loaded ${count(n, 'tool', 'tools')}`),
  why: 'There are so many tools that the model knows most of them by name only. It reads the full description of those that it needs here; nothing was run or changed.',
  nowLoaded: 'Loaded',
  present: 'Loaded before',
  found: 'Found too, not loaded',
  refused: 'No room in the model’s context window',
  unknown: 'There is no such tool',
}
