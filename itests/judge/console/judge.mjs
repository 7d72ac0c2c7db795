import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { faultsOf, variants } from '../axe.mjs';
import { launch } from '../chromium.mjs';
import { effort } from '../effort.mjs';
import { Service } from '../service.mjs';
import { foreign } from './foreign.mjs';
import { hostile } from './hostile.mjs';
import { versioned } from './jars.mjs';
import { payloads } from './payloads.mjs';
import { repository } from './repository.mjs';
import { signIn } from './signin.mjs';

const [, , distribution, executablePath, configuration] = process.argv;
const VIEW = 'io.precinct.console.runtime';
const ECHO = 'io.precinct.boundary.echo';
const MOST_TOLD = 100;
const WIDTHS = [390, 1280];
const faults = [];

/** Parts may run side by side, so that faults are told as they are found. */
function expect(holds, text) {
  if (!holds && faults.push(text) <= MOST_TOLD) {
    console.log(`FAIL ${text}`);
  }
}

/** A page whose complaints are faults. */
async function opened(options, where) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  // The browser itself reports that an error status was answered, or nothing; that is no fault of the page.
  page.on('console', (message) => expect(message.type() !== 'error' || message.text().startsWith('Failed to load resource'), `${where}: ${message.text()}`));
  page.on('pageerror', (error) => expect(false, `${where}: ${error}`));
  page.on('request', (request) => expect(/^(data:|blob:)/.test(request.url()) || request.url().startsWith(service.url), `${where} asks for ${request.url()}`));
  return page;
}

/** What axe finds in the page as it is. */
async function examined(page, where) {
  (await faultsOf(page)).forEach((fault) => expect(false, `${where}: ${fault}`));
  examinations++;
}

/** Examines a page light and dark, with a screenshot of each where that has a name, at these widths or as wide as it is. */
async function looked(page, where, picture, widths = [page.viewportSize().width]) {
  await variants(page, widths, async (variant, file) => {
    if (picture) {
      await page.screenshot({ path: `console-${picture}-${file}.png` });
    }
    await examined(page, `${where} at ${variant}`);
  });
}

/** Requests while something is done, none of which may fail; returns how many there were. */
async function busy(path, clients, millis, work) {
  let running = true;
  let answered = 0;
  const client = async () => {
    while (running) {
      const answer = await fetch(service.url + path).catch((error) => error);
      answered++;
      expect(answer.status === 200, `${path} under load: ${answer.status ?? answer}`);
      await answer.text?.();
      await new Promise((done) => setTimeout(done, millis() * (0.5 + Math.random())));
    }
  };
  const all = Array.from({ length: clients }, client);
  try {
    await work();
  } finally {
    running = false;
    await Promise.all(all);
  }
  return answered;
}

/** Every page, on a phone and on a desk, light and dark. */
async function looks() {
  const places = {
    bundles: ['runtime/bundles', 'table'],
    configuration: ['runtime/configuration', 'table'],
    probe: ['probe?route=echo', 'form'],
  };
  const page = await opened({ bypassCSP: true }, 'a page');
  for (const [name, [path, shows]] of Object.entries(places)) {
    await page.goto(`${service.url}/console/${path}#token=${service.token}`);
    await page.waitForSelector(`main ${shows}`);
    if (name === 'probe') {
      await probed(page, 'route');
    }
    expect(!page.url().includes(service.token), `${name}: the token stays in the address bar`);
    await looked(page, name, name, WIDTHS);
  }
  await page.context().close();
}

/** Chooses a jar in the console, and waits for the verdict. */
async function deployed(page, name, buffer) {
  await page.getByLabel('A jar to deploy').setInputFiles({ name, mimeType: 'application/java-archive', buffer });
  await page.getByRole('status', { name: 'Verdict' }).getByText(new RegExp(`deploy ${name}: `)).waitFor();
  const said = await page.getByRole('status', { name: 'Verdict' }).innerText();
  expect(/: (deployed|replaced)/.test(said), `the deployment of ${name} ends with ${said}`);
}

/** What answers a request, by the chain of its route. */
async function version() {
  const { body } = await service.json('GET', '/inspect/routes?name=echo');
  return body.routes.find((route) => route.name === 'echo').chain.find((step) => step.boundary === 'echo').version;
}

/** Waits until the plot of a route has so many intervals. */
async function plotted(page, intervals) {
  const points = (least) => (document.querySelector('path.line.a')?.getAttribute('d').match(/[ML]/g)?.length ?? 0) >= least;
  await page.waitForFunction(points, intervals, { timeout: 60_000, polling: 200 });
}

