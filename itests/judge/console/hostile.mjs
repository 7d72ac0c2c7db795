// Payloads stored and reflected wherever data reaches a page; none of them is executed, and none becomes markup.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { empty } from './jars.mjs';
import { active, payloads, watch } from './payloads.mjs';
import { asFile } from './repository.mjs';

const q = encodeURIComponent;
const ALL = process.env.JUDGE_SHARE === '1';
/** Turns the sample: 24 numbers in a row cover everything. It is the same on every day, so that a verdict depends on the code alone. */
const SEED = Number(process.env.JUDGE_SEED || 20786);
/** The one of a list that is due in its turn, for so many turns, as the others are in theirs; the whole list if everything is to run. */
const due = (list, turn, turns = 1) => (ALL ? list : [list[Math.floor((turn + SEED) / turns) % list.length]]);
/** Elements that pages draw themselves. */
const shown = (text) => /__xss\(\d+\)/.exec(text)[0];

/** A body as JSON whose texts hold no null byte, which no text of a case may. */
const withoutNul = (body) => JSON.parse(JSON.stringify(body).replaceAll('\\u0000', ''));

/** Stores payloads as cases, as a node, in the graph of dependencies and as a level of a logger; returns the cases. */
async function stored({ service, expect }) {
  const cases = [];
  for (const text of payloads) {
    let made = await service.json('POST', '/api/tasks', { label: text, notes: text, evidence_tags: [text], repository_context: text, detective: text });
    if ([400, 422].includes(made.status)) {
      // Null bytes and characters of control are no text of a case; the rest of the payload is.
      const clean = text.replaceAll('\0', '');
      made = await service.json('POST', '/api/tasks', { label: clean, notes: clean, evidence_tags: ['plain'] });
    }
    expect(made.status === 201, `a case called ${text} is answered ${made.status}: ${JSON.stringify(made.body)}`);
    const id = made.body?.id;
    if (!id) {
      continue;
    }
    cases.push(id);
    for (const [path, body] of [
      ['investigation-note', { note: `${text}\n\n[x](${text})`, detective: text }],
      ['git-commit', { commit_hash: '9fceb02', commit_message: text, repository: text }],
      ['consciousness-links', { web_links: [text] }],
      ['link-memory', { memory_path: text }],
      ['lists', { name: text }],
    ]) {
      let { status } = await service.json('POST', `/api/tasks/${id}/${path}`, body);
      if (status === 422) {
        ({ status } = await service.json('POST', `/api/tasks/${id}/${path}`, withoutNul(body)));
      }
      expect(status < 500, `${path} of a case with ${text} is answered ${status}`);
    }
  }
  const events = payloads.map((text, index) => ({
    event_id: `hostile-${index}`, time: '2026-01-01T00:00:00Z', producer: text, op: 'assert', from: `service:${text}`, type: 'client-of', to: 'service:hostile',
  }));
  for (const event of events) {
    const { status } = await service.json('POST', '/graph/events', [event]);
    expect(status < 500, `an event of ${event.producer} is answered ${status}`);
  }
  for (const text of payloads) {
    const { status } = await service.json('PUT', `/api/graph/nodes/${q(text)}`, { body: `# ${text}\n\n## ${text}\n\n${text}\n` });
    expect(status < 500, `a node called ${text} is answered ${status}`);
    const changed = await service.administer('PUT', `/admin/loggers/${q(text)}`, { level: 'info' });
    expect(changed.status < 500, `a logger called ${text} is answered ${changed.status}`);
  }
  await service.json('PUT', '/api/graph/nodes/hostile', { body: payloads.map((text) => `## ${text.replaceAll('\0', '')}\n\n${text.replaceAll('\0', '')}\n`).join('\n') });
  return cases;
}

