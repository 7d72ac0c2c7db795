// What the definitions of the tools and typical answers of them cost a model that reads them: answers.mjs URL
import { encode } from 'gpt-tokenizer';
import { connect } from './tool-client.mjs';

const MOST_TOOLS = 8;
const MOST_DEFINED = 2000;
const MOST_ANSWERED = 10_000;
const MOST_CHANGED = 400;
const MOST_TICKED = 300;

const LONG_NOTES = 200;
const LONG_ITEMS = 100;

const url = process.argv[2];
const { origin } = new URL(url);
const user = `answers ${process.pid}`;
const { call, tools, close } = await connect(url, user);
const faults = [];
const fault = (text) => faults.push(text);
const rows = [];

const count = (text) => encode(text).length;

/** What a model reads of an answer: its texts. */
const cost = ({ text, note }) => count(text) + (note ? count(note) : 0);

const measured = async (what, tool, args, { most = MOST_ANSWERED, refused = false, sized = () => true } = {}) => {
    const answer = await call(tool, args);
    const tokens = cost(answer);
    rows.push({ tool, answer: what, tokens, most, cut: /^Cut to/.test(answer.note ?? '') ? 'yes' : '' });
    if (answer.status >= 400 !== refused) fault(`${what}: ${answer.text}`);
    else if (!sized(answer.data)) fault(`${what} is not as long as it is meant to be: ${answer.text.slice(0, 1000)}`);
    if (tokens > most) fault(`${what} takes ${tokens} tokens, at most ${most}: ${answer.text.slice(0, 1000)}`);
    return answer.data;
};
const change = (what, tool, args, most = MOST_CHANGED) => measured(what, tool, args, { most });

const post = async (path, body) => {
    const headers = { 'Content-Type': 'application/json', 'X-Detective': user };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
};

const listed = await tools();
const defined = count(JSON.stringify(listed));
if (listed.length > MOST_TOOLS) fault(`${listed.length} tools, at most ${MOST_TOOLS}`);
if (defined > MOST_DEFINED) fault(`the definitions of the tools have ${defined} tokens, at most ${MOST_DEFINED}`);
for (const tool of listed) {
    if (tool.outputSchema) fault(`${tool.name}: an output schema costs tokens, and results are text`);
    for (const [name, schema] of Object.entries(tool.inputSchema.properties)) {
        if (!schema.description && !schema.enum) fault(`${tool.name}: the argument ${name} is not described`);
    }
    rows.push({ tool: tool.name, answer: 'definition', tokens: count(JSON.stringify(tool)), most: '', cut: '' });
}

// A case that is long, in each way in which cases grow, and twenty that are not.
const long = await post('/api/tasks', { label: 'The nightly build fails', notes: 'Since the new driver. '.repeat(100), detective: user });
for (let i = 0; i < LONG_NOTES; i++) {
    await post(`/api/tasks/${long.id}/notes`, { note: `Run ${i} fails after ${i * 7} s in the step that packs; the log ends with "no space left".` });
}
for (let i = 0; i < LONG_ITEMS; i++) {
    await post(`/api/tasks/${long.id}/lists/Plan/execute`, { action: 'add', params: { text: `Look at machine ${i} and at its disks` } });
}
for (let i = 0; i < 20; i++) await post('/api/tasks', { label: `Order the shelf ${i}`, notes: 'By size, then by age.', detective: user });
const { id } = long;

await measured('a list of cases', 'cases', { operation: 'list', detective: user }, { sized: ({ items }) => items.length === 20 });
await measured('a list of cases, three fields', 'cases', { operation: 'list', detective: user, fields: ['id', 'label', 'status'] });
await measured('a search', 'cases', { operation: 'search', q: 'shelf' }, { sized: ({ items }) => items.length === 20 });
await measured('statistics', 'cases', { operation: 'statistics' });
const made = await change('a created case', 'cases', { operation: 'create', label: 'Find the key', priority: 2 });
await measured('a case', 'cases', { operation: 'get', id: made.id });
await measured('a long case', 'cases', { operation: 'get', id });
await change('a long case, updated', 'cases', { operation: 'update', id, priority: 5, due_date: '2026-12-24' });
await change('a long case, started', 'cases', { operation: 'start', id });
await change('a note added', 'notes', { operation: 'add', id, note: 'The disk of the third machine is full.' });
await measured('the notes of a long case', 'notes', { operation: 'list', id });
await measured('the index of those notes', 'notes', { operation: 'index', id });
const ticked = { operation: 'execute', id, name: 'Plan', action: 'check', params: { index: 41 } };
await change('an item of 100 ticked', 'lists', ticked, MOST_TICKED);
await measured('a list of 100 items', 'lists', { operation: 'execute', id, name: 'Plan', action: 'list', full: true }, {
    sized: ({ items }) => items.length === LONG_ITEMS,
});
await change('an interruption', 'stack', { operation: 'interrupt', label: 'Somebody asks' });
await measured('where one was', 'stack', { operation: 'resume', since: 0 });
await change('what interrupted, completed', 'stack', { operation: 'complete', resolution: 'Answered.' });
await change('a long case, closed', 'cases', { operation: 'close', id, resolution: 'The disk was emptied.' });
const schedule = { kind: 'cron', rule: '0 9 1 * *' };
await change('a template created', 'templates', { operation: 'create', label: 'Rotate keys', schedule });
await measured('a list of templates', 'templates', { operation: 'list' });
await measured('an overview of dependencies', 'graph', { operation: 'overview' });
await measured('repositories', 'source', { operation: 'repos' });
await measured('a folder of source', 'source', { operation: 'tree', repo: 'precinct' });
await measured('a file of source', 'source', { operation: 'file', repo: 'precinct', path: 'README.md' });
await measured('health', 'runtime', { operation: 'health' });
await measured('routes', 'runtime', { operation: 'routes' });
await measured('bundles', 'runtime', { operation: 'bundles' });
await measured('an operation described', 'cases', { operation: 'describe', of: 'update' });
await measured('all operations described', 'cases', { operation: 'describe' });
await measured('a refusal of arguments', 'cases', { operation: 'create', labl: 'a', color: 'red' }, { refused: true });
await measured('a refusal of a stale change', 'cases', { operation: 'update', id, label: 'Stale', if_match: 1 }, { refused: true });
await measured('a refusal of an operation', 'cases', { operation: 'creat' }, { refused: true });
await close();

for (const { tool, answer, tokens, most, cut } of [{ tool: 'tool', answer: 'answer', tokens: 'tokens', most: 'most', cut: 'cut' }, ...rows]) {
    console.log(`${tool.padEnd(10)} ${answer.padEnd(32)} ${String(tokens).padStart(6)} ${String(most).padStart(6)} ${cut}`.trimEnd());
}
if (faults.length > 0) {
    console.log(faults.join('\n'));
    process.exit(1);
}
const answers = rows.filter(({ answer }) => answer !== 'definition').map(({ tokens }) => tokens);
console.log(`${listed.length} tools of ${defined} tokens, ${answers.length} typical answers of ${Math.min(...answers)} to ${Math.max(...answers)}`);
