import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules whose outcome rests on colours: all that another theme can change. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * Expects no serious or critical fault that can be found by rule on the page as it is now, in the light theme and in the
 * dark one; `where` names it. Leaves the page in the light theme.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // Colours of a transition half way through are not what anyone reads; it begins with the next frame.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
    })
    const axe = new AxeBuilder({ page })
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(rulesOfColours) : axe).analyze()
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(
      grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
      `${where}, ${colorScheme}`,
    ).toEqual([])
  }
}
