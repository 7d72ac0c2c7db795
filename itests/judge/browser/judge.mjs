import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launch } from '../chromium.mjs';

const [, , service, executablePath] = process.argv;
const profile = mkdtempSync(join(tmpdir(), 'precinct-judge-'));
/** How long a page may take, in milliseconds: another judge may use the processors meanwhile. */
const PATIENCE = 60_000;
let faults = 0;

/** Says a fault at once, since a later step that cannot go on would hide it. */
function expect(holds, text) {
  if (!holds) {
    faults++;
    console.log(text);
  }
}

/** Which of red, green and blue leads in a computed colour. */
async function leading(page, selector) {
  const colour = await page.locator(selector).first().evaluate((element) => getComputedStyle(element).color);
  const canvas = await page.evaluate((text) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, colour);
  return ['red', 'green', 'blue'][canvas.indexOf(Math.max(...canvas))];
}

/** 500 nodes in five layers, each of which leads to some of the next layer. */
function largeGraph() {
  const name = (node) => `${node < 300 ? 'service' : 'library'}:picture-${String(node).padStart(3, '0')}`;
  const lines = [];
  const say = (from, to) => lines.push(JSON.stringify({
    event_id: `picture-${lines.length}`,
    time: '2026-01-01T00:00:00Z',
    producer: 'judge',
    op: 'assert',
    from: name(from),
    type: to < 300 ? 'client-of' : 'depends-on',
    to: name(to),
  }));
  for (let node = 0; node < 400; node++) {
    const next = Math.floor(node / 100) * 100 + 100;
    new Set([0, (node * 7) % 100, (node * node) % 13]).forEach((other) => say(node, next + other));
  }
  for (let node = 401; node < 500; node++) {
    say(node, 400);
  }
  return lines.join('\n');
}

/** What a page shows, measured. */
function measured() {
  const nodes = [...document.querySelectorAll('svg.graph .n')];
  const texts = nodes.flatMap((node) => [...node.querySelectorAll('text')]);
  return {
    wide: document.documentElement.scrollWidth > window.innerWidth,
    nodes: nodes.length,
    rows: document.querySelectorAll('.tables tbody tr').length,
    least: Math.min(...texts.map((text) => text.getBoundingClientRect().height)),
    outside: nodes.filter((node) => {
      const box = node.querySelector('.b').getBoundingClientRect();
      return [...node.querySelectorAll('text')]
        .map((text) => text.getBoundingClientRect())
        .some((text) => text.left < box.left || text.right > box.right);
    }).length,
  };
}

/** The graph of 500 nodes, on a phone and on a desk, without scripts and with them. */
async function pictures() {
  const events = { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body: largeGraph() };
  const posted = await fetch(`${service}/graph/events`, events);
  expect(posted.status === 200, `the events of the picture are answered ${posted.status}`);
  const browser = await chromium.launch(launch(executablePath));
  for (const javaScriptEnabled of [false, true]) {
    for (const width of [390, 1280]) {
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const where = `${width} px ${javaScriptEnabled ? 'with' : 'without'} scripts`;
      page.setDefaultTimeout(PATIENCE);
      page.on('console', (message) => expect(message.type() !== 'error', `${where}: ${message.text()}`));
      const answer = await page.goto(`${service}/graph/impact?node=library:picture-400&depth=9`);
      expect(answer.status() === 200, `${where}: the picture is answered ${answer.status()}`);
      await page.screenshot({ path: `picture-${width}-${javaScriptEnabled}.png` });
      const seen = await page.evaluate(measured);
      expect(!seen.wide, `${where}: the page is wider than the window`);
      expect(seen.nodes === 500, `${where}: ${seen.nodes} nodes are drawn`);
      expect(seen.rows > seen.nodes, `${where}: the tables have ${seen.rows} rows`);
      expect(seen.least >= 11, `${where}: a text is ${seen.least} px high`);
      expect(seen.outside === 0, `${where}: ${seen.outside} names are wider than their boxes`);
      if (javaScriptEnabled) {
        await page.getByLabel('Find in the picture').fill('picture-07');
        const found = await page.locator('svg.graph .n.found').count();
        expect(found === 10, `${where}: a search in the picture finds ${found}`);
      }
      await page.locator('svg.graph .n', { hasText: 'service:picture-070' }).click();
      await page.waitForURL(/neighbours\?node=service%3Apicture-070/);
      pages++;
      await context.close();
    }
  }
  await browser.close();
}

