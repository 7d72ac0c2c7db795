// The packaged service under judgement, which is the judge's own child.
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A free port, below those that systems give to sockets that ask for any port: no such socket takes it during a restart. */
const freePort = () => new Promise((done) => {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const probe = createServer();
  probe.once('error', () => done(freePort()));
  probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)));
});

const used = (folder) => {
  try {
    const fields = readFileSync(`${folder}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
};

/** A thread's name as far as the system keeps it. */
const nameOf = (folder) => {
  try {
    return readFileSync(`${folder}/comm`, 'utf8').trim();
  } catch {
    return '(ended)';
  }
};

export class Service {
  #process;

  /** @param config and data are its folders; its log is written beside them; without features it has all */
  constructor(distribution, config, data, features = []) {
    const options = features.length > 0 ? ['--features', features.join(',')] : [];
    Object.assign(this, { distribution, config, data, options, log: data.replace(/data$/, 'service'), port: 0, starts: 0 });
  }

  /** Starts it, at the port that it had before, and waits until it says that it serves. */
  async start() {
    this.port ||= await freePort();
    const log = createWriteStream(`${this.log}-${++this.starts}.log`);
    const child = spawn(join(this.distribution, 'bin/precinct'), ['run', '--config', this.config, '--data', this.data, '--port', String(this.port), ...this.options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stderr.pipe(log);
    this.url = await new Promise((done, fail) => {
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
        const ready = /^precinct ready on (\S+)/m.exec(out);
        if (ready) {
          done(ready[1]);
        }
      });
      child.once('exit', (code) => fail(new Error(`the service ended with ${code}; its log is ${log.path}`)));
    });
    const { port, pid, token } = JSON.parse(readFileSync(join(this.data, 'run.json'), 'utf8'));
    Object.assign(this, { port, pid, token });
  }

  /** Ends it as an operator does. */
  async stop() {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    }
  }

  /** Sends a request with the token of the administrator. */
  administer(method, path, body) {
    return fetch(this.url + path, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** Sends JSON, and reads JSON. */
  async json(method, path, body) {
    const answer = await fetch(this.url + path, {
      method,
      headers: { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  }

  /** Processor time of the process in seconds; undefined where the system does not tell. */
  seconds() {
    return used(`/proc/${this.pid}`);
  }

  /** Processor time of each thread that runs now in seconds, by its number and name; none where the system does not tell. */
  threads() {
    const folder = `/proc/${this.pid}/task`;
    try {
      return new Map(readdirSync(folder).map((id) => [`${id} ${nameOf(`${folder}/${id}`)}`, used(`${folder}/${id}`) ?? 0]));
    } catch {
      return new Map();
    }
  }
}
