// Works through the tools as a language model does that has read nothing but their list: naive.mjs URL
// Every step is one call. What it must have done, and that a refused one has done nothing, is read over HTTP. A call that is
// refused is made once more, changed by the words of the refusal alone; that one must succeed.
import { isDeepStrictEqual } from 'node:util';
import { corrected } from './corrected.mjs';
import { connect } from './tool-client.mjs';

const url = process.argv[2];
const { origin } = new URL(url);
const user = `naive ${process.pid}`;
const word = `naive${process.pid}`;
const { call, tools, close } = await connect(url, user);
const faults = [];
const reached = new Set();
let calls = 0;
let refusals = 0;
let wrong = 0;

const shown = (value) => JSON.stringify(value)?.slice(0, 1500);

/** What a route shows by plain HTTP; of a refusal its status. */
const http = async (path) => {
    const answer = await fetch(origin + path, { headers: { 'X-Detective': user, Accept: 'application/json' } });
    if (!answer.ok) return answer.status;
    const data = await answer.json();
    delete data._seal; // of the answer over HTTP, which the tool's is not
    return data;
};

const send = (tool, args) => {
    reached.add(tool);
    return call(tool, args);
};

/**
 * One naive call.
 *
 * @param refused the status of the refusal; 0 of a call that does what it says
 * @param known what the client could give if it were told to
 * @param reads what another route shows of the matter
 * @param becomes what that is in the end, or of the answer what must equal it
 */
const step = async (tool, args, { refused = 0, known = {}, reads, becomes }) => {
    calls++;
    const what = `${tool} ${JSON.stringify(args)}`;
    const before = await reads();
    let answer = await send(tool, args);
    if (answer.status >= 400) {
        if (answer.status !== refused) faults.push(`${what} is refused: ${answer.text}`);
        if (!isDeepStrictEqual(await reads(), before)) {
            wrong++;
            faults.push(`${what} is refused and has changed something: ${shown(before)} became ${shown(await reads())}`);
        }
        const next = corrected(args, answer.data, known);
        if (next === undefined) {
            faults.push(`${what}: nothing follows from ${answer.text}`);
            return answer.data;
        }
        const refusal = answer.text;
        answer = await send(tool, next);
        if (answer.status >= 400) faults.push(`${what}: ${refusal} leads to ${JSON.stringify(next)}, which is refused: ${answer.text}`);
        else refusals++;
    } else if (refused) {
        wrong++;
        faults.push(`${what} is not refused: ${answer.text}`);
    }
    const [found, expected] = [await reads(), typeof becomes === 'function' ? becomes(answer.data) : becomes];
    if (!isDeepStrictEqual(found, expected)) {
        wrong++;
        faults.push(`${what}: ${answer.text} and yet there is ${shown(found)}, not ${shown(expected)}`);
    }
    return answer.data;
};

/** The call that a note gives, or undefined. */
const nextCall = (note) => {
    const from = note?.indexOf('It goes on with {') ?? -1;
    const text = from < 0 ? '' : note.slice(note.indexOf('{', from));
    for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
        try {
            return JSON.parse(text.slice(0, end + 1));
        } catch {
            // A brace within the call.
        }
    }
    return undefined;
};

/** Follows an answer that the budget cuts by the notes' own calls to its end; every part must be seen once. */
const followed = async (tool, args, { part, whole }) => {
    const parts = [];
    let next = args;
    let pages = 0;
    while (next && pages < 200) {
        calls++;
        const { status, data, text, note } = await send(tool, next);
        if (status !== 200) faults.push(`${tool} ${JSON.stringify(next)}: ${text}`);
        parts.push(...(status === 200 ? part(data) : []));
        pages++;
        next = nextCall(note) ?? (data.next_cursor ? { ...next, cursor: data.next_cursor } : undefined);
    }
    const expected = await whole();
    if (!isDeepStrictEqual(parts, expected)) {
        wrong++;
        faults.push(`${tool} ${JSON.stringify(args)} shows ${parts.length} parts, not the ${expected.length} that there are: ${shown(parts)}`);
    }
    if (pages < 3) faults.push(`${tool} ${JSON.stringify(args)} is cut ${pages - 1} times, so it shows little`);
    return pages;
};

