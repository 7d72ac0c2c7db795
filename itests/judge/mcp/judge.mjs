import { execFileSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { encode } from 'gpt-tokenizer';

const MOST_TOOLS = 8;
const MOST_TOKENS = 1500;

/** The scenarios of the suite that a server with tools and nothing else, without sessions, is asked for. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list'];

const url = process.argv[2];
const faults = [];
const fault = (text) => faults.push(text);

// The suite needs a newer node than the other judges; npm has one.
for (const scenario of SCENARIOS) {
    try {
        execFileSync(
            '../node_modules/.bin/node',
            ['../node_modules/@modelcontextprotocol/conformance/dist/index.js', 'server', '--url', url, '--scenario', scenario],
            { encoding: 'utf8', timeout: 60_000, stdio: ['ignore', 'pipe', 'pipe'] },
        );
    } catch (e) {
        fault(`the conformance suite does not pass ${scenario}: ${e.stdout ?? ''}${e.stderr ?? e}`);
    }
}

const client = new Client({ name: 'judge', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools();
const tokens = encode(JSON.stringify(tools)).length;
if (tools.length > MOST_TOOLS) fault(`${tools.length} tools, at most ${MOST_TOOLS}`);
if (tokens > MOST_TOKENS) fault(`the definitions of the tools have ${tokens} tokens, at most ${MOST_TOKENS}`);
for (const tool of tools) {
    for (const [name, schema] of Object.entries(tool.inputSchema.properties)) {
        if (!schema.description && !schema.enum) fault(`${tool.name}: the argument ${name} is not described`);
    }
}

const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
const made = await call('cases', { operation: 'create', label: 'By the judge' });
if (made.status !== 201) fault(`a case is not created: ${JSON.stringify(made)}`);
const read = await call('cases', { operation: 'get', id: made.data.id });
if (read.data?.label !== 'By the judge') fault(`it is not read: ${JSON.stringify(read)}`);
const health = await call('runtime', { operation: 'health' });
if (health.status !== 200) fault(`the runtime has no health: ${JSON.stringify(health)}`);
await client.close();

if (faults.length > 0) {
    console.log(faults.join('\n'));
    process.exit(1);
}
console.log(`${SCENARIOS.length} scenarios of the conformance suite, ${tools.length} tools of ${tokens} tokens`);
