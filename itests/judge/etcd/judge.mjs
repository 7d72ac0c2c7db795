// A parameter store in a real etcd on loopback. Keys are written by etcd's HTTP gateway; what Precinct serves of them is
// held against what etcd itself says it has.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

const [distribution] = process.argv.slice(2);
const work = resolve('work');
rmSync(work, { recursive: true, force: true });
mkdirSync(join(work, 'config'), { recursive: true });

/** More than one page of the gateway's answers, and keys that are easily taken for others. */
const KEYS = 2_500;
const PASSWORD = 'correct horse';
const TELLING = ['db_password/current', 'api_key/value', 'private_key/pem', 'DB_PASS', 'creds/url', 'home/.pgpass'];

/** Below the ports that systems give to sockets that ask for any port: no such socket takes it, also while etcd is away. */
const freePort = from => new Promise(done => {
    const port = from + Math.floor(Math.random() * 6_000);
    const probe = createServer();
    probe.once('error', () => done(freePort(from)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)));
});
const [clients, peers] = [await freePort(20_000), await freePort(26_000)];
const base64 = text => Buffer.from(text).toString('base64');

let faults = 0;
let checks = 0;
function check(what, good, detail = '') {
    checks++;
    if (!good) {
        faults++;
        console.log(`FAULT: ${what} ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
    }
}

async function until(what, condition) {
    const deadline = Date.now() + 60_000;
    while (true) {
        const found = await condition();
        if (found) {
            return found;
        }
        if (Date.now() > deadline) {
            throw new Error(`waited in vain until ${what}`);
        }
        await new Promise(done => setTimeout(done, 50));
    }
}

// --- etcd ---------------------------------------------------------------------------------------------------------------
let etcd;
async function startEtcd() {
    etcd = spawn('etcd', ['--data-dir', join(work, 'etcd'), '--listen-client-urls', `http://127.0.0.1:${clients}`,
        '--advertise-client-urls', `http://127.0.0.1:${clients}`, '--listen-peer-urls', `http://127.0.0.1:${peers}`,
        '--initial-advertise-peer-urls', `http://127.0.0.1:${peers}`, '--initial-cluster', `default=http://127.0.0.1:${peers}`],
    { stdio: 'ignore' });
    await until('etcd is healthy', () => fetch(`http://127.0.0.1:${clients}/health`).then(answer => answer.ok, () => false));
}

async function killEtcd() {
    const ended = new Promise(done => etcd.once('exit', done));
    etcd.kill('SIGKILL');
    await ended;
}

let token;
async function call(path, body) {
    const answer = await fetch(`http://127.0.0.1:${clients}/v3/${path}`,
        { method: 'POST', body: JSON.stringify(body), headers: token ? { authorization: token } : {} });
    const json = await answer.json();
    if (!answer.ok) {
        throw new Error(`${path}: ${JSON.stringify(json)}`);
    }
    return json;
}

const put = (key, value) => call('kv/put', { key: base64(key), value: base64(value) });

async function fill() {
    const pairs = new Map();
    for (let i = 0; i < KEYS; i++) {
        pairs.set(`/app/prod/part${i % 25}/setting${i}`, `value ${i}`);
    }
    pairs.set('/app/prod/empty', '');
    pairs.set('/app/prod/lines', 'one\ntwo\r\nthree\n');
    pairs.set('/app/prod/größe', 'ä€😀');
    pairs.set('/app/prod/db', 'both a key');
    pairs.set('/app/prod/db/url', 'and a folder');
    pairs.set('/app/prod/db/password', 'hunter2-first');
    pairs.set('/app/production/key', 'of a neighbour');
    pairs.set('/app/proc', 'of a neighbour');
    for (const store of ['named', 'others']) {
        for (const key of TELLING) {
            pairs.set(`/app/${store}/${key}`, `hunter2-${store}`);
        }
        pairs.set(`/app/${store}/monkey/business`, 'bananas');
        pairs.set(`/app/${store}/address`, `postgres://app:hunter2-${store}@db/x`);
        pairs.set(`/app/${store}/a`, 'a value');
        pairs.set(`/app/${store}/a/b`, 'below it');
        pairs.set(`/app/${store}/a/@value`, 'where that of a is');
        pairs.set(`/app/${store}/empty//name`, 'no path');
    }
    const all = [...pairs];
    for (let i = 0; i < all.length; i += 100) {
        await call('kv/txn', { success: all.slice(i, i + 100).map(([key, value]) => (
            { requestPut: { key: base64(key), value: base64(value) } })) });
    }
    await call('kv/put', { key: Buffer.from('/app/named/k\xff', 'latin1').toString('base64'), value: base64('no text') });
}