// --- what HTTP shows ---------------------------------------------------------------------------------------------------
const task = (id, ...names) => async () => {
    const found = await http(`/api/tasks/${id}`);
    return names.length === 0 ? found : names.map((name) => found[name]);
};
const labels = (label) => async () => {
    const { items } = await http(`/api/tasks/cases/search?envelope=true&limit=200&label=${encodeURIComponent(label)}`);
    return items.map((found) => found.label).filter((found) => found.startsWith(label));
};
const notes = (id) => async () =>
    (await http(`/api/tasks/${id}/notes`)).filter((note) => note.event_type === 'note_added').map((note) => note.content);
const items = (id, name) => async () => {
    const path = `/api/tasks/${id}/lists/${name}/execute`;
    const body = JSON.stringify({ action: 'list' });
    const answer = await fetch(origin + path, { method: 'POST', headers: { 'X-Detective': user, 'Content-Type': 'application/json' }, body });
    return answer.ok ? (await answer.json()).items.map(({ text, checked }) => [text, checked]) : answer.status;
};
const template = (id, ...names) => async () => {
    const found = await http(`/api/recurring-templates/${id}`);
    return typeof found === 'number' ? found : names.map((name) => found[name]);
};
const templates = (label) => async () =>
    (await http('/api/recurring-templates?limit=1000')).map((found) => found.label).filter((found) => found.startsWith(label));
const stack = async () => (await http('/api/tasks/stack')).map(({ label }) => label);

