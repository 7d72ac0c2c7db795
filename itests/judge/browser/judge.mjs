import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [, , service, executablePath] = process.argv;
const profile = mkdtempSync(join(tmpdir(), 'precinct-judge-'));
const faults = [];

function expect(holds, text) {
  if (!holds) {
    faults.push(text);
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

const context = await chromium.launchPersistentContext(profile, {
  executablePath,
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
let pages = 0;
try {
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
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
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}

faults.forEach((fault) => console.log(fault));
console.log(`${pages} pages in chromium, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