/**
 * The boundary of a route is replaced by two new jars and rolled back, all from the console, while that route has
 * requests: none fails. Meanwhile a page of the route stands open, and then has several intervals and a mark of each change.
 */
async function replaced() {
  const watching = await opened({ bypassCSP: true }, 'the route');
  await watching.goto(`${service.url}/console/runtime?route=echo`);
  await watching.getByRole('region', { name: 'Route echo' }).waitFor();
  const shipped = await version();
  const page = await opened({}, 'a replacement');
  await page.goto(`${service.url}/console/runtime/bundles#token=${service.token}`);
  // Many requests while something changes, some while the plot goes on.
  let millis = 200;
  const changed = async (work) => {
    millis = 20;
    await work();
    millis = 200;
  };
  const answered = await busy('/echo/hello', 4, () => millis, async () => {
    await plotted(watching, 1);
    await changed(() => deployed(page, 'echo-2.jar', versioned(process.env.ECHO_JAR, '2.0.0')));
    expect((await version()) === '2.0.0', `after a deployment ${await version()} serves`);
    await plotted(watching, 2);
    await changed(() => deployed(page, 'echo-3.jar', versioned(process.env.ECHO_JAR, '3.0.0')));
    expect((await version()) === '3.0.0', `after a second deployment ${await version()} serves`);
    await page.screenshot({ path: 'console-deployed.png' });
    await plotted(watching, 3);
    await changed(async () => {
      await page.getByLabel('Find a bundle or what it provides').fill(ECHO);
      const rollback = page.getByRole('button', { name: `rollback ${ECHO}` });
      await rollback.nth(1).waitFor({ state: 'detached' }); // the version before has served its last request
      await rollback.click();
      await page.getByRole('dialog').getByRole('button', { name: 'rollback', exact: true }).click();
      await page.getByRole('status', { name: 'Verdict' }).getByText(`rollback ${ECHO}: rolled_back`).waitFor();
    });
    expect((await version()) === '2.0.0', `after the rollback ${await version()} serves`);
    await plotted(watching, 4);
    await watching.locator('figure.plot').first().locator('line.swap title', { hasText: 'rolled_back' }).waitFor({ state: 'attached' });
    const marks = await watching.locator('figure.plot').first().locator('line.swap title').allTextContents();
    expect(['deployed', 'deployed', 'rolled_back'].every((change) => marks.some((text) => text.endsWith(change))), `the marks of the plot are ${marks}`);
    await looked(watching, 'routes', 'routes', WIDTHS);
  });
  await page.context().close();
  await watching.context().close();
  expect(answered > 500, `only ${answered} requests ran while the boundary was replaced`);
  await service.administer('POST', '/admin/undeploy', { bundle: ECHO });
  expect((await version()) === shipped, `after all ${await version()} serves`);
  return answered;
}

/** Sends a probe, and has its seal checked in the browser. */
async function probed(page, scenario) {
  await page.getByLabel('message', { exact: true }).fill('hello');
  await page.locator('select[name="verify"]').selectOption(scenario);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await page.getByText(/leaf 0 \(/).waitFor();
}

/** A probe that fails is understood: what was expected, what came back; its seal holds; it can be kept. Headers are sent. */
async function probe() {
  const page = await opened({}, 'a probe');
  await page.goto(`${service.url}/console/probe?route=echo#token=${service.token}`);
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

  const { body: made } = await service.json('POST', '/api/tasks', { label: 'Probed with a header' });
  const { body: openapi } = await service.json('GET', '/inspect/openapi.json');
  const { operationId } = openapi.paths['/api/tasks/{id}'].patch;
  await page.goto(`${service.url}/console/probe?route=${operationId}`);
  await page.getByLabel('id', { exact: true }).fill(made.id);
  const names = await page.locator('input[name^="header "], select[name^="header "]').evaluateAll((fields) => fields.map((field) => field.name.slice(7)));
  expect(names.includes('If-Match') && names.includes('X-Detective'), `the probe of ${operationId} has the headers ${names}`);
  expect(!names.some((name) => /^(x-service-|traceparent$|accept$)/i.test(name)), `the probe offers headers of the framework: ${names}`);
  await page.locator('textarea[name="body"]').fill('{"priority": 1}');
  await page.locator('[name="header If-Match"]').fill('"v999"');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Answer' }).getByText('412').first().waitFor();
  await page.locator('[name="header If-Match"]').fill('"v1"');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Answer' }).getByText('200').first().waitFor();
  await service.json('DELETE', `/api/tasks/${made.id}`);
  await page.context().close();
}

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

/** No more than the dialog has the focus, however often Tab is pressed. */
async function trapped(page, where) {
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest('dialog') ? activeElement?.outerHTML : null;
    });
    expect(outside === null, `${where}: Tab leads out of the dialog, to ${outside}`);
  }
}