// --- cases -------------------------------------------------------------------------------------------------------------
const naive = await step('cases', { operation: 'create', label: `${word} first`, priority: 2.0, due_date: '2026-12-24' }, {
    reads: labels(`${word} first`), becomes: [`${word} first`],
});
const { id } = naive;
await step('cases', { operation: 'create', label: `${word} once`, idempotency_key: 77 }, {
    reads: labels(`${word} once`), becomes: [`${word} once`],
});
await step('cases', { operation: 'create', label: `${word} once`, idempotency_key: 77 }, {
    reads: labels(`${word} once`), becomes: [`${word} once`],
});
await step('cases', { operation: 'create', label: `${word} other key`, idempotency_key: 77.0 }, {
    refused: 422, known: { idempotency_key: 78 }, reads: labels(`${word} other key`), becomes: [`${word} other key`],
});
await step('cases', { operation: 'update', id, due_date: null, if_match: naive.version }, {
    reads: task(id, 'version', 'due_date', 'priority'), becomes: [naive.version + 1, null, 2],
});
await step('cases', { operation: 'update', id, notes: 'By whom?', if_match: naive.version }, {
    refused: 412, reads: task(id, 'version', 'notes'), becomes: [naive.version + 2, 'By whom?'],
});
await step('cases', { operation: 'update', id, notes: 'By me.', version: naive.version }, {
    refused: 409, reads: task(id, 'version', 'notes'), becomes: [naive.version + 3, 'By me.'],
});
await step('cases', { operation: 'update', id, priority: '4' }, { refused: 422, reads: task(id, 'priority'), becomes: [4] });
await step('cases', { operation: 'update', id, priority: 9 }, { refused: 422, reads: task(id, 'priority'), becomes: [5] });
await step('cases', { operation: 'update', id, pinned: 'true' }, { refused: 422, reads: task(id, 'pinned'), becomes: [true] });
await step('cases', { operation: 'updat', id, pinned: false }, { refused: 400, reads: task(id, 'pinned'), becomes: [false] });
await step('cases', { operation: 'update', id, urgency: 'urgent' }, {
    refused: 400, reads: task(id, 'urgency_level', 'label'), becomes: ['routine', `${word} first`],
});
await step('cases', { operation: 'update', id, urgency_levl: 'urgent' }, { refused: 400, reads: task(id, 'urgency_level'), becomes: ['urgent'] });
await step('cases', { operation: 'update', id, evidence_tags: 'till' }, { refused: 422, reads: task(id, 'evidence_tags'), becomes: [['till']] });
await step('cases', { operation: 'set_field', id, name: 'label', value: `${word} named` }, {
    refused: 400, reads: task(id, 'label'), becomes: [`${word} named`],
});
await step('cases', { operation: 'set_field', id, field: 'due_date', value: '2027-01-01T00:00:00Z' }, {
    refused: 422, known: { due_date: '2027-01-01', value: '2027-01-01' }, reads: task(id, 'due_date'), becomes: ['2027-01-01'],
});
await step('cases', { operation: 'create', labl: `${word} typed` }, {
    refused: 400, reads: labels(`${word} typed`), becomes: [`${word} typed`],
});
const number = 4_711_000_000 + process.pid;
await step('cases', { operation: 'create', label: number }, { refused: 422, reads: labels(String(number)), becomes: [String(number)] });
await step('cases', { operation: 'create' }, {
    refused: 422, known: { label: `${word} told` }, reads: labels(`${word} told`), becomes: [`${word} told`],
});
await step('cases', { label: `${word} what` }, {
    refused: 400, known: { operation: 'create' }, reads: labels(`${word} what`), becomes: [`${word} what`],
});
const second = await send('cases', { operation: 'create', label: `${word} second`, detective: user });
const other = second.data.id;
for (const sibling of ['pinned', 'search', 'stream', 'trash', 'current']) {
    await step('cases', { operation: 'get', id: sibling }, { refused: 404, known: { id }, reads: task(id), becomes: (data) => data });
}
await step('cases', { operation: 'delete', id: 'bulk' }, { refused: 404, known: { id: other }, reads: task(other, 'label'), becomes: [undefined] });
await step('cases', { operation: 'restore', id: other }, { reads: task(other, 'label'), becomes: [`${word} second`] });
await step('cases', { operation: 'get', id: 7 }, { refused: 404, known: { id }, reads: task(id), becomes: (data) => data });
await step('cases', { operation: 'get', id: null }, { refused: 400, known: { id }, reads: task(id), becomes: (data) => data });
await step('cases', { operation: 'get', id: [id] }, { refused: 400, known: { id }, reads: task(id), becomes: (data) => data });
await step('cases', { operation: 'get' }, { refused: 400, known: { id }, reads: task(id), becomes: (data) => data });
await step('cases', { operation: 'get', id, fields: 'label' }, { refused: 400, reads: task(id), becomes: (data) => data });