/** What is a secret by its name is masked, an address is within a value, and neither is compared; keys left out are named. */
async function secrets() {
    const answers = [];
    for (const key of TELLING) {
        const { text } = await file('named', key);
        check(`${key} is masked`, text === '***', text);
    }
    check('monkey is no key', (await file('named', 'monkey/business')).text === 'bananas');
    check('an address is masked within', (await file('named', 'address')).text === 'postgres://app:***@db/x');
    for (const path of ['/repos', '/repos/named/tree?recursive=true', '/repos/named/files/parameters.json',
        '/repos/named/config?path=parameters.json&query=@', '/repos/named/search?q=hunter2']) {
        answers.push((await ask(path)).text);
    }
    for (const selector of [{ path: 'db_password/current' }, { path: 'address' }, { path: 'parameters.json' },
        { path: 'parameters.json', query: 'db_password.current' }, { path: 'parameters.json', query: 'length(db_password.current)' }]) {
        const answer = await fetch(`${url}/compare`, { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ selector, envs: [{ name: 'one', repo: 'named' }, { name: 'two', repo: 'others' }] }) });
        const text = await answer.text();
        answers.push(text);
        const { equal, masked } = JSON.parse(text);
        check(`${JSON.stringify(selector)} is not compared`, equal === null && masked.length > 0, text);
    }
    check('no answer holds a secret', answers.every(text => !text.replaceAll('q=hunter2', '').includes('hunter2-')));
    const { json } = await ask('/repos');
    const { skipped } = json.items.find(item => item.name === 'named');
    check('what is left out is named', JSON.stringify(skipped.map(({ key, reason }) => `${key} ${reason}`))
        === JSON.stringify(['a/@value clash', 'empty//name bad_path', 'k\ufffd not_utf8']), skipped);
}

/** All pairs below the prefix, as etcd has them. */
async function pairs() {
    const { kvs } = await call('kv/range', { key: base64('/app/prod/'), range_end: base64('/app/prod0') });
    return new Map(kvs.map(({ key, value = '' }) =>
        [Buffer.from(key, 'base64').toString().slice('/app/prod/'.length), Buffer.from(value, 'base64').toString()]));
}

