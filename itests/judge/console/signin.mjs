// Signing in at the gateway, over TLS: the form, the session, its cookie, who may change what, and signing out.
import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Service } from '../service.mjs';

const PASSWORD = 'a long password of the judge';
const PROBE = 'io.precinct.console.probe';

/** Runs `precinct user` without holding up what else the judge does. */
const user = (distribution, config, data, ...args) => new Promise((done, fail) => {
  const all = ['user', ...args, '--config', config, '--data', data];
  const child = execFile(join(distribution, 'bin/precinct'), all, (error, stdout, stderr) => (error ? fail(new Error(`precinct user ${args.join(' ')}: ${stdout}${stderr}`)) : done()));
  child.stdin.end(`${PASSWORD}\n`);
});

/** A service with a gateway, and a user for each role. */
async function gateway(distribution) {
  const folder = resolve('gateway');
  const [config, data] = [join(folder, 'config'), join(folder, 'data')];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(config, { recursive: true });
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', join(config, 'server.key'), '-out', join(config, 'server.pem')],
  ], { stdio: 'ignore' });
  writeFileSync(join(config, 'service.yml'), JSON.stringify({
    gateway: {
      port: 0,
      bind: '127.0.0.1',
      tls: { certificate: 'server.pem', key: 'server.key' },
      admin: { role: 'operator' },
      console: { role: 'viewer' },
    },
    routes: { '/echo/:text': { method: 'get', boundary: 'echo', name: 'echo' } },
  }));
  await user(distribution, config, data, 'add', 'ada', '--role', 'viewer', '--role', 'operator');
  await user(distribution, config, data, 'add', 'vera', '--role', 'viewer');
  const inside = new Service(distribution, config, data, ['framework', 'console']);
  await inside.start();
  const { body } = await inside.json('GET', '/health');
  const url = body.checks.map((check) => check.facts?.url).find((found) => found?.startsWith('https:'));
  return { inside, url: url.replace('127.0.0.1', 'localhost'), passwd: (name) => user(distribution, config, data, 'passwd', name) };
}

async function enter(page, name, password = PASSWORD) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

export async function signIn({ browser, distribution, expect, looked, widths }) {
  const { inside, url, passwd } = await gateway(distribution);
  try {
    for (const width of widths) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, ignoreHTTPSErrors: true, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(`${url}/console/probe?route=echo`);
      await looked(page, 'the form', 'sign-in');
      await enter(page, 'ada', 'guessed');
      await page.getByRole('alert').getByText('wrong').waitFor();
      await looked(page, 'the form after a wrong password');
      await enter(page, 'ada');
      await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
      expect(page.url() === `${url}/console/probe?route=echo`, `signing in leads to ${page.url()}`);
      await page.locator('main form').first().waitFor();
      await looked(page, 'the console of a session');
      await context.close();
    }
    await session(browser, url, expect, passwd);
    await foreign(browser, url, expect);
  } finally {
    await inside.stop();
  }
}