const listed = (query) => async () => http(`/api/tasks?envelope=true&${query}`);
const detective = encodeURIComponent(user);
for (let i = 0; i < 30; i++) {
    await send('cases', { operation: 'create', label: `${word} work ${i}`, detective: user, priority: (i % 5) + 1, notes: 'By the day. '.repeat(20) });
}
await step('cases', { operation: 'list', detective: user, limit: 2.0 }, { reads: listed(`detective=${detective}&limit=2`), becomes: (data) => data });
await step('cases', { operation: 'list', detective: user, priority: 3 }, {
    reads: listed(`detective=${detective}&priority=3&limit=20`), becomes: (data) => data,
});
await step('cases', { operation: 'list', detective: user, fields: ['id', 'label', 'version'], limit: '3' }, {
    reads: listed(`detective=${detective}&fields=id,label,version&limit=3`), becomes: (data) => data,
});
await step('cases', { operation: 'list', detective: user, cursor: null }, {
    refused: 400, reads: listed(`detective=${detective}&limit=20`), becomes: (data) => data,
});
await step('cases', { operation: 'list', detective: user, status: 'open' }, {
    refused: 422, known: { status: 'parked' }, reads: listed(`detective=${detective}&status=parked&limit=20`), becomes: (data) => data,
});
await step('cases', { operation: 'list', detective: user, limit: 0 }, {
    refused: 422, reads: listed(`detective=${detective}&limit=1`), becomes: (data) => data,
});
await step('cases', { operation: 'list', detective: user, color: 'red', ful: true }, {
    refused: 400, reads: listed(`detective=${detective}&limit=20`), becomes: (data) => data,
});
await step('cases', { operation: 'list', detective: user, fields: 'id', limit: 1, budget: 20 }, {
    refused: 400, reads: listed(`detective=${detective}&fields=id&limit=1`), becomes: (data) => data,
});
await step('cases', { operation: 'search', query: word }, {
    refused: 400, reads: async () => http(`/api/tasks/search?envelope=true&limit=20&q=${word}`), becomes: (data) => data,
});
const pagesOfCases = await followed('cases', { operation: 'list', detective: user, budget: 2000 }, {
    part: (data) => data.items, whole: async () => (await http(`/api/tasks?envelope=true&detective=${detective}&limit=200`)).items,
});
await step('cases', { operation: 'link_case', id, case_id: other }, {
    refused: 400, reads: async () => (await http(`/api/tasks/${id}/relations`)).map(({ case_id }) => case_id), becomes: [other],
});
await step('cases', { operation: 'link_case', id, related_task_id: other, relationship_type: 'block' }, {
    refused: 422,
    reads: async () => (await http(`/api/tasks/${id}/relations`)).some(({ type }) => type === 'blocks'),
    becomes: true,
});
await step('cases', { operation: 'relations', id }, {
    reads: async () => http(`/api/tasks/${id}/relations?envelope=true`), becomes: (data) => data,
});
await step('cases', { operation: 'tag', id: other, tag: 7 }, { refused: 422, reads: task(other, 'evidence_tags'), becomes: [['7']] });
await step('cases', { operation: 'undo', id: other }, { reads: task(other, 'evidence_tags'), becomes: [[]] });
await step('cases', { operation: 'start', id: other }, { reads: task(other, 'status'), becomes: ['active'] });
await step('cases', { operation: 'close', id: other }, {
    refused: 422, known: { resolution: 'Done.' }, reads: task(other, 'status'), becomes: ['completed'],
});
await step('cases', { operation: 'describe', of: 'updte' }, {
    refused: 400, reads: async () => 'PATCH /api/tasks/:id', becomes: ({ route }) => route,
});
await step('cases', { operation: 'describe', of: 'update', id }, {
    refused: 400, reads: async () => 'PATCH /api/tasks/:id', becomes: ({ route }) => route,
});

// --- notes -------------------------------------------------------------------------------------------------------------
const written = await step('notes', { operation: 'add', id, note: 'One' }, { reads: notes(id), becomes: ['One'] });
await step('notes', { operation: 'add', id, text: 'Two' }, { refused: 400, reads: notes(id), becomes: ['One', 'Two'] });
const index = (await http(`/api/tasks/${id}/notes`)).findIndex(({ content }) => content === 'Two');
await step('notes', { operation: 'get', id, idx: index }, { reads: async () => http(`/api/tasks/${id}/notes/${index}`), becomes: (data) => data });
await step('notes', { operation: 'get', id, index }, { refused: 400, reads: async () => http(`/api/tasks/${id}/notes/${index}`), becomes: (data) => data });
await step('notes', { operation: 'edit', id, idx: index + 0.0, note: 'Two, edited' }, { reads: notes(id), becomes: ['One', 'Two, edited'] });
await step('notes', { operation: 'edit', id, idx: written.note_id, note: 'One, edited' }, {
    reads: notes(id), becomes: ['One, edited', 'Two, edited'],
});
await step('notes', { operation: 'delete', id, idx: -1 }, { refused: 404, known: { idx: written.note_id }, reads: notes(id), becomes: ['Two, edited'] });
await step('notes', { operation: 'search', id, query: 'edited' }, {
    refused: 400, reads: async () => http(`/api/tasks/${id}/notes/search?q=edited`), becomes: (data) => data,
});
await step('notes', { operation: 'list', id, limit: 2, start: 1.0, end: 3 }, {
    refused: 400, reads: async () => http(`/api/tasks/${id}/notes?start=1&end=3`), becomes: (data) => data,
});
for (let i = 0; i < 40; i++) await send('notes', { operation: 'add', id: other, note: `Note ${i} ${'of many '.repeat(10)}` });
const pagesOfNotes = await followed('notes', { operation: 'list', id: other, budget: 1000 }, {
    part: (data) => data, whole: async () => http(`/api/tasks/${other}/notes`),
});