// --- the product --------------------------------------------------------------------------------------------------------
let url;
let said = '';
let service;
async function startService() {
    const store = more => ({ provider: 'etcd', url: `http://127.0.0.1:${clients}/app/prod`, refresh: 0, ...more });
    writeFileSync(join(work, 'config/service.yml'), 'service: judge\naccess_log: false\n');
    writeFileSync(join(work, 'config/source.yml'), JSON.stringify({ repos: {
        open: store({}),
        named: store({ url: `http://127.0.0.1:${clients}/app/named` }),
        others: store({ url: `http://127.0.0.1:${clients}/app/others` }),
        user: store({ credentials: { username: 'reader', password: PASSWORD } }),
        wrong: store({ credentials: { username: 'reader', password: 'hunter2-wrong' } }),
    } }));
    service = spawn(join(distribution, 'bin/precinct'), ['run', '--features', 'framework,source,configuration', '--config',
        join(work, 'config'), '--data', join(work, 'data'), '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const hear = chunk => { said += chunk; };
    service.stdout.on('data', hear);
    service.stderr.on('data', hear);
    url = await until('the service is ready', () => {
        if (service.exitCode !== null) {
            throw new Error(`the service ended: ${said}`);
        }
        return /^precinct ready on (\S+)/m.exec(said)?.[1];
    });
}

async function ask(path, { method = 'GET', accept = 'application/json' } = {}) {
    const answer = await fetch(url + path, { method, headers: { accept } });
    const text = await answer.text();
    return { status: answer.status, text, json: accept === 'application/json' ? JSON.parse(text) : undefined };
}

const refresh = repository => ask(`/repos/${repository}/refresh?wait=true`, { method: 'POST' });
const file = (repository, path) => ask(`/repos/${repository}/files/${encodeURI(path)}`, { accept: 'text/plain' });

/** Every value of etcd is served, and nothing else. */
async function compare(repository) {
    const expected = await pairs();
    const served = new Set();
    let cursor = '';
    while (cursor !== null) {
        const { json } = await ask(`/repos/${repository}/tree?recursive=true&limit=1000&cursor=${cursor}`);
        json.items.filter(item => item.type === 'file').forEach(item => served.add(item.path));
        cursor = json.next_cursor;
    }
    served.delete('parameters.json');
    const path = key => key === 'db' ? 'db/@value' : key;
    const wanted = [...expected.keys()].map(path);
    check(`${repository}: the keys`, served.size === wanted.length && wanted.every(key => served.has(key)),
        `${served.size} of ${wanted.length}`);
    let different = 0;
    const sample = [...expected].filter(([key], n) => n % 10 === 0 || !key.startsWith('part'));
    for (const [key, value] of sample) {
        const { text } = await file(repository, path(key));
        different += text === (key.endsWith('password') ? '***' : value) ? 0 : 1;
    }
    check(`${repository}: the values`, different === 0, `${different} of ${sample.length} differ`);
    const { json } = await ask(`/repos/${repository}/config?path=parameters.json&query=length(part3)`);
    check(`${repository}: a query`, json.items?.[0]?.value === KEYS / 25, json);
}

async function signIn() {
    token = (await call('auth/authenticate', { name: 'root', password: PASSWORD })).token;
}

try {
    await startEtcd();
    await fill();
    await startService();
    await until('the store is served', async () => (await ask('/repos/open/tree')).status === 200);
    await compare('open');
    for (const store of ['named', 'others']) {
        await until(`${store} is served`, async () => (await ask(`/repos/${store}/tree`)).status === 200);
    }
    await secrets();

    const { json: before } = await refresh('open');
    check('nothing changed', before.changed?.length === 0, before);
    await put('/app/prod/part0/setting0', 'another one');
    await put('/app/prod/db/password', 'hunter2-second');
    await call('kv/deleterange', { key: base64('/app/prod/part1/setting1') });
    const { json: changed } = await refresh('open');
    check('what changed is told', JSON.stringify(changed.changed) === '["parameters.json","part0/setting0","part1/setting1"]', changed);
    check('a commit keeps what it was', (await ask(`/repos/open/files/part1/setting1?ref=${changed.from_commit}`)).status === 200);
    await compare('open');

    for (const user of ['root', 'reader']) {
        await call('auth/user/add', { name: user, password: PASSWORD });
    }
    await call('auth/role/add', { name: 'root' });
    await call('auth/role/add', { name: 'prod' });
    await call('auth/role/grant', { name: 'prod', perm: { permType: 'READ', key: base64('/app/prod/'), range_end: base64('/app/prod0') } });
    await call('auth/user/grant', { user: 'root', role: 'root' });
    await call('auth/user/grant', { user: 'reader', role: 'prod' });
    await call('auth/enable', {});
    await signIn();
    const refused = await refresh('open');
    check('without a user it is refused', refused.status === 502 && refused.text.includes('no username is configured'), refused.text);
    check('what was read before is served on, as stale', (await ask('/repos/open/tree')).json.stale === true);
    await refresh('user');
    await compare('user');
    const wrong = await refresh('wrong');
    check('a wrong password is refused', wrong.status === 502, wrong.text);

    await killEtcd();
    const gone = await refresh('user');
    check('a server that is gone is told', gone.status === 502, gone.text);
    check('its values are served on', (await file('user', 'part0/setting0')).text === 'another one');
    await startEtcd();
    await signIn();
    await put('/app/prod/part0/setting0', 'after the restart');
    const back = await refresh('user');
    check('it is read again when it is back', back.status === 200, back.text);
    await compare('user');

    const answers = await Promise.all(['/repos', '/repos/user/files/parameters.json', '/repos/wrong/tree', '/health'].map(path => ask(path)));
    check('secrets and passwords are nowhere', ![said, wrong.text, ...answers.map(answer => answer.text)]
        .some(text => text.includes('hunter2') || text.includes(PASSWORD)), said);
} finally {
    etcd?.kill('SIGKILL');
    if (service?.exitCode === null) {
        const ended = new Promise(done => service.once('exit', done));
        service.kill('SIGTERM');
        await ended;
    }
}
if (faults > 0) {
    console.log(said);
    console.log(`${faults} of ${checks} checks failed`);
    process.exit(1);
}
console.log(`${checks} checks on ${KEYS} keys agree: pages, values, a change, a user, a killed server`);