async function tab(context, url) {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/console/runtime/bundles`);
  return page;
}

async function change(page, name) {
  await page.getByLabel('Find a bundle or what it provides').fill(PROBE);
  await page.getByRole('button', { name: `${name} ${PROBE}` }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

async function session(browser, url, expect, passwd) {
  const [adas, veras] = [await browser.newContext({ ignoreHTTPSErrors: true }), await browser.newContext({ ignoreHTTPSErrors: true })];
  const ada = await tab(adas, url);
  await enter(ada, 'ada');
  await ada.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
  const [cookie] = await adas.cookies();
  expect(cookie.name === '__Host-precinct' && cookie.secure && cookie.httpOnly && cookie.sameSite === 'Lax' && cookie.expires === -1, `the cookie is ${JSON.stringify({ ...cookie, value: '' })}`);
  expect((await ada.evaluate(() => document.cookie)) === '', 'scripts can read the cookie');

  // What the session may change: one user has the role, the other does not.
  await change(ada, 'disable');
  await ada.getByRole('status', { name: 'Verdict' }).getByText(`disable ${PROBE}`).waitFor();
  await ada.getByRole('link', { name: 'Probe' }).waitFor({ state: 'detached' });
  await change(ada, 'enable');
  await ada.getByRole('link', { name: 'Probe' }).waitFor();
  const vera = await tab(veras, url);
  await enter(vera, 'vera');
  await change(vera, 'disable');
  await vera.getByRole('dialog').getByText('Changes need the role operator').waitFor();
  await vera.keyboard.press('Escape');
  expect((await ada.getByRole('link', { name: 'Probe' }).count()) === 1, 'a user without the role has disabled a bundle');

  // Signing out in one tab shows in the other; everywhere includes other browsers.
  const second = await tab(adas, url);
  await second.getByRole('button', { name: 'Sign out', exact: true }).click();
  await second.getByLabel('Password').waitFor();
  await ada.getByLabel('Password').waitFor();
  await enter(ada, 'ada');
  const elsewhere = await browser.newContext({ ignoreHTTPSErrors: true });
  const other = await tab(elsewhere, url);
  await enter(other, 'ada');
  await other.getByRole('button', { name: 'Sign out everywhere' }).click();
  await ada.getByLabel('Password').waitFor();

  // Another password ends what the old one began.
  await passwd('vera');
  await vera.getByLabel('Password').waitFor();
  await Promise.all([adas, veras, elsewhere].map((context) => context.close()));
}

/** A page of another site, in the browser of somebody who is signed in. */
async function foreign(browser, url, expect) {
  const server = createServer((request, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<title>foreign</title><body>');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await tab(context, url);
  await enter(page, 'ada');
  await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
  const evil = await context.newPage();
  for (const host of ['127.0.0.1', 'localhost']) {
    await evil.goto(`http://${host}:${server.address().port}/`);
    const got = await evil.evaluate(async (target) => {
      const through = [];
      for (const path of ['/sign-out?everywhere=true', '/admin/reload', '/admin/disable']) {
        for (const mode of ['cors', 'no-cors']) {
          await fetch(target + path, { method: 'POST', mode, credentials: 'include', body: '{"bundle":"io.precinct.console.probe"}', headers: { 'Content-Type': 'text/plain' } })
            .then((answer) => answer.type === 'opaque' || through.push(`${path} ${answer.status}`), () => {});
        }
      }
      for (const path of ['/session', '/inspect/routes', '/console']) {
        await fetch(target + path, { credentials: 'include' }).then(() => through.push(`reads ${path}`), () => {});
      }
      return through;
    }, url);
    got.forEach((each) => expect(false, `a page of http://${host} gets through at the gateway: ${each}`));
    for (const path of ['/sign-out', '/sign-in', '/admin/reload']) {
      await evil.goto(`http://${host}:${server.address().port}/`);
      const [answer] = await Promise.all([
        evil.waitForResponse((response) => response.url().startsWith(url)),
        evil.waitForURL(url + path),
        evil.evaluate(([target, password]) => {
          const form = document.body.appendChild(document.createElement('form'));
          Object.assign(form, { method: 'post', action: target });
          for (const [name, value] of [['name', 'vera'], ['password', password]]) {
            Object.assign(form.appendChild(document.createElement('input')), { name, value });
          }
          form.submit();
        }, [url + path, PASSWORD]),
      ]);
      expect([401, 403].includes(answer.status()), `a form of http://${host} to ${path} is answered ${answer.status()}`);
    }
  }
  await page.reload();
  await page.getByRole('navigation', { name: 'Views' }).getByText('ada', { exact: true }).waitFor();
  expect((await page.getByRole('link', { name: 'Probe' }).count()) === 1, 'a foreign page has disabled a bundle at the gateway');
  await context.close();
  await new Promise((done) => server.close(done));
}