/** Dialogs by keyboard alone, and by axe: the token is asked for, and a change confirmed. */
async function dialogs() {
  for (const width of WIDTHS) {
    const where = `dialogs at ${width} px`;
    const page = await opened({ viewport: { width, height: 900 }, bypassCSP: true }, where);
    const dialog = page.getByRole('dialog');
    await page.goto(`${service.url}/console/runtime/bundles`);
    await page.getByRole('button', { name: 'Administer', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === 'token', `${where}: the field of the token does not have the focus`);
    await looked(page, 'the dialog of the token', 'token');
    await trapped(page, `${where}: the token`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await focused(page)) === 'Administer', `${where}: after Escape ${await focused(page)} has the focus`);

    // A change asks first whether, then by which token; a wrong one is refused.
    await page.getByLabel('Find a bundle or what it provides').fill(ECHO);
    const button = page.getByRole('button', { name: `disable ${ECHO}` });
    await button.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await looked(page, 'the confirmation', 'confirm');
    await trapped(page, `${where}: the confirmation`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await focused(page)) === `disable ${ECHO}`, `${where}: after Escape ${await focused(page)} has the focus`);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect((await focused(page)) === `disable ${ECHO}`, `${where}: after Cancel ${await focused(page)} has the focus`);
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Administer' }).waitFor();
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('dialog input[name="token"]')?.validationMessage.includes('not the token'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(service.token);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('status', { name: 'Verdict' }).getByText(`disable ${ECHO}: refused`).waitFor();
    expect((await focused(page)) === `disable ${ECHO}`, `${where}: after the change ${await focused(page)} has the focus`);
    await looked(page, 'the verdict');
    await page.context().close();
  }
}

