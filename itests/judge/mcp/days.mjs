// Kills the client of day.mjs at random points, and counts what it did: days.mjs URL
import { spawn } from 'node:child_process';
import { encode } from 'gpt-tokenizer';
import { CALL, HANG_UP, MOST_TOKENS, STEPS, kind } from './day.mjs';
import { connect } from './tool-client.mjs';

const KILLS = 50;
/** Longer than a day takes. */
const LONGEST_MILLIS = 300;

const url = process.argv[2];
const faults = [];
const { call, close } = await connect(url, 'judge');
let kills = 0;
let days = 0;
let mostTokens = 0;
const killedAt = new Set();

/** Runs a client until it is done, or kills it after so many milliseconds from its first answer on; whether it is done. */
const run = (day, since, millis) =>
    new Promise((resolve) => {
        const client = spawn(process.execPath, ['day.mjs', url, day, String(since)], { stdio: ['ignore', 'pipe', 'pipe'] });
        let timer;
        let said = '';
        let failed = '';
        client.stdout.setEncoding('utf8').on('data', (text) => {
            said += text;
            if (millis !== null) timer ??= setTimeout(() => client.kill('SIGKILL'), millis);
        });
        client.stderr.setEncoding('utf8').on('data', (text) => (failed += text));
        client.on('close', (code, signal) => {
            clearTimeout(timer);
            for (const [, resumed] of said.matchAll(/^resumed (.*)\n/gm)) {
                const tokens = encode(resumed).length;
                mostTokens = Math.max(mostTokens, tokens);
                if (tokens > MOST_TOKENS) faults.push(`to resume takes ${tokens} tokens: ${resumed}`);
            }
            if (signal === 'SIGKILL') {
                kills++;
                killedAt.add([...said.matchAll(/^step (\d+)$/gm)].at(-1)?.[1] ?? 'resume');
            } else if (code !== 0) faults.push(`day ${day}: ${failed}`);
            resolve(signal === null);
        });
    });

const labels = async (prefix) => {
    const found = [];
    let cursor;
    do {
        const { data } = await call('cases', { operation: 'list', limit: 200, fields: 'id,label,status', ...(cursor && { cursor }) });
        found.push(...data.items.filter(({ label }) => label === prefix || label.startsWith(`${prefix}-`)));
        cursor = data.next_cursor;
    } while (cursor);
    return found;
};

const same = (what, found, expected) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
        faults.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
    }
};

/** The steps of a kind, during the call or apart from it. */
const steps = (wanted, calling) =>
    Array.from({ length: STEPS }, (_, i) => i + 1).filter(
        (step) => kind(step) === wanted && (calling === undefined || calling === (step > CALL && step < HANG_UP)),
    );

const numbers = (texts) => texts.map((text) => Number(text.match(/\d+/)[0]));

/** Every effect of a day is there once. */
const check = async (day) => {
    const made = (await labels(`Work ${day}`)).map(({ label }) => Number(label.split('-')[1]));
    same(`day ${day}, cases`, made.sort((a, b) => a - b), steps('case'));
    for (const [label, calling] of [[`Day ${day}`, false], [`Call ${day}`, true]]) {
        const cases = await labels(label);
        same(label, cases.map(({ status }) => status), ['completed']);
        const { id } = cases[0];
        const { data: notes, note: cut } = await call('notes', { operation: 'list', id });
        if (cut) faults.push(`${label}: the list of its notes is not answered at once: ${cut}`);
        const written = notes.filter(({ event_type }) => event_type === 'note_added');
        same(`${label}, notes`, numbers(written.map(({ content }) => content)), steps('note', calling));
        const { data: list } = await call('lists', { operation: 'execute', id, name: 'Plan', action: 'list', full: true });
        same(`${label}, items`, numbers(list.items.map(({ text }) => text)), steps('item', calling));
        same(`${label}, toggled`, list.items[0].checked, steps('toggle', calling).length % 2 === 1);
    }
};

while (kills < KILLS && faults.length === 0) {
    const day = `${process.pid}x${++days}`;
    const { data } = await call('stack', { operation: 'resume' });
    let done = false;
    while (!done && faults.length === 0) {
        done = await run(day, data.event, kills < KILLS ? Math.floor(Math.random() * LONGEST_MILLIS) : null);
    }
    if (faults.length === 0) await check(day);
}
await close();

if (faults.length > 0) {
    console.log(faults.join('\n'));
    process.exit(1);
}
console.log(`killed ${kills} times in ${days} days of ${STEPS} steps, behind ${killedAt.size} of them; to resume took ${mostTokens} tokens at most`);
