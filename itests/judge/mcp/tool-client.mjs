// The tools of a running instance, through the protocol's TypeScript client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const STATUS = 'precinct/status';

/**
 * The answer that a tool's result holds: its status, its data, its text as a model reads it, and the note of what was left
 * out. A result that holds it in another way is an error.
 */
export const answerOf = (result) => {
    const wrong = (what) => new Error(`a result ${what}: ${JSON.stringify(result).slice(0, 2000)}`);
    const { content = [], isError = false } = result;
    const [answer, left, more] = content.map(({ type, text }) => (type === 'text' ? text : undefined));
    const status = result._meta?.[STATUS];
    if ('structuredContent' in result) throw wrong('is sent twice');
    if (answer === undefined || more !== undefined || content.length > 2) throw wrong('has other content than an answer and a note');
    if (!Number.isInteger(status)) throw wrong('has no status');
    if (isError !== status >= 400) throw wrong('is an error and has a status that is none, or the other way round');
    const succeeded = status >= 200 && status < 300;
    if (!succeeded && !answer.startsWith(`${status} `)) throw wrong('does not begin with its status');
    const data = JSON.parse(succeeded ? answer : answer.slice(`${status} `.length));
    return { status, data, text: answer, note: left };
};

/** The tools, as a user calls them. */
export const connect = async (url, user) => {
    const client = new Client({ name: 'judge', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { 'X-Detective': user } } }));
    return {
        tools: async () => (await client.listTools()).tools,
        call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
        close: () => client.close(),
    };
};
