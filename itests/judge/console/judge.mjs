import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const [, , service, executablePath, runFile] = process.argv;
const { token } = JSON.parse(readFileSync(runFile, 'utf8'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const VIEW = 'io.precinct.console.runtime';
const ECHO = 'io.precinct.boundary.echo';
/** Compressed bytes of everything that the first page loads. */
const MOST_BYTES = 120 * 1024;
const faults = [];
let pages = 0;

function expect(holds, text) {
  if (!holds) {
    faults.push(text);
  }
}

const browser = await chromium.launch({
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

/** A page whose complaints are faults. */
async function opened(options, where) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  // The browser itself reports that an error status was answered; that is no fault of the page.
  page.on('console', (message) => expect(message.type() !== 'error' || message.text().startsWith('Failed to load resource'), `${where}: ${message.text()}`));
  page.on('pageerror', (error) => expect(false, `${where}: ${error}`));
  page.on('request', (request) => expect(/^(data:|blob:)/.test(request.url()) || request.url().startsWith(service), `${where} asks for ${request.url()}`));
  return page;
}

const administer = (change, body) => fetch(`${service}/admin/${change}`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Requests for something to be seen in plots. */
async function busy(work) {
  let running = true;
  const client = (async () => {
    while (running) {
      await (await fetch(`${service}/echo/hello`)).text();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await work();
  running = false;
  await client;
}

/** Every page, on a phone and on a desk, light and dark. */
async function looks() {
  const places = {
    routes: ['runtime', '.chain'],
    bundles: ['runtime/bundles', 'table'],
    configuration: ['runtime/configuration', 'table'],
    probe: ['probe?route=echo', 'form'],
  };
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      const page = await opened({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true }, `${width} px ${colorScheme}`);
      for (const [name, [path, shows]] of Object.entries(places)) {
        const where = `${name} at ${width} px, ${colorScheme}`;
        await page.goto(`${service}/console/${path}#token=${token}`);
        await page.waitForSelector(`main ${shows}`);
        if (name === 'routes') {
          // The first interval is known with the second reading.
          await page.locator('path.line[d^="M"]').first().waitFor({ state: 'attached' });
        }
        if (name === 'probe') {
          await probed(page, 'route');
        }
        pages++;
        await page.screenshot({ path: `console-${name}-${width}-${colorScheme}.png` });
        expect(!page.url().includes(token), `${where}: the token stays in the address bar`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(!wide, `${where}: the page is wider than the window`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate((tags) => globalThis.axe.run(document, { runOnly: tags }), RULES);
        violations.forEach(({ id, help, nodes }) => expect(false, `${where}: ${id}: ${help}: ${nodes[0].html}`));
      }
      await page.context().close();
    }
  }
}

/** Sends a probe, and has its seal checked in the browser. */
async function probed(page, scenario) {
  await page.getByLabel('message', { exact: true }).fill('hello');
  await page.locator('select[name="verify"]').selectOption(scenario);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await page.getByText(/leaf 0 \(/).waitFor();
}

/** A probe that fails is understood: what was expected, what came back; its seal holds; it can be kept. */
async function probe() {
  const page = await opened({}, 'a probe');
  await page.goto(`${service}/console/probe?route=echo#token=${token}`);
  await probed(page, 'shouted');
  await page.screenshot({ path: 'console-probe-failed.png', fullPage: true });
  const verification = await page.getByRole('region', { name: 'Verification' }).innerText();
  expect(/1 failed/.test(verification) && /expected/.test(verification), `a failed probe says ${verification}`);
  expect((await page.getByLabel('message', { exact: true }).inputValue()) === 'hello', 'a form forgets what was sent');
  expect((await page.getByText('The seal holds').count()) === 1, 'the seal of a probe does not hold');
  await probed(page, 'short');
  expect(/1 passed/.test(await page.getByRole('region', { name: 'Verification' }).innerText()), 'a probe does not pass');
  await page.getByLabel('Name of the fixture').fill('judge/probe');
  await page.getByRole('button', { name: 'Save as fixture' }).click();
  await page.getByText(/Written to|Paste the text below/).waitFor();
  await page.getByText('The text of the fixture').click();
  expect((await page.getByLabel('The fixture', { exact: true }).innerText()).includes('"message": "hello"'), 'the text of a fixture lacks the answer');
  await page.context().close();
}

/** What the first page costs. */
async function budget() {
  const page = await opened({}, 'the first page');
  let bytes = 0;
  page.on('response', async (response) => {
    const { responseBodySize } = await response.request().sizes();
    if (/\/console(\/assets\/.*)?$/.test(new URL(response.url()).pathname)) {
      bytes += responseBodySize;
    }
  });
  await page.goto(`${service}/console`);
  await page.waitForSelector('.chain');
  await page.waitForLoadState('networkidle').catch(() => {});
  expect(bytes > 0 && bytes <= MOST_BYTES, `the first page takes ${bytes} bytes`);
  await page.context().close();
  return bytes;
}

/** A change by keyboard alone, its confirmation and its verdict; while requests run none of them fails. */
async function change() {
  const page = await opened({}, 'a change');
  await page.goto(`${service}/console/runtime/bundles#token=${token}`);
  await page.getByLabel('Find a bundle or what it provides').fill(VIEW);
  await page.getByRole('button', { name: `disable ${VIEW}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.screenshot({ path: 'console-confirm.png' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `disable ${VIEW}` }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'disable', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Runtime' }).waitFor({ state: 'detached' });
  await page.getByText('that is deployed contributes').waitFor();
  await page.screenshot({ path: 'console-gone.png' });
  const answer = await administer('enable', { bundle: VIEW });
  expect(answer.ok, `enabling answers ${answer.status}`);
  await page.getByRole('link', { name: 'Runtime' }).waitFor();
  await page.getByRole('heading', { name: 'Outcomes' }).waitFor();
  await page.context().close();
}

/** A boundary is disabled and enabled while requests of another route run; none fails. */
async function load() {
  let running = true;
  let answered = 0;
  const client = async () => {
    while (running) {
      const answer = await fetch(`${service}/plain/hello`).catch((error) => error);
      answered++;
      expect(answer.status === 200, `under load: ${answer.status ?? answer}`);
      await answer.text?.();
    }
  };
  const clients = [client(), client(), client(), client()];
  const page = await opened({}, 'under load');
  await page.goto(`${service}/console/runtime/bundles#token=${token}`);
  const jar = readFileSync(process.env.ECHO_JAR);
  for (let round = 0; round < 3; round++) {
    await page.getByLabel('A jar to deploy').setInputFiles({ name: 'echo.jar', mimeType: 'application/java-archive', buffer: jar });
    await page.getByRole('status', { name: 'Verdict' }).getByText(/deploy echo\.jar: (deployed|replaced|unchanged)/).waitFor();
    await page.screenshot({ path: 'console-deployed.png' });
    await page.reload();
  }
  running = false;
  await Promise.all(clients);
  expect(answered > 100, `only ${answered} requests ran under load`);
  await administer('undeploy', { bundle: ECHO });
  await page.context().close();
  return answered;
}

/** Data that looks like markup stays data. */
async function hostile() {
  const page = await opened({}, 'hostile data');
  await page.addInitScript(() => {
    globalThis.alert = () => {
      globalThis.executed = true;
    };
  });
  for (const text of ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', "javascript:alert(1)//'", '<svg/onload=alert(1)>']) {
    await page.goto(`${service}/console/${encodeURIComponent(text)}#token=${token}`);
    await page.getByText('There is no view').waitFor();
    await page.goto(`${service}/console/runtime?route=${encodeURIComponent(text)}`);
    await page.getByLabel('Which route takes a request for').fill(`/${text}`);
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.locator('[aria-label="Which route takes a request"] .note').waitFor();
    await page.goto(`${service}/console/runtime/bundles`);
    await page.getByLabel('A jar to deploy').setInputFiles({ name: `${text.replaceAll('/', '')}.jar`, mimeType: 'application/java-archive', buffer: Buffer.from(text) });
    await page.getByRole('status', { name: 'Verdict' }).waitFor();
    expect(!(await page.evaluate(() => globalThis.executed)), `${text} was executed`);
    expect((await page.locator('main img, main svg[onload], main script').count()) === 0, `${text} became markup`);
  }
  await page.context().close();
}

let bytes = 0;
let answered = 0;
try {
  await busy(looks);
  await probe();
  bytes = await budget();
  await change();
  answered = await load();
  await hostile();
} finally {
  await browser.close();
}
faults.slice(0, 40).forEach((fault) => console.log(fault));
console.log(`${pages} pages, ${bytes} bytes at first, ${answered} requests during deployments, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
