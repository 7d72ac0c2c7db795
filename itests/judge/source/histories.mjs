// histories.mjs DISTRIBUTION REPOSITORY...: real git histories, by hand: files against git at branches, tags and old commits.
//
// REPOSITORY is the path of a clone of anything public, also a bare one. Not a part of the judge, which has to be
// repeatable without a forge to clone from. REFS in the environment says how many refs of a kind, else 8.
import { execFileSync } from 'node:child_process';
import { basename, dirname, resolve } from 'node:path';
import { compareBytes } from './bytes.mjs';
import { Service } from './service.mjs';

const [distribution, ...folders] = process.argv.slice(2).map(argument => resolve(argument));
const most = Number(process.env.REFS ?? 8);

const lines = (folder, ...args) =>
    execFileSync('git', ['-C', folder, ...args], { maxBuffer: 1 << 30 }).toString().split('\n').filter(Boolean);

// Evenly over the list, its ends included.
function some(list) {
    const step = Math.max(1, (list.length - 1) / Math.max(1, most - 1));
    return [...new Set(Array.from({ length: Math.min(most, list.length) }, (_, i) => list[Math.round(i * step)]))];
}

function repository(folder) {
    const name = basename(folder) === 'repo' ? basename(dirname(folder)) : basename(folder);
    const renames = lines(folder, 'log', '-400', '--format=%H', '--diff-filter=R', '-M', 'HEAD');
    return {
        name: name.replaceAll(/[^A-Za-z0-9._-]/g, '-'),
        folder,
        refs: [
            ...some(lines(folder, 'for-each-ref', '--format=%(refname:strip=2)', 'refs/heads')),
            ...some(lines(folder, 'for-each-ref', '--format=%(refname:strip=2)', '--sort=creatordate', 'refs/tags')),
            ...some(lines(folder, 'rev-list', 'HEAD')),
            ...some(renames.flatMap(commit => [commit, commit + '^']))
                .map(ref => lines(folder, 'rev-parse', ref)[0])
        ]
    };
}

const repositories = folders.map(repository);
const service = await Service.start(distribution, resolve('histories'), repositories);
let failed = 0;
let files = 0;
let odd = 0;
try {
    for (const state of await service.settle()) {
        console.log(`     ${state.name}: ${state.ref} at ${state.commit}, facts of ${state.cache.entries} files`);
    }
    for (const repository of repositories) {
        for (const ref of new Set(repository.refs)) {
            const { faults, verdict } = await compareBytes(service, repository, ref);
            const { items } = await service.list(`/repos/${repository.name}/tree?recursive=true&ref=${encodeURIComponent(ref)}`);
            files += items.length;
            odd += items.filter(item => item.type === 'symlink' || item.type === 'submodule').length;
            failed += faults.length;
            console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${repository.name} ${ref}: ${verdict}`);
            faults.slice(0, 10).forEach(fault => console.log('       ' + fault));
        }
    }
} finally {
    await service.stop();
}
console.log(`${files} files, ${odd} of them links or submodules, ${failed} faults`);
process.exitCode = failed === 0 ? 0 : 1;
