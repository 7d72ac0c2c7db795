// The packaged service on the default configuration and one small repository, with input as strict as it gets: a boundary
// that reads what it does not declare fails.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SECRET = 'judge-secret';

const SOURCES = {
  'config.yml': 'replicas: 2\nports: [80, 443]\n---\nreplicas: 3\n',
  'broken.json': '{"a": }\n',
  'README.md': '# Sample\n\nA repository to be asked about.\n',
  'src/Greeter.java': `package sample;

/** Greets. */
public final class Greeter {
    // @req:greet
    public String greet(String name) {
        return "Hello " + name;
    }

    // @req:leave
    public String leave() {
        return "Bye";
    }
}
`,
  'src/tool.py': '# @req:count\ndef count(words):\n    return len(words)\n',
};

function repository(folder) {
  for (const [path, text] of Object.entries(SOURCES)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'logo.bin'), Buffer.from([0, 1, 2, 255, 254]));
  const author = { GIT_AUTHOR_NAME: 'Judge', GIT_AUTHOR_EMAIL: 'judge@example.org', GIT_COMMITTER_NAME: 'Judge',
    GIT_COMMITTER_EMAIL: 'judge@example.org' };
  for (const args of [['init', '-q', '-b', 'main'], ['add', '.'], ['commit', '-q', '-m', 'A sample']]) {
    execFileSync('git', ['-C', folder, ...args], { env: { ...process.env, ...author } });
  }
}

export class Service {
  #process;
  url;
  token;
  work;

  static async start(distribution, root, work) {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    const config = join(work, 'config');
    cpSync(join(root, 'config'), config, { recursive: true });
    repository(join(work, 'sample'));
    writeFileSync(join(config, 'source.yml'), JSON.stringify({
      repos: { sample: { url: join(work, 'sample'), refresh: 0, webhook_secret: SECRET } },
    }));
    const service = new Service();
    service.work = work;
    const data = join(work, 'data');
    service.#process = spawn(join(distribution, 'bin/precinct'),
      ['run', '--config', config, '--data', data, '--port', '0'],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PRECINCT_STRICT_INPUT: 'true' } });
    service.#process.stderr.pipe(createWriteStream(join(work, 'service.log')));
    service.url = await new Promise((done, fail) => {
      let out = '';
      service.#process.stdout.on('data', (chunk) => {
        out += chunk;
        const ready = /^precinct ready on (\S+)/m.exec(out);
        if (ready) {
          done(ready[1]);
        }
      });
      service.#process.on('exit', (code) => fail(new Error(`the service ended with ${code}; its log is ${work}/service.log`)));
    });
    service.token = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')).token;
    await service.#settled();
    return service;
  }

  async #settled() {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const { items } = await (await fetch(this.url + '/repos', { headers: { accept: 'application/json' } })).json();
      if (items.every((item) => item.state === 'ready' && !item.parsing)) {
        return;
      }
      if (Date.now() > deadline) {
        throw new Error('the sample repository is not ready: ' + JSON.stringify(items));
      }
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async stop() {
    if (this.#process.exitCode === null) {
      this.#process.removeAllListeners('exit');
      const ended = new Promise((done) => this.#process.on('exit', done));
      this.#process.kill('SIGTERM');
      await ended;
    }
  }
}