// --- lists -------------------------------------------------------------------------------------------------------------
await step('lists', { operation: 'create', id, name: 'Plan', items: ['a'] }, { refused: 400, reads: items(id, 'Plan'), becomes: [] });
await step('lists', { operation: 'execute', id, name: 'Plan', action: 'add', text: 'one' }, {
    refused: 400, reads: items(id, 'Plan'), becomes: [['one', false]],
});
await step('lists', { operation: 'execute', id, name: 'Plan', action: 'add', params: { text: 'two' } }, {
    reads: items(id, 'Plan'), becomes: [['one', false], ['two', false]],
});
await step('lists', { operation: 'execute', id, name: 'Plan', action: 'tick', params: { index: 1 } }, {
    refused: 422, known: { action: 'check' }, reads: items(id, 'Plan'), becomes: [['one', false], ['two', true]],
});
await step('lists', { operation: 'execute', id, name: 'Plan', action: 'check', params: { index: '0' } }, {
    refused: 422, reads: items(id, 'Plan'), becomes: [['one', true], ['two', true]],
});
await step('lists', { operation: 'execute', id, name: 'Plan', action: 'uncheck', params: { item: 0 } }, {
    refused: 422, reads: items(id, 'Plan'), becomes: [['one', false], ['two', true]],
});
await step('lists', { operation: 'execute', id, name: 'Plan', action: 'remove', params: { index: 7 } }, {
    refused: 422, reads: items(id, 'Plan'), becomes: [['one', false]],
});
await step('lists', { operation: 'execute', id, list: 'Plan', action: 'toggle', params: { index: 0.0 } }, {
    refused: 400, reads: items(id, 'Plan'), becomes: [['one', true]],
});
await step('lists', { operation: 'execute', id, name: 'Plam', action: 'toggle', params: { index: 0 } }, {
    refused: 404, known: { name: 'Plan' }, reads: items(id, 'Plan'), becomes: [['one', false]],
});
await step('lists', { operation: 'all', id, name: 'Plan' }, {
    refused: 400, reads: async () => http(`/api/tasks/${id}/lists?envelope=true`), becomes: (data) => data,
});
await step('lists', { operation: 'write_node', slug: word, body: '# Till' }, {
    reads: async () => (await http(`/api/graph/nodes/${word}`)).body, becomes: '# Till',
});
await step('lists', { operation: 'node', id: word }, {
    refused: 400, reads: async () => http(`/api/graph/nodes/${word}`), becomes: (data) => data,
});

