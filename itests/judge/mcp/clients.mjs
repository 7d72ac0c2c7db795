// Connects with the protocol's TypeScript client of several years: clients.mjs URL PRECINCT
import { readFileSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { answerOf } from './tool-client.mjs';

const SCOPE = '@modelcontextprotocol';

function versionOf(name) {
    return JSON.parse(readFileSync(`../node_modules/${SCOPE}/${name}/package.json`, 'utf8')).version;
}

/** The clients, and what each speaks: HTTP is streamable HTTP, which the first one lacks. */
const CLIENTS = [
    { name: 'sdk-2024', transports: ['stdio'] },
    { name: 'sdk-2025-spring', transports: ['stdio', 'http'] },
    { name: 'sdk-2025-summer', transports: ['stdio', 'http'] },
    { name: 'sdk', transports: ['stdio', 'http'] },
].map((client) => ({ ...client, version: versionOf(client.name) }));
const PATIENCE_MILLIS = 30_000;

const [, , url, precinct] = process.argv;
const faults = [];

/** What comes, or a failure after a while. */
const awaited = (promise, what) => {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`${what} takes longer than ${PATIENCE_MILLIS} ms`)), PATIENCE_MILLIS);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

// Every client's stream is read along: an event that it cannot read is an error that comes after its first answers.
const original = globalThis.fetch;
let stream;
const expectStream = () => {
    stream = { text: '' };
    stream.begun = new Promise((done) => (stream.begin = done));
    stream.ended = new Promise((done) => (stream.end = done));
};
globalThis.fetch = async (...args) => {
    const answer = await original(...args);
    if ((args[1]?.method ?? 'GET') !== 'GET' || !answer.ok) return answer;
    const read = stream;
    const decoder = new StringDecoder('utf8');
    const copied = answer.body.pipeThrough(new TransformStream({
        transform: (chunk, controller) => {
            read.text += decoder.write(chunk);
            controller.enqueue(chunk);
            if (read.text.includes('\n\n')) read.begin();
        },
        flush: read.end,
    }));
    return new Response(copied, { status: answer.status, headers: answer.headers });
};

const use = async (sdk, transport) => {
    const module = (name) => import(`${SCOPE}/${sdk.name}/client/${name}.js`);
    const { Client } = await module('index');
    const client = new Client({ name: 'judge', version: '1' }, { capabilities: {} });
    const errors = [];
    client.onerror = (error) => errors.push(error);
    expectStream();
    let connection;
    if (transport === 'http') {
        connection = new (await module('streamableHttp')).StreamableHTTPClientTransport(new URL(url));
    } else {
        const args = ['mcp', '--url', new URL(url).origin, '--user', 'judge'];
        connection = new (await module('stdio')).StdioClientTransport({ command: precinct, args });
    }
    await awaited(client.connect(connection), 'to connect');
    const { tools } = await awaited(client.listTools(), 'the list of tools');
    if (!tools.some(({ name }) => name === 'runtime')) throw new Error(`there is no tool runtime: ${JSON.stringify(tools)}`);
    const call = { name: 'runtime', arguments: { operation: 'health' } };
    const { status, data, text } = answerOf(await awaited(client.callTool(call), 'a call'));
    if (status !== 200 || !data.status) throw new Error(`the runtime tells no health: ${text}`);
    const unknown = await awaited(client.callTool({ name: 'no-such' }), 'a call of an unknown tool').catch((error) => error);
    if (!/no-such.*cases/.test(String(unknown.message))) throw new Error(`an unknown tool is answered ${JSON.stringify(unknown)}`);
    if (transport === 'http') {
        await awaited(stream.begun, 'the first event');
        await awaited(connection.terminateSession(), 'the end of the session');
        await awaited(stream.ended, 'the end of the stream');
        // What the client makes of the last event happens in this turn of the loop.
        await new Promise(setImmediate);
    }
    if (errors.length > 0) throw errors[0];
    await client.close();
};

for (const client of CLIENTS) {
    for (const transport of client.transports) {
        try {
            await use(client, transport);
        } catch (error) {
            faults.push(`the client ${client.version} over ${transport}: ${error.stack}`);
        }
    }
}

if (faults.length > 0) {
    console.log(faults.join('\n'));
    process.exit(1);
}
console.log(`clients ${CLIENTS.map(({ version, transports }) => `${version} (${transports.join(', ')})`).join(', ')}`);
process.exit(0);