/** A configuration whose routes and scenarios are called like payloads, at once in effect; returns how it is taken back. */
async function configured({ service, expect }) {
  const file = join(service.config, 'service.yml');
  const sound = readFileSync(file, 'utf8');
  const names = payloads.map((text) => text.replaceAll('\0', ''));
  // A string of JSON is one of YAML.
  const text = JSON.stringify;
  const routes = names.map((name, index) => `  /hostile/${index}/:message:\n    method: get\n    boundary: echo\n    name: ${text(name)}\n`).join('');
  const scenarios = names.map((name) => `  ${text(name)}:\n    ${text(name)}:\n      description: ${text(name)}\n      params: {message: ${text(name)}}\n      expected: {echoed: {message: ${text(`not ${name}`)}}}\n`).join('');
  writeFileSync(file, sound.replace('\nroutes:\n', `\nroutes:\n${routes}`).replace('\nscenarios:\n', `\nscenarios:\n${scenarios}`));
  const settled = async (count) => {
    for (let patience = 600; patience > 0; patience--) {
      const { body } = await service.json('GET', '/inspect/routes?path=/hostile/');
      if (body.routes.length === count) {
        return;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    const { body } = await service.json('GET', '/inspect/config');
    expect(false, `there are not ${count} routes called like payloads: ${JSON.stringify(body.errors).slice(0, 400)}`);
  };
  await settled(names.length);
  return async () => {
    writeFileSync(file, sound);
    await settled(0);
  };
}

/** Pages that show most payloads at once: addresses, each with how many it must show; `undefined` where it only must not execute any. */
function crowded(commits) {
  const repo = '/repos/hostile';
  const most = Math.floor(payloads.length * 0.8);
  return [
    ['/api/tasks?limit=200', most],
    ['/api/tasks/search?q=__xss', undefined],
    ['/api/tasks/active', undefined],
    ['/api/tasks/resume?budget=4000', undefined],
    ['/api/graph/nodes/hostile', most],
    ['/graph', undefined],
    ['/graph/impact?node=service:hostile', 10],
    ['/graph/neighbours?node=service:hostile', 10],
    ['/inspect/bundles', 1],
    ['/inspect/routes?path=/hostile/', most],
    ['/inspect/boundary/echo', 10],
    ['/inspect/config', undefined],
    ['/repos', undefined],
    ['/', undefined],
    [`${repo}/tree`, undefined],
    [`${repo}/tree?path=names`, most],
    [`${repo}/files/README.md`, most],
    [`${repo}/files/text.txt`, most],
    [`${repo}/files/code.js`, most],
    [`${repo}/files/code.py`, most],
    [`${repo}/files/page.html`, most],
    [`${repo}/files/data.json`, most],
    [`${repo}/files/picture.svg`, 1],
    [`${repo}/files/page.html?raw=true`, undefined],
    [`${repo}/files/picture.svg?raw=true`, undefined],
    [`${repo}/files/README.md?raw=true`, undefined],
    [`${repo}/blame/history.txt`, most],
    [`${repo}/commits?limit=100`, most],
    [`${repo}/commits/${commits[0]}`, undefined],
    [`${repo}/branches`, 10],
    [`${repo}/tags`, 10],
    [`${repo}/diff?from=${commits.at(-1)}&symbols=true&limit=100`, most],
    [`${repo}/symbols?path=code.js&limit=100`, 15],
    [`${repo}/symbols?path=README.md&limit=100`, undefined],
    [`${repo}/symbols?path=code.py&limit=100`, most],
    [`${repo}/annotations?pattern=TODO:*&limit=100`, undefined],
    [`${repo}/search?q=needle&limit=100`, most],
    [`${repo}/references?name=hostile_1&limit=100`, undefined],
    [`${repo}/config?path=data.json`, undefined],
    ['/traces/coverage', undefined],
  ];
}

/** The kinds of pages that one payload comes to; each payload comes to a page of every kind, and to another one another day. */
function kinds(cases, branches) {
  const repo = '/repos/hostile';
  const plain = (text) => q(text).replaceAll('%00', '');
  return {
    'a case': cases.map((id, index) => [
      [`/api/tasks/${id}`, 1],
      [`/api/tasks/${id}/notes`, 1],
      [`/api/tasks/${id}/lists`, undefined],
      [`/api/tasks/${id}/notes/index`, 1],
    ]),
    'a verification': payloads.map((text, index) => [[`/hostile/${index}/x?_verify=route&_trace=1`, index === 0 ? 1 : undefined]]),
    'an answer or error': payloads.map((text) => [
      [`/echo/${plain(text)}`, undefined],
      [`/echo/x?_verify=${q(text)}`, undefined],
      [`/${plain(text)}?${q(text)}=${q(text)}`, undefined],
      [`/inspect/boundary/${plain(text)}`, undefined],
    ]),
    'a list': payloads.map((text) => [
      [`/api/tasks?status=${q(text)}&limit=${q(text)}`, undefined],
      [`/inspect/routes?name=${q(text)}`, undefined],
      [`${repo}/symbols?name=${q(text)}`, undefined],
    ]),
    'a search': payloads.map((text) => [
      [`/api/tasks/cases/search?evidence_tag=${q(text)}`, undefined],
      [`/api/tasks/search?q=${q(text)}`, undefined],
      [`${repo}/search?q=${q(text)}&path=${q(text)}&lang=${q(text)}`, undefined],
      [`${repo}/search?q=${q(text)}`, undefined],
      [`/search?q=${q(text)}&repo=${q(text)}`, undefined],
    ]),
    'a graph': payloads.map((text) => [
      [`/graph?q=${q(text)}`, undefined],
      [`/graph/neighbours?node=${q(`service:${text}`)}`, undefined],
    ]),
    'a file': payloads.map((text) => [
      [`${repo}/files/names/${q(`${asFile(text)}.txt`)}`, undefined],
      [`${repo}/blame/names/${q(`${asFile(text)}.txt`)}`, undefined],
    ]),
    'a tree': payloads.map((text) => [[`${repo}/tree?ref=${q(text)}&path=${q(text)}`, undefined]]),
    'a branch': branches.map((name) => [[`${repo}/tree?ref=${q(name)}`, undefined]]),
  };
}

/** The first payloads, each of which can be a segment of a path, and so the message of a probe. */
const SEGMENTS = 12;

/** Whether the policy of the pages is bypassed, when nothing but escaping protects. */
const POLICIES = [false, true];

/** The pages to look at, with and without the policy. */
function addresses(cases, branches, commits) {
  const all = POLICIES.map(() => crowded(commits));
  for (const each of Object.values(kinds(cases, branches))) {
    each.forEach((pages, index) => {
      for (const bypassCSP of due(POLICIES, index)) {
        all[Number(bypassCSP)].push(...due(pages, index, POLICIES.length));
      }
    });
  }
  return all;
}

/** A page in which whatever is executed, blocked or asked is a fault. */
async function watched({ browser, expect }, options) {
  // Nobody looks at it: what is small is drawn fast.
  const context = await browser.newContext({ viewport: { width: 800, height: 300 }, ...options });
  await context.exposeFunction('__told', (what) => expect(false, what));
  await context.addInitScript(watch);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('dialog', (dialog) => {
    expect(false, `${page.url()} opens a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => expect(false, `${page.url()} opens ${popup.url()}`));
  page.on('download', (download) => void download.cancel());
  return page;
}

async function look(judge, page, address, least) {
  const { service, expect } = judge;
  const answer = await page.goto(service.url + address).catch((error) => error);
  if (answer instanceof Error) {
    // Raw files are saved, not shown.
    expect(/Download is starting|ERR_ABORTED/.test(answer.message), `${address}: ${answer.message}`);
    return false;
  }
  expect(answer.status() < 500 || answer.status() === 503, `${address} is answered ${answer.status()}`);
  const found = await page.evaluate(active);
  expect(found.length === 0, `${address} has ${found.slice(0, 3).join('; ')}`);
  if (least !== undefined) {
    const text = await page.evaluate(() => document.documentElement.textContent);
    const seen = new Set(text.match(/__xss\(\d+\)/g)).size;
    expect([200, 422].includes(answer.status()) && seen >= least, `${address} is answered ${answer.status()} and shows ${seen} payloads, not ${least}`);
  }
  return true;
}

/** Every address, by two pages at a time for each policy. */
async function lookAtAll(judge, all) {
  let pages = 0;
  await Promise.all(POLICIES.flatMap((bypassCSP) => {
    const left = all[Number(bypassCSP)].values();
    return [0, 1].map(async () => {
      const page = await watched(judge, { bypassCSP });
      for (const [address, least] of left) {
        if (await look(judge, page, address, least)) {
          pages++;
        }
      }
      await page.context().close();
    });
  }));
  return pages;
}

/** The console: names that it shows, addresses that it takes, and what is typed into it. */
async function inConsole(judge, bypassCSP) {
  const { service, expect } = judge;
  const page = await watched(judge, { bypassCSP });
  const mine = [...payloads.entries()].filter(([index]) => due(POLICIES, index).includes(bypassCSP));
  const takes = (view) => mine.filter(([index]) => due(['routes', 'answers', 'addresses'], index, POLICIES.length).includes(view));
  const clean = async (where) => {
    const found = await page.evaluate(active);
    expect(found.length === 0, `${where} has ${found.slice(0, 3).join('; ')}`);
  };
  await page.goto(`${service.url}/console/runtime/bundles#token=${service.token}`);
  // Tables without rows, or with few, are found through much faster.
  await page.getByLabel('Find a bundle or what it provides').fill(payloads[0]);
  for (const [, text] of mine) {
    await page.getByLabel('A jar to deploy').setInputFiles({ name: `${asFile(text).slice(0, 120)}.jar`, mimeType: 'application/java-archive', buffer: Buffer.from(text) });
    await page.getByRole('status', { name: 'Verdict' }).getByText(shown(text)).first().waitFor();
    await clean(`the verdict on a file called ${text}`);
  }
  expect((await page.getByRole('region', { name: 'Outcomes' }).innerText()).includes('__xss('), 'the outcomes do not show names of files');
  await page.goto(`${service.url}/console/runtime`);
  await page.getByRole('link', { name: 'GET /hostile/0/:message' }).waitFor();
  await clean('the routes');
  for (const [index, text] of takes('routes')) {
    await page.getByLabel('Find a route').fill(`/hostile/${index}/`);
    await page.getByRole('link', { name: `GET /hostile/${index}/:message` }).click();
    await page.getByRole('heading', { name: shown(text) }).waitFor();
    await clean(`the route ${text}`);
    await page.getByLabel('Find a route').fill(text);
    await page.getByLabel('Which route takes a request for').fill(`/${text}`);
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.locator('[aria-label="Which route takes a request"] .note').waitFor();
    await clean(`the explanation of ${text}`);
  }
  await page.goto(`${service.url}/console/probe?route=echo`);
  for (const [, text] of takes('answers')) {
    const sent = text.replaceAll('\0', '');
    await page.getByLabel('message', { exact: true }).fill(sent);
    await page.locator('select[name="verify"]').selectOption('shouted');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Answer' }).locator('h2', { hasText: q(sent).slice(0, 40) }).waitFor();
    await clean(`the answer to ${text}`);
  }
  for (const [index, text] of takes('addresses')) {
    const part = q(text.replaceAll('\0', ''));
    await page.goto(`${service.url}/console/probe?route=${part}`);
    if (index < SEGMENTS) {
      await page.getByLabel('message', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('region', { name: 'Verification' }).getByText('1 failed').waitFor();
    } else {
      await page.locator('main nav').first().waitFor();
    }
    await clean(`the probe of the route ${text}`);
    for (const path of due([part, `runtime?route=${part}`, `runtime/${part}`, `runtime/bundles?${part}=${part}#${part}`], index, 3 * POLICIES.length)) {
      await page.goto(`${service.url}/console/${path}`);
      await page.locator('main nav').first().waitFor();
      await clean(`/console/${path}`);
    }
  }
  await page.context().close();
}

export async function hostile(judge, branches) {
  const { service, expect } = judge;
  const cases = await stored(judge);
  // Names within a bundle, which is refused.
  for (const [index, text] of payloads.entries()) {
    const headers = index % 2 ? { 'Bundle-SymbolicName': text } : { 'Bundle-SymbolicName': 'io.precinct.judge.hostile', 'Bundle-Name': text, 'Import-Package': 'org.example.missing', 'Bundle-Vendor': text };
    const answer = await fetch(`${service.url}/admin/deploy?name=${q(`${asFile(text)}.jar`)}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/java-archive' },
      body: empty(headers),
    });
    expect(answer.status >= 400 && answer.status < 500, `a bundle called ${text} is answered ${answer.status}`);
  }
  await served(service);
  const restore = await configured(judge);
  const { body } = await service.json('GET', '/repos/hostile/commits?limit=200');
  const commits = body.items.map((item) => item.commit);
  const lanes = await Promise.allSettled([lookAtAll(judge, addresses(cases, branches, commits)), inConsole(judge, false), inConsole(judge, true)]);
  await restore();
  lanes.filter((lane) => lane.status === 'rejected').forEach((lane) => expect(false, lane.reason.stack));
  return `${payloads.length} payloads on ${lanes[0].value} pages, and in the console; ${ALL ? 'everything' : `a sample, JUDGE_SEED=${SEED} repeats it, JUDGE_SHARE=1 takes all`}`;
}

/** Waits until the repository is served and its files are parsed. */
async function served(service) {
  for (let patience = 600; patience > 0; patience--) {
    const { body } = await service.json('GET', '/repos');
    const item = body?.items?.find((each) => each.name === 'hostile');
    if (item?.state === 'ready' && !item.parsing) {
      return;
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('the hostile repository is not served');
}