/** The commits of the checkout, once its files are parsed: until then, some pages may run out of time. */
async function commits() {
  for (let patience = 600; patience > 0; patience--) {
    const { items } = await (await fetch(`${service}/repos`)).json();
    const checkout = items.find((each) => each.name === 'precinct');
    if (checkout?.state === 'ready' && !checkout.parsing) {
      return (await (await fetch(`${service}/repos/precinct/commits?limit=5`)).json()).items;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the repository of the checkout is not served and parsed');
}

/**
 * The pages of live source, on a phone and on a desk, light and dark: no wider than the window, and by WCAG 2.2 AA.
 *
 * @param earlier a commit before the newest
 */
async function source(earlier) {
  const repository = '/repos/precinct';
  const paths = [
    '/repos',
    `${repository}/tree`,
    `${repository}/files/README.md`,
    `${repository}/files/pom.xml?from=1&to=200#L5`,
    `${repository}/commits?limit=20`,
    `${repository}/commits/${earlier}`,
    `${repository}/branches`,
    `${repository}/tags`,
    `${repository}/blame/README.md?from=1&to=60#L5`,
    `${repository}/diff?from=${earlier}&symbols=true&limit=20`,
    `${repository}/symbols?name=Moves`,
    `${repository}/references?name=Moves&limit=20`,
    `${repository}/search?q=Moves&limit=20`,
    '/search?q=Moves&limit=20',
  ];
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const browser = await chromium.launch(launch(executablePath));
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      for (const [index, path] of paths.entries()) {
        const where = `${path} at ${width} px, ${colorScheme}`;
        const answer = await page.goto(service + path);
        pages++;
        await page.screenshot({ path: `source-${index}-${width}-${colorScheme}.png` });
        expect(answer.status() === 200, `${where}: it is answered ${answer.status()}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(!wide, `${where}: the page is wider than the window`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate((tags) => globalThis.axe.run(document, { runOnly: tags }), runOnly);
        violations.forEach(({ id, help, nodes }) => expect(false, `${where}: ${id}: ${help}: ${nodes[0].html}`));
      }
      await context.close();
    }
  }
  await browser.close();
}

const history = await commits();
const context = await chromium.launchPersistentContext(profile, launch(executablePath));
let pages = 0;
try {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(service) && !request.url().startsWith('data:')) {
      complaints.push(`asks for ${request.url()}`);
    }
  });

  async function open(path, status, title) {
    pages++;
    complaints.length = 0;
    const answer = await page.goto(service + path);
    await page.screenshot({ path: `page-${pages}.png`, fullPage: true });
    expect(answer.status() === status, `${path} answers ${answer.status()}`);
    expect((await answer.allHeaders())['content-type']?.startsWith('text/html'), `${path} is no text/html`);
    const got = await page.title();
    expect(got === title, `the title of ${path} is ${got}`);
    // The browser itself reports that an error status was answered; that is no fault of the page.
    const own = complaints.filter((text) => !(status >= 400 && text.includes(`status of ${status}`)));
    expect(own.length === 0, `${path}: ${own.join('; ')}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(!wide, `${path} is wider than the window`);
  }

  await open('/echo/hello', 200, 'echo · /echo/hello');
  expect((await page.locator('main').innerText()).includes('hello'), 'the page of /echo/hello does not show hello');

  await open('/echo/hello?_verify=short&_trace=1', 200, 'echo · /echo/hello');
  expect((await page.locator('.passed').count()) === 1, 'the passed scenario is not shown as passed');
  expect((await leading(page, '.passed .mark')) === 'green', 'what passed is not green');
  expect((await page.locator('main').innerText()).includes('verify_route'), 'the trace is not shown');

  await open('/echo/hello?_verify=shouted', 422, '422 scenario mismatch · /echo/hello');
  expect((await page.locator('.failed').count()) === 1, 'the failed scenario is not shown as failed');
  expect((await leading(page, '.failed .mark')) === 'red', 'what failed is not red');

  await open('/echo/%3Cimg%20src=x%20onerror=alert(1)%3E', 200, 'echo · /echo/<img src=x onerror=alert(1)>');
  expect((await page.locator('main img').count()) === 0, 'data became markup');

  await open('/nowhere', 404, '404 no route for this path · /nowhere');
  await open('/inspect/routes', 200, 'inspect.routes · /inspect/routes');
  await open('/graph', 200, 'What depends on what · Precinct');
  await pictures();
  await source(history.at(-1).commit);
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}

console.log(`${pages} pages in chromium, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
