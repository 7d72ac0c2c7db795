import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { encode } from 'gpt-tokenizer';
import { answerOf, connect } from './tool-client.mjs';

const MODULES = '../node_modules';

/** The scenarios of the suites that a server with tools and nothing else is asked for. */
const SCENARIOS = {
    '@modelcontextprotocol/conformance': {
        '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'],
    },
    '@modelcontextprotocol/conformance-next': {
        '2025-11-25': ['server-initialize', 'server-session-lifecycle', 'ping', 'tools-list', 'server-sse-multiple-streams',
            'dns-rebinding-protection'],
        '2026-07-28': ['server-stateless', 'tools-list', 'http-header-validation', 'server-sse-multiple-streams',
            'dns-rebinding-protection'],
    },
};

/** A check that wants a tool of the suite's own in the server says so; every other one is to pass. */
const UNTESTABLE = 'Not testable: server does not list the diagnostic tool';

const url = process.argv[2];
const precinct = process.argv[3];
const faults = [];
const fault = (text) => faults.push(text);
let checks = 0;
let scenarios = 0;

// The suites and the inspector need a newer node than the other judges; npm has one.
const run = (...args) => {
    const { stdout, stderr, status } = spawnSync(`${MODULES}/.bin/node`, args, { encoding: 'utf8', timeout: 60_000 });
    return { said: stripVTControlCharacters(`${stdout}${stderr}`), stdout, status };
};

for (const [suite, revisions] of Object.entries(SCENARIOS)) {
    for (const [revision, names] of Object.entries(revisions)) {
        for (const name of names) {
            const { said } = run(`${MODULES}/${suite}/dist/index.js`, 'server', '--url', url, '--scenario', name, '--spec-version', revision);
            const [, passed, all] = said.match(/^Passed: (\d+)\/(\d+)/m) ?? [null, 0, 1];
            const untestable = said.split(UNTESTABLE).length - 1;
            if (Number(passed) + untestable < Number(all)) fault(`${suite} ${revision} ${name}: ${said}`);
            checks += Number(passed);
            scenarios++;
        }
    }
}

// The inspector's command line, over HTTP and on stdio.
const stdio = [precinct, 'mcp', '--url', new URL(url).origin, '--user', 'judge'];
for (const target of [[url], stdio]) {
    const inspect = (...args) => {
        const { said, stdout, status } = run(`${MODULES}/.bin/mcp-inspector`, '--cli', ...args, '--', ...target);
        if (status !== 0) fault(`the inspector fails with ${args.join(' ')} at ${target.join(' ')}: ${said}`);
        return status === 0 ? JSON.parse(stdout) : {};
    };
    const { tools: listed } = inspect('--method', 'tools/list');
    if (!listed?.some(({ name }) => name === 'runtime')) fault(`the inspector sees no tool runtime at ${target.join(' ')}`);
    const called = inspect('--method', 'tools/call', '--tool-name', 'runtime', '--tool-arg', 'operation=health');
    if (called.content && !answerOf(called).data.status) fault(`the inspector's call is answered ${JSON.stringify(called)}`);
}

const { call, close } = await connect(url, 'judge');
const made = await call('cases', { operation: 'create', label: 'By the judge' });
if (made.status !== 201) fault(`a case is not created: ${JSON.stringify(made)}`);
const read = await call('cases', { operation: 'get', id: made.data.id });
if (read.data?.label !== 'By the judge') fault(`it is not read: ${JSON.stringify(read)}`);
const health = await call('runtime', { operation: 'health' });
if (health.status !== 200) fault(`the runtime has no health: ${JSON.stringify(health)}`);

// What is kept below a number of tokens, the service having estimated them, is below it by a real count.
const write = (args) => call('notes', { operation: 'add', ...args });
const hostile = ['🔥🚒👩‍👩‍👧‍👦'.repeat(40), '夜间构建失败,龘靐齉齾'.repeat(30), randomBytes(600).toString('base64'), randomBytes(600).toString('hex'),
    Array.from(randomBytes(600), (byte) => String.fromCharCode(97 + (byte % 26))).join(''), '!@#$%^&*()_+{}|:<>?~-='.repeat(20),
    'Der Fehler tritt auf, wenn die Verbindung während der nächtlichen Sicherung unterbrochen wird. '.repeat(8)];
let mostTokens = 0;
for (const text of hostile) {
    const { data: { task } } = await call('stack', { operation: 'interrupt', label: Array.from(text).slice(0, 200).join('') });
    for (let i = 0; i < 8; i++) await write({ id: task.id, note: `${text} ${i}` });
    for (const budget of [200, 600, 2000]) {
        const resumed = await call('stack', { operation: 'resume', budget, since: 0 });
        const count = encode(resumed.text).length;
        if (count > budget) fault(`to resume takes ${count} tokens of ${budget}: ${resumed.text}`);
        if (budget === 600) mostTokens = Math.max(mostTokens, count);
    }
}
await close();

if (faults.length > 0) {
    console.log(faults.join('\n'));
    process.exit(1);
}
console.log(`${checks} checks in ${scenarios} scenarios of the conformance suites, at most ${mostTokens} of 600 to resume over hostile texts`);