// --- templates ---------------------------------------------------------------------------------------------------------
const monthly = { kind: 'cron', rule: '0 9 1 * *' };
const made = await step('templates', { operation: 'create', label: `${word} keys`, ...monthly }, {
    refused: 400, reads: templates(`${word} keys`), becomes: [`${word} keys`],
});
await step('templates', { operation: 'create', label: `${word} locks`, schedule: monthly.rule }, {
    refused: 422, known: { schedule: monthly }, reads: templates(`${word} locks`), becomes: [`${word} locks`],
});
await step('templates', { operation: 'create', label: `${word} doors`, schedule: { ...monthly, kind: 'daily' } }, {
    refused: 422, known: { kind: 'cron' }, reads: templates(`${word} doors`), becomes: [`${word} doors`],
});
for (const sibling of ['enabled', 'search', 'upcoming']) {
    await step('templates', { operation: 'get', id: sibling }, {
        refused: 404, known: { id: made.id }, reads: async () => http(`/api/recurring-templates/${made.id}`), becomes: (data) => data,
    });
}
await step('templates', { operation: 'disable', id: made.id }, { reads: template(made.id, 'enabled'), becomes: [false] });
await step('templates', { operation: 'list', enabled: false }, {
    reads: async () => http('/api/recurring-templates?envelope=true&enabled=false&limit=20'), becomes: (data) => data,
});
await step('templates', { operation: 'list', enabled: 1 }, {
    reads: async () => http('/api/recurring-templates?envelope=true&enabled=true&limit=20'), becomes: (data) => data,
});
await step('templates', { operation: 'replace', id: made.id, label: `${word} all keys`, enabled: true }, {
    refused: 422, known: { schedule: monthly }, reads: template(made.id, 'label', 'enabled'), becomes: [`${word} all keys`, true],
});
await step('templates', { operation: 'delete', id: made.id, if_match: 1 }, {
    refused: 412, reads: async () => http(`/api/recurring-templates/${made.id}`), becomes: 404,
});

// --- stack -------------------------------------------------------------------------------------------------------------
const below = await step('stack', { operation: 'interrupt', label: 'Below' }, { reads: stack, becomes: ['Below'] });
await step('stack', { operation: 'interrupt', label: 'Above', resolution: null }, { refused: 400, reads: stack, becomes: ['Above', 'Below'] });
await step('stack', { operation: 'complete', id: below.task.id, resolution: 'Done.' }, { refused: 409, reads: stack, becomes: ['Below'] });
await step('stack', { operation: 'resume', since: null }, {
    refused: 400, reads: async () => (await http('/api/tasks/resume')).current, becomes: ({ current }) => current,
});
await step('stack', { operation: 'resume', since: 0.0, budget: 50 }, {
    refused: 422, reads: async () => (await http('/api/tasks/resume')).current, becomes: ({ current }) => current,
});
await step('stack', { operation: 'pop' }, { refused: 400, known: { operation: 'back' }, reads: stack, becomes: [] });

// --- source ------------------------------------------------------------------------------------------------------------
const repo = 'precinct';
const path = 'README.md';
const isServed = async () => (await http('/repos')).items.some(({ name, state }) => name === repo && state === 'ready');
for (let patience = 300; patience > 0 && !(await isServed()); patience--) {
    await new Promise((done) => setTimeout(done, 100));
}
const { commit: ref } = await http(`/repos/${repo}/files/${path}`);
const content = (query) => async () => (await http(`/repos/${repo}/files/${path}?ref=${ref}&${query}`)).content;
await step('source', { operation: 'file', repo, ref, path, from: 1, to: 3 }, { reads: content('from=1&to=3'), becomes: (data) => data.content });
await step('source', { operation: 'file', repo, ref, path, from: 2.0, to: '4' }, { reads: content('from=2&to=4'), becomes: (data) => data.content });
await step('source', { operation: 'file', repo, ref, path, from: 0, to: 2 }, {
    refused: 400, reads: content('from=1&to=2'), becomes: (data) => data.content,
});
await step('source', { operation: 'file', repo: 'precint', ref, path, from: 1, to: 2 }, {
    refused: 404, known: { repo }, reads: content('from=1&to=2'), becomes: (data) => data.content,
});
await step('source', { operation: 'file', repo, ref, path: 'README', from: 1, to: 2 }, {
    refused: 404, known: { path }, reads: content('from=1&to=2'), becomes: (data) => data.content,
});
await step('source', { operation: 'file', repo, ref, file: path, from: 1, to: 2 }, {
    refused: 400, reads: content('from=1&to=2'), becomes: (data) => data.content,
});
await step('source', { operation: 'search', repo, ref, query: 'precinct', limit: 2 }, {
    refused: 400, reads: async () => (await http(`/repos/${repo}/search?ref=${ref}&q=precinct&limit=2`)).items, becomes: (data) => data.items,
});
await step('source', { operation: 'symbols', repo, ref, name: 'ToolCalls', kind: 'clas' }, {
    refused: 422, known: { kind: 'class' },
    reads: async () => (await http(`/repos/${repo}/symbols?ref=${ref}&name=ToolCalls&kind=class`)).items, becomes: (data) => data.items,
});
const lines = (text) => text.split(/(?<=\n)/);
const pagesOfLines = await followed('source', { operation: 'file', repo, ref, path, budget: 1000 }, {
    part: (data) => lines(data.content), whole: async () => lines(await content('')()),
});

