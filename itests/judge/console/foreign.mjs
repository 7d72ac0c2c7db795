// Pages of other origins: whatever they send, nothing changes.
import { createServer } from 'node:http';

/** What a page of another origin tries; runs in that page, and returns how the attempts ended. */
async function attack(service) {
  const ended = [];
  const bodies = {
    task: JSON.stringify({ label: 'forged' }),
    bundle: JSON.stringify({ bundle: 'io.precinct.console.probe', force: true }),
    level: JSON.stringify({ level: 'trace' }),
  };
  const targets = [
    ['POST', '/api/tasks', bodies.task],
    ['POST', '/api/tasks/interrupt', bodies.task],
    ['POST', '/api/tasks/system/archive-completed', ''],
    ['POST', '/graph/events', '[]'],
    ['POST', '/repos/hostile/refresh', ''],
    ['POST', '/admin/reload', ''],
    ['POST', '/admin/disable', bodies.bundle],
    ['POST', '/admin/rollback', bodies.bundle],
    ['POST', '/admin/undeploy', bodies.bundle],
    ['POST', '/admin/deploy?name=forged.jar', 'PK'],
    ['PUT', '/admin/loggers/ROOT', bodies.level],
    ['DELETE', '/api/tasks/bulk', JSON.stringify({ ids: [] })],
  ];
  for (const [method, path, body] of targets) {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json', 'application/java-archive']) {
      for (const mode of ['no-cors', 'cors']) {
        for (const headers of [{}, { Authorization: 'Bearer forged' }]) {
          const how = `${mode} ${method} ${path} as ${type}`;
          await fetch(service + path, { method, mode, credentials: 'include', body, headers: { 'Content-Type': type, ...headers } }).then(
            (answer) => ended.push(`${how}: ${answer.type} ${answer.status}`),
            () => ended.push(`${how}: refused`),
          );
        }
      }
    }
    navigator.sendBeacon(service + path, new Blob([body], { type: 'text/plain' }));
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      await new Promise((done) => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        frame.name = `frame-${Math.random()}`;
        const form = document.body.appendChild(document.createElement('form'));
        Object.assign(form, { method: 'post', action: service + path, target: frame.name, enctype });
        const field = form.appendChild(document.createElement('input'));
        // As text/plain, name and value make JSON together.
        field.name = `${body.slice(0, -1) || '{'}, "x": "`.replace('{, ', '{');
        field.value = '"}';
        form.submit();
        frame.addEventListener('load', done);
        setTimeout(done, 400);
      });
      ended.push(`form ${path} as ${enctype}`);
    }
  }
  for (const path of ['/inspect/bundles', '/api/tasks', '/console', '/admin/loggers']) {
    await fetch(service + path, { credentials: 'include' }).then(
      () => ended.push(`READ ${path}`),
      () => ended.push(`reading ${path}: refused`),
    );
  }
  return ended;
}

/** What an attack could change. */
async function state(service) {
  const loggers = await (await service.administer('GET', '/admin/loggers')).json();
  const { body: config } = await service.json('GET', '/inspect/config');
  const { body: tasks } = await service.json('GET', '/api/tasks?limit=200');
  const { body: bundles } = await service.json('GET', '/inspect/bundles');
  const { body: repos } = await service.json('GET', '/repos');
  return JSON.stringify({
    loggers: loggers.loggers ?? loggers,
    loaded: config.loaded_at,
    tasks: tasks.tasks ?? tasks.items ?? tasks,
    outcomes: bundles.outcomes,
    bundles: bundles.bundles.map(({ bundle, version, state }) => `${bundle} ${version} ${state}`),
    fetched: repos.items.map((each) => `${each.name} ${each.commit}`),
  }, (key, value) => (key === '_seal' ? undefined : value));
}

export async function foreign({ browser, service, expect }) {
  const server = createServer((request, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end(request.url === '/frame' ? `<iframe src="${service.url}/console"></iframe>` : '<title>foreign</title><body>');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  const before = await state(service);
  // The same site under another port, and another site.
  const attempts = await Promise.all(['127.0.0.1', 'localhost'].map(async (host) => {
    const context = await browser.newContext();
    // The visitor administers in another tab of the same browser.
    const tab = await context.newPage();
    await tab.goto(`${service.url}/console/runtime/bundles#token=${service.token}`);
    await tab.getByRole('button', { name: 'Stop administering' }).waitFor();
    const page = await context.newPage();
    const statuses = new Map();
    page.on('response', (answer) => {
      if (answer.url().startsWith(service.url) && answer.request().method() !== 'GET') {
        statuses.set(answer.status(), (statuses.get(answer.status()) ?? 0) + 1);
      }
    });
    await page.goto(`http://${host}:${port}/`);
    const ended = await page.evaluate(attack, service.url);
    ended.filter((each) => each.startsWith('READ ') || / (?:cors|basic) 2\d\d$/.test(each)).forEach((each) => expect(false, `a page of http://${host}:${port} gets through: ${each}`));
    const other = [...statuses.keys()].filter((status) => status !== 403);
    expect((statuses.get(403) ?? 0) > 50, `only ${statuses.get(403)} requests of a foreign page reached the service`);
    expect(other.length === 0, `requests of a foreign page are answered ${other}`);
    await page.goto(`http://${host}:${port}/frame`);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    expect((await frame?.locator('nav').count().catch(() => 0)) === 0, `http://${host}:${port} shows the console in a frame`);
    await context.close();
    return ended.length;
  }));
  const after = await state(service);
  expect(before === after, `requests of foreign pages changed something: ${difference(before, after)}`);
  await new Promise((done) => server.close(done));
  return attempts[0] + attempts[1];
}

function difference(before, after) {
  const at = [...before].findIndex((character, index) => character !== after[index]);
  return `${before.slice(Math.max(at - 80, 0), at + 80)} became ${after.slice(Math.max(at - 80, 0), at + 80)}`;
}
