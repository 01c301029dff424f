import type { Page } from '@playwright/test'
import { dragFiles } from '../../support/real-drag'

/** A place in a page: the centre of an element, or a point in CSS pixels. */
export type DropTarget = string | { x: number; y: number }

async function pointOf(page: Page, target: DropTarget) {
  if (typeof target !== 'string') return target
  const box = await page.locator(target).first().boundingBox()
  if (!box) throw new Error(`Nothing to drop on: ${target}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drops files or folders from the disk on a page, as a person does with the mouse. */
export async function dropFiles(page: Page, target: DropTarget, paths: readonly string[]): Promise<void> {
  const point = await pointOf(page, target)
  const drag = await dragFiles(page, paths, point)
  await drag.drop(point)
}
