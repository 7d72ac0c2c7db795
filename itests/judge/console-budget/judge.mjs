// What the console costs: bytes and time of its first page, and processor time of the service while nobody does anything.
import { cpSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { launch } from '../chromium.mjs';
import { Service } from '../service.mjs';

/** Compressed bytes of everything that the first page loads. */
const MOST_BYTES = 120 * 1024;
/** From the address to the first view with its data. */
const MOST_MILLIS = 1000;
/** Of one core, for ten consoles that are looked at. */
const MOST_IDLE = 0.01;
/** Times and shares of a machine that others use as well vary: the judge reports them, and fails beyond three times an aim. */
const NOISE = 3;
const ROUNDS = 5;
const CONSOLES = 10;
/** The longest pause between two questions of a calm console: every console asks everything once in it. */
const IDLE_SECONDS = 20;
/** How long consoles stand before they are measured: what they load at first is no idling. */
const SETTLING_SECONDS = 10;
/** In their first minute consoles ask four times as often. */
const FRESH_SECONDS = 15;
/** A share beyond this is measured again, so often in all. */
const PLENTY = 0.03;
const TIMES = 3;
/** After a minute without news consoles ask less often. */
const CALM_MILLIS = 60_000;

const [, , distribution, executablePath, configuration] = process.argv;
const faults = [];

function expect(holds, text) {
  if (!holds) {
    faults.push(text);
  }
}

/** Time itself is measured here: of a service that is left alone. */
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

async function opened() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  return page;
}

async function firstPage() {
  const times = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const page = await opened();
    const sizes = [];
    page.on('response', (response) => {
      if (/\/console(\/assets\/.*)?$/.test(new URL(response.url()).pathname)) {
        sizes.push(response.request().sizes());
      }
    });
    const began = performance.now();
    await page.goto(`${service.url}/console`, { waitUntil: 'commit' });
    await page.locator('main .chain').waitFor();
    expect((await page.locator('main tbody tr').count()) > 10, 'the first view has no routes');
    times.push(performance.now() - began);
    if (round === ROUNDS - 1) {
      await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {});
      bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    }
    await page.context().close();
  }
  const millis = Math.round(times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]);
  expect(bytes > 0 && bytes <= MOST_BYTES, `the first page takes ${bytes} bytes`);
  expect(millis <= NOISE * MOST_MILLIS, `the first view is there after ${millis} ms (${times.map(Math.round)}); the aim is ${MOST_MILLIS}`);
  return `first page ${bytes} bytes and ${millis} ms`;
}

/** The share of a core that the service uses; what its threads had of it is written to the log. */
async function share(what, seconds) {
  const threads = service.threads();
  const from = service.seconds();
  const began = performance.now();
  await pause(seconds);
  const passed = (performance.now() - began) / 1000;
  const all = (service.seconds() - from) / passed;
  const most = [...service.threads()]
    .map(([name, used]) => [name, (used - (threads.get(name) ?? 0)) / passed])
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6);
  console.log(`${what}: ${percent(all)}, most in ${most.map(([name, part]) => `${name} ${percent(part)}`).join(', ')}`);
  return all;
}

/**
 * The share of a core that the service uses, where a burst counts for nothing: a young service compiles, and so do others on
 * its machine. What is dear is dear each time.
 */
async function calmest(what, seconds) {
  let least = Infinity;
  for (let time = 0; time < TIMES && least > PLENTY; time++) {
    least = Math.min(least, await share(what, seconds));
  }
  return least;
}

/** From its next answer on, a page takes it that a minute has passed without news. */
function calm(millis) {
  const { now } = Date;
  Date.now = () => now() + millis;
}

async function idle() {
  if (service.seconds() === undefined) {
    return 'idle consoles not measured on this system';
  }
  let asked = 0;
  const pages = await Promise.all(Array.from({ length: CONSOLES }, async () => {
    const page = await opened();
    await page.goto(`${service.url}/console`);
    await page.locator('main .chain').waitFor();
    page.on('request', () => asked++);
    return page;
  }));
  await pause(SETTLING_SECONDS);
  const fresh = await share('ten fresh consoles', FRESH_SECONDS);
  const often = asked / (SETTLING_SECONDS + FRESH_SECONDS);
  await Promise.all(pages.map((page) => page.evaluate(calm, CALM_MILLIS)));
  // The questions that were due before are asked first.
  await pause(6);
  asked = 0;
  const since = performance.now();
  const used = await calmest('ten calm consoles', IDLE_SECONDS);
  const seldom = asked / ((performance.now() - since) / 1000);
  for (const page of pages) {
    expect((await page.evaluate(() => document.visibilityState)) === 'visible', 'a console is hidden, and so does not poll');
    await page.context().close();
  }
  // Measured last, when most is compiled, so that nothing is taken off that consoles cost.
  await pause(1);
  const alone = await calmest('the service alone', FRESH_SECONDS);
  const cost = Math.max(used - alone, 0);
  const said = `${percent(cost)} of a core for ${CONSOLES} idle consoles (aim ${percent(MOST_IDLE)}; ${seldom.toFixed(1)} requests a second; in their first minute ${percent(fresh - alone)} and ${often.toFixed(1)}; the service alone ${percent(alone)})`;
  expect(seldom * IDLE_SECONDS >= CONSOLES * 2, `idle consoles ask only ${seldom} times a second`);
  expect(seldom < often / 2, `idle consoles ask ${seldom} times a second after a minute without news, and ${often} times before`);
  // On a machine where the service alone is dear, consoles are as well: they never cost as much as the service that is left alone.
  expect(cost <= Math.max(NOISE * MOST_IDLE, alone), said);
  return said;
}

const percent = (part) => `${(part * 100).toFixed(2)} %`;

rmSync('data', { recursive: true, force: true });
cpSync(configuration, 'config', { recursive: true });
const service = new Service(distribution, resolve('config'), resolve('data'));
let browser;
const said = [];
try {
  [browser] = await Promise.all([chromium.launch(launch(executablePath)), service.start()]);
  for (const measure of [firstPage, idle]) {
    const began = Date.now();
    said.push(await measure());
    console.log(`${said.at(-1)} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  }
} finally {
  await browser?.close();
  await service.stop();
}
faults.forEach((fault) => console.log(fault));
console.log(`${said.join(', ')}, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
