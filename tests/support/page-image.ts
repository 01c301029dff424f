import type { Locator, Page } from '@playwright/test'
import { inspector } from './app-page'

/** The picture of a document's page in the inspector. */
export function pageImage(page: Page, title: string, number: number): Locator {
  return inspector(page).getByRole('img', { name: `${title}, page ${number}` })
}

/** How many marks of the cited passage lie on the picture; throws when one reaches over its edge. */
export async function highlightsInside(page: Page, image: Locator): Promise<number> {
  const frame = await image.boundingBox()
  if (frame === null) return 0
  const marks = await inspector(page).locator('.page-mark').all()
  for (const mark of marks) {
    const box = await mark.boundingBox()
    // Half a pixel: a browser rounds percentages.
    const slack = 0.5
    const inside =
      box !== null &&
      box.width > 1 &&
      box.height > 1 &&
      box.x >= frame.x - slack &&
      box.y >= frame.y - slack &&
      box.x + box.width <= frame.x + frame.width + slack &&
      box.y + box.height <= frame.y + frame.height + slack
    if (!inside) throw new Error(`A mark is not on the page: ${JSON.stringify({ box, frame })}`)
  }
  return marks.length
}
