import { useSyncExternalStore } from 'react'

const system = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)')

/** Whether the page is dark now, by the person's choice or the system's. */
export function useDarkTheme(): boolean {
  return useSyncExternalStore(watch, isDark, isLightWithoutPage)
}

/** What is drawn without a window, as tests do, is light. */
const isLightWithoutPage = (): boolean => false

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && system().matches)
}

function watch(changed: () => void): () => void {
  const query = system()
  const attribute = new MutationObserver(changed)
  attribute.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  query.addEventListener('change', changed)
  return () => {
    attribute.disconnect()
    query.removeEventListener('change', changed)
  }
}
