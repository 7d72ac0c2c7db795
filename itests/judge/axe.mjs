// How judges hold pages against WCAG 2.2 AA.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds in a page as it is, and whether the page is wider than the window; each in a line. */
export async function faultsOf(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe);
  }
  // Everything is examined; only what is violated is described.
  const options = { runOnly: RULES, resultTypes: ['violations'] };
  const { violations } = await page.evaluate((all) => globalThis.axe.run(document, all), options);
  return [...(wide ? ['the page is wider than the window'] : []), ...violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`)];
}

/** Does something with a page at each width, light and dark. It is loaded once for all: it follows the window and the scheme. */
export async function variants(page, widths, look) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await look(`${width} px, ${colorScheme}`, `${width}-${colorScheme}`);
    }
  }
}
