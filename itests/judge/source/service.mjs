// The packaged service on the corpus, and how it is asked.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

const PATIENCE = 400_000;

export class Service {
    #process;
    #agent = new Agent({ keepAlive: true, maxSockets: 8 });
    #url;

    /** Starts the service on these repositories and waits until it says that it serves. */
    static async start(distribution, work, repositories) {
        const service = new Service();
        rmSync(work, { recursive: true, force: true });
        const config = join(work, 'config');
        mkdirSync(config, { recursive: true });
        writeFileSync(join(config, 'service.yml'), 'service: judge\naccess_log: false\n');
        writeFileSync(join(config, 'source.yml'), JSON.stringify({
            repos: Object.fromEntries(repositories.map(({ name, folder }) => [name, { url: folder, refresh: 0 }]))
        }, null, 2));
        const log = createWriteStream(join(work, 'service.log'));
        service.#process = spawn(join(distribution, 'bin/precinct'), ['run', '--features', 'framework,source', '--config', config,
            '--data', join(work, 'data'), '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
        service.#process.stderr.pipe(log);
        service.#url = await new Promise((done, fail) => {
            let out = '';
            service.#process.stdout.on('data', chunk => {
                out += chunk;
                const ready = /^precinct ready on (\S+)/m.exec(out);
                if (ready) {
                    done(ready[1]);
                }
            });
            service.#process.on('exit', code => fail(new Error(`the service ended with ${code}; its log is ${work}/service.log`)));
        });
        return service;
    }

    /** Waits until every repository is served and its files are parsed; one that failed is an error. */
    async settle() {
        const deadline = Date.now() + PATIENCE;
        for (;;) {
            const { items } = await this.json('/repos');
            const failed = items.filter(item => item.state === 'failed' || item.state === 'stale');
            if (failed.length > 0) {
                throw new Error('not served: ' + JSON.stringify(failed));
            }
            const busy = items.filter(item => item.state !== 'ready' || item.parsing);
            if (busy.length === 0) {
                return items;
            }
            if (Date.now() > deadline) {
                throw new Error(`not ready after ${PATIENCE / 1000} s: ` + JSON.stringify(busy));
            }
            await new Promise(done => setTimeout(done, 200));
        }
    }

    /** An answer as it comes: status, headers and bytes. */
    get(path, accept, body) {
        return new Promise((done, fail) => {
            const headers = { accept: accept ?? 'application/json' };
            if (body !== undefined) {
                headers['content-type'] = 'application/json';
            }
            const sent = request(this.#url + path, { agent: this.#agent, headers, method: body === undefined ? 'GET' : 'POST' },
                answer => {
                    const chunks = [];
                    answer.on('data', chunk => chunks.push(chunk));
                    answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }));
                    answer.on('error', fail);
                });
            sent.setTimeout(60_000, () => sent.destroy(new Error(path + ': no answer within 60 s')));
            sent.on('error', fail);
            sent.end(body === undefined ? undefined : JSON.stringify(body));
        });
    }

    async json(path, body) {
        const { status, bytes } = await this.get(path, 'application/json', body);
        if (status !== 200) {
            throw new Error(`${path} is answered ${status}: ${bytes.toString().slice(0, 400)}`);
        }
        return JSON.parse(bytes);
    }

    /** All items of a list, page by page. */
    async list(path, body) {
        const items = [];
        const skipped = [];
        let cursor;
        do {
            const more = (path.includes('?') ? '&' : '?') + 'limit=1000' + (cursor ? '&cursor=' + encodeURIComponent(cursor) : '');
            const page = await this.json(path + more, body);
            if (page.truncated) {
                throw new Error(`${path} is truncated: ${page.truncated}`);
            }
            items.push(...page.items);
            skipped.push(...page.skipped ?? []);
            cursor = page.next_cursor;
        } while (cursor);
        return { items, skipped };
    }

    async stop() {
        this.#agent.destroy();
        if (this.#process.exitCode === null) {
            this.#process.removeAllListeners('exit');
            const ended = new Promise(done => this.#process.on('exit', done));
            this.#process.kill('SIGTERM');
            await ended;
        }
    }
}

/** A path of a repository in a URL: each segment encoded once. */
export const encoded = path => path.split('/').map(encodeURIComponent).join('/');