/** A view goes with its bundle, which is disabled by keyboard alone, and comes back with it. */
async function change() {
  const page = await opened({}, 'a change');
  await page.goto(`${service.url}/console/runtime/bundles#token=${service.token}`);
  await page.getByLabel('Find a bundle or what it provides').fill(VIEW);
  await page.getByRole('button', { name: `disable ${VIEW}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'disable', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Runtime' }).waitFor({ state: 'detached' });
  await page.getByText('that is deployed contributes').waitFor();
  await page.screenshot({ path: 'console-gone.png' });
  const answer = await service.administer('POST', '/admin/enable', { bundle: VIEW });
  expect(answer.ok, `enabling answers ${answer.status}`);
  await page.getByRole('link', { name: 'Runtime' }).waitFor();
  await page.getByRole('heading', { name: 'Outcomes' }).waitFor();
  await page.context().close();
}

/** An error of the configuration is shown with file and line, and goes when the file is repaired. */
async function broken() {
  const page = await opened({ bypassCSP: true }, 'the configuration');
  const file = join(service.config, 'service.yml');
  const sound = readFileSync(file, 'utf8');
  const lines = sound.trimEnd().split('\n').length;
  await page.goto(`${service.url}/console/runtime/configuration`);
  await page.getByText('The files have no errors.').waitFor();
  for (const [text, line] of [['nonsense: {a: 1}\n', lines + 1], ['routes_2: [unclosed\n', lines + 1], [`"${payloads[0].replaceAll('"', '\\"')}": 1\n`, lines + 1]]) {
    writeFileSync(file, `${sound.trimEnd()}\n${text}`);
    await page.getByRole('region', { name: 'Configuration' }).getByText(/service\.yml:\d+/).first().waitFor();
    const where = await page.getByRole('region', { name: 'Configuration' }).locator('tbody th').allInnerTexts();
    expect(where.some((place) => new RegExp(`(^|/)service\\.yml:(${line}|${line + 1})$`).test(place)), `an error in line ${line} is shown at ${where}`);
    await page.screenshot({ path: 'console-broken.png' });
    await examined(page, 'an error of the configuration');
    expect((await fetch(`${service.url}/echo/hello`)).status === 200, 'a broken file stops the service');
    writeFileSync(file, sound);
    await page.getByText('The files have no errors.').waitFor();
  }
  await page.context().close();
}

/** The service is restarted: the page says that it does not answer, recovers by itself, and asks for the new token. */
async function restarted() {
  const page = await opened({ bypassCSP: true }, 'a restart');
  await page.goto(`${service.url}/console/runtime?route=echo#token=${service.token}`);
  await page.getByRole('button', { name: 'Stop administering' }).waitFor();
  await page.getByRole('region', { name: 'Route echo' }).waitFor();
  const old = service.token;
  await service.stop();
  await page.getByText('The service does not answer').waitFor();
  expect((await page.getByRole('region', { name: 'Route echo' }).count()) === 1, 'what was seen is gone while the service does not answer');
  await page.screenshot({ path: 'console-away.png' });
  await examined(page, 'a service that does not answer');
  await service.start();
  expect(service.token !== old, 'the token is that of the old process');
  await page.getByText('The service does not answer').waitFor({ state: 'detached' });
  await page.getByText('is no longer valid').waitFor();
  await page.screenshot({ path: 'console-restarted.png' });
  await examined(page, 'a service that was restarted');
  await busy('/echo/hello', 1, () => 50, () => page.locator('tr.chosen td', { hasText: /^[1-9][\d.]*\/s$/ }).waitFor());
  await page.getByRole('link', { name: 'Bundles', exact: true }).click();
  await page.getByLabel('Find a bundle or what it provides').fill(ECHO);
  await page.getByRole('button', { name: `disable ${ECHO}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'disable', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Administer' });
  await dialog.getByText('no longer valid').waitFor();
  await dialog.getByLabel('Token').fill(service.token);
  await page.keyboard.press('Enter');
  await page.getByRole('status', { name: 'Verdict' }).getByText(`disable ${ECHO}: refused`).waitFor();
  expect((await page.getByText('is no longer valid').count()) === 0, 'the page still says that the token is not valid');

  // Restarted between two polls, the page finds out with the next change.
  await page.evaluate(() => sessionStorage.setItem('precinct.token', 'old'));
  await page.reload();
  await page.getByText('is no longer valid').waitFor();
  await page.context().close();
}

/** Does one part of the judgement, and says how long it took, and how much processor time, with what ran beside it. */
async function part([title, work]) {
  const began = Date.now();
  const spent = effort();
  let said = '';
  try {
    said = await work() ?? '';
  } catch (error) {
    expect(false, `${title}: ${error.stack}${error.cause ? `, caused by ${error.cause}` : ''}`);
  }
  console.log(`${title}${said && `: ${said}`} (${[`${((Date.now() - began) / 1000).toFixed(1)} s`, ...(spent === undefined ? [] : [`${(effort() - spent).toFixed(1)} s of processor`])].join(', ')})`);
}

const config = resolve('config');
rmSync(config, { recursive: true, force: true });
rmSync('data', { recursive: true, force: true });
cpSync(configuration, config, { recursive: true });
const branches = repository(resolve('hostile'), payloads);
writeFileSync(join(config, 'source.yml'), JSON.stringify({ repos: { hostile: { url: resolve('hostile'), refresh: 0 } } }, null, 2));

let examinations = 0;
const service = new Service(distribution, config, resolve('data'));
const judge = { expect, opened, service };
let browser;
const parts = {
  start: ['the service and the browser start', async () => {
    [browser] = await Promise.all([chromium.launch(launch(executablePath)), service.start()]);
    judge.browser = browser;
  }],
  replaced: ['a boundary is replaced and rolled back under load', async () => `${await replaced()} requests`],
  gateway: ['signing in at the gateway', () => signIn({ browser, distribution, expect, looked, widths: WIDTHS })],
  looks: ['pages by WCAG 2.2 AA', looks],
  probe: ['a probe', probe],
  dialogs: ['dialogs by keyboard', dialogs],
  change: ['a view goes and comes back', change],
  broken: ['errors of the configuration', broken],
  hostile: ['script in data', () => hostile(judge, branches)],
  foreign: ['pages of other origins', async () => `${await foreign(judge)} attempts`],
  restarted: ['a restart', restarted],
};
const only = process.env.JUDGE_PARTS?.split(',');
only?.filter((name) => !(name in parts)).forEach((name) => expect(false, `there is no part ${name}; there are: ${Object.keys(parts).join(', ')}`));
/** Does parts one after another. */
async function run(...names) {
  for (const name of names.filter((each) => !only || each === 'start' || only.includes(each))) {
    await part(parts[name]);
  }
}
try {
  await run('start');
  // Side by side: what waits for consoles to ask again, and what it leaves alone.
  await Promise.all([run('replaced'), run('gateway')]);
  await Promise.all([run('broken'), run('dialogs', 'probe')]);
  await run('looks', 'change', 'hostile', 'foreign', 'restarted');
} finally {
  await browser?.close();
  await service.stop();
}
console.log(`${examinations} views by axe, ${payloads.length} payloads, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
