// Every case of the JMESPath compliance suite through POST /repos/:repo/config. The documents of the suite are the files of a
// git repository that is made here.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** What is answered otherwise than the suite says, and why. One more or one less is a disagreement. */
const DIFFERENT = new Map([
    ['"to_string"(`1.0`)', 'the library takes the name of a function in quotes'],
]);

const [distribution, suite] = process.argv.slice(2);
const work = resolve('work');
rmSync(work, { recursive: true, force: true });

const cases = [];
const repository = join(work, 'suite');
mkdirSync(repository, { recursive: true });
for (const file of readdirSync(suite).filter(name => name.endsWith('.json') && name !== 'benchmarks.json').sort()) {
    JSON.parse(readFileSync(join(suite, file), 'utf8')).forEach((group, number) => {
        const path = `${file.replace('.json', '')}-${number}.json`;
        writeFileSync(join(repository, path), JSON.stringify(group.given));
        group.cases.filter(each => !each.bench).forEach(each => cases.push({ path, ...each }));
    });
}
const git = (...words) => execFileSync('git', ['-C', repository, '-c', 'user.name=judge', '-c', 'user.email=judge@example.org', ...words]);
git('init', '-q', '-b', 'main');
git('add', '.');
git('commit', '-q', '-m', 'The documents of the suite');

const config = join(work, 'config');
mkdirSync(config);
writeFileSync(join(config, 'service.yml'), 'service: judge\naccess_log: false\n');
writeFileSync(join(config, 'source.yml'), JSON.stringify({ repos: { suite: { url: repository, refresh: 0, grammars: [] } } }));

const service = spawn(join(distribution, 'bin/precinct'), ['run', '--features', 'framework,source,configuration', '--config', config,
    '--data', join(work, 'data'), '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((done, fail) => {
    let out = '';
    service.stdout.on('data', chunk => {
        out += chunk;
        const ready = /^precinct ready on (\S+)/m.exec(out);
        if (ready) {
            done(ready[1]);
        }
    });
    service.on('exit', code => fail(new Error(`the service ended with ${code}`)));
});
service.removeAllListeners('exit');

async function ask({ path, expression }) {
    const answer = await fetch(`${url}/repos/suite/config`, { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ path, query: expression }) });
    return { status: answer.status, body: await answer.json() };
}

function agrees({ result, error }, { status, body }) {
    if (error) {
        return status === 422 && body.code === 'bad_query';
    }
    const values = status === 200 ? body.items.map(item => item.value) : ['refused'];
    return isDeepStrictEqual(values, result === null ? [] : [result]);
}

let wrong = 0;
let agreed = 0;
const met = new Set();
try {
    const deadline = Date.now() + 60_000;
    while ((await fetch(`${url}/ready/source`)).status !== 200) {
        if (Date.now() > deadline) {
            throw new Error('the repository is not served after 60 s');
        }
        await new Promise(done => setTimeout(done, 100));
    }
    for (const each of cases) {
        const answer = await ask(each);
        const known = DIFFERENT.has(each.expression);
        if (agrees(each, answer)) {
            agreed++;
        } else if (known) {
            met.add(each.expression);
        } else {
            wrong++;
            console.log(`${each.path} ${each.expression}\n  expected ${each.error ?? JSON.stringify(each.result)}\n  answered ${answer.status} `
                + JSON.stringify(answer.body.items?.map(item => item.value) ?? answer.body));
        }
    }
} finally {
    service.kill('SIGTERM');
    await new Promise(done => service.on('exit', done));
}
for (const expression of DIFFERENT.keys()) {
    if (!met.has(expression)) {
        wrong++;
        console.log(`${expression} is said to differ, and does not`);
    }
}
console.log(`${agreed} of ${cases.length} cases, ${met.size} differ by intent`);
process.exitCode = wrong === 0 ? 0 : 1;
