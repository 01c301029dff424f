import { StrictEmitter, strict } from './strict'

type Source = 'system' | 'light' | 'dark'

let source: Source = 'system'
const emitter = new StrictEmitter('nativeTheme', ['updated'])

Object.defineProperties(emitter, {
  themeSource: {
    get: () => source,
    set: (value: Source) => {
      if (value === source) return
      source = value
      emitter.emit('updated')
    },
    enumerable: true,
  },
  shouldUseDarkColors: { get: () => source === 'dark', enumerable: true },
})

/** Electron's module of the same name; the system's own colours are light. */
export const nativeTheme = strict('nativeTheme', emitter)

/** What pages are told of the wanted colours. */
export function colorScheme(): { name: string; value: string }[] {
  return source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: source }]
}

/** Calls back when the wanted colours change. */
export function onThemeChange(listener: () => void): void {
  emitter.on('updated', listener)
}
