import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8')
/** WCAG 2.2 AA: text, and the boundary of a control. */
const TEXT_RATIO = 4.5
const CONTROL_RATIO = 3

type Theme = 'light' | 'dark'

function colour(name: string, theme: Theme): string {
  const pair = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens)
  const single = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)
  const found = single?.[1] ?? pair?.[theme === 'light' ? 1 : 2]
  if (found === undefined) throw new Error(`no token --${name}`)
  return found
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'hover']
const tones = ['success', 'info', 'warning', 'danger']
const textPairs: readonly (readonly [string, string])[] = [
  ...['text', 'text-muted', 'text-faint', 'accent-text'].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  ),
  ...tones.flatMap((tone) => [...grounds, `${tone}-soft`].map((ground) => [`${tone}-text`, ground] as const)),
  ...['text', 'text-muted', 'accent-text'].map((text) => [text, 'selected'] as const),
  ...['text', 'text-muted', 'accent-text'].map((text) => [text, 'accent-soft'] as const),
  ...['text', 'text-muted'].map((text) => [text, 'neutral-soft'] as const),
  ...['added-ground', 'added-word', 'removed-ground', 'removed-word', 'mark-ground', 'mark-active'].map(
    (ground) => ['text', ground] as const,
  ),
  ['text-muted', 'pressed'],
  ['text-faint', 'added-ground'],
  ['text-faint', 'removed-ground'],
  ['success-text', 'added-ground'],
  ['danger-text', 'removed-ground'],
  ...['accent', 'accent-hover', 'accent-pressed', 'danger-fill', 'danger-fill-hover'].map(
    (fill) => ['on-accent', fill] as const,
  ),
]
const controlPairs: readonly (readonly [string, string])[] = [
  ...['line-control', 'focus', 'accent'].flatMap((line) =>
    ['canvas', 'surface', 'raised'].map((ground) => [line, ground] as const),
  ),
  ...tones.map((tone) => [`${tone}-fill`, 'surface'] as const),
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(textPairs)('lets %s be read on %s', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(TEXT_RATIO)
  })
  it.each(controlPairs)('lets %s be seen on %s', (line, ground) => {
    expect(contrast(colour(line, theme), colour(ground, theme))).toBeGreaterThanOrEqual(CONTROL_RATIO)
  })
})