// --- graph -------------------------------------------------------------------------------------------------------------
const [shop, library] = [`service:${word}`, `library:${word}`];
const edges = async () => (await http(`/graph/edges?from=${shop}`)).items?.map(({ to }) => to) ?? [];
const event = { time: '2026-01-01T00:00:00Z', producer: 'hand', from: shop, to: library, type: 'depends-on' };
await step('graph', { operation: 'add_event', event_id: process.pid, op: 'asert', ...event }, {
    refused: 422, known: { op: 'assert' }, reads: edges, becomes: [library],
});
await step('graph', { operation: 'impact', id: library }, {
    refused: 400, reads: async () => http(`/graph/impact?node=${library}`), becomes: (data) => data,
});
await step('graph', { operation: 'impact', node: word }, {
    refused: 404, known: { node: library }, reads: async () => http(`/graph/impact?node=${library}`), becomes: (data) => data,
});
await step('graph', { operation: 'neighbors', node: library, depth: 1.0 }, {
    refused: 400, reads: async () => http(`/graph/neighbours?node=${library}&depth=1`), becomes: (data) => data,
});
await step('graph', { operation: 'path', from: shop }, {
    refused: 422, known: { to: library }, reads: async () => http(`/graph/path?from=${shop}&to=${library}`), becomes: (data) => data,
});
await step('graph', { operation: 'nodes', kind: ['library'], q: word }, {
    refused: 400, known: { kind: 'library' }, reads: async () => (await http(`/graph/nodes?kind=library&q=${word}`)).items, becomes: (data) => data.items,
});

// --- runtime -----------------------------------------------------------------------------------------------------------
await step('runtime', { operation: 'boundary' }, {
    refused: 400, known: { name: 'echo' }, reads: async () => http('/inspect/boundary/echo'), becomes: (data) => data,
});
await step('runtime', { operation: 'boundary', name: 'eco' }, {
    refused: 404, known: { name: 'echo' }, reads: async () => http('/inspect/boundary/echo'), becomes: (data) => data,
});
await step('runtime', { operation: 'routes', name: 'echo', limit: 1 }, {
    refused: 400, reads: async () => http('/inspect/routes?name=echo'), becomes: (data) => data,
});
await step('runtime', { operation: 'bundle', budget: 100000 }, {
    refused: 400, reads: async () => (await http('/inspect/bundles')).bundles.length, becomes: ({ bundles }) => bundles.length,
});

const missing = (await tools()).map(({ name }) => name).filter((name) => !reached.has(name));
if (missing.length > 0) faults.push(`no naive call of ${missing.join(', ')}`);
await close();

if (faults.length > 0) {
    console.log(faults.join('\n'));
    console.log(`${calls} naive calls, ${refusals} refused and right at the next try, ${wrong} silently wrong`);
    process.exit(1);
}
console.log(`followed by the notes' own calls: ${pagesOfCases} pages of cases, ${pagesOfNotes} of notes, ${pagesOfLines} of a file`);
console.log(`${calls} naive calls, ${refusals} refused and right at the next try, ${wrong} silently wrong`);
