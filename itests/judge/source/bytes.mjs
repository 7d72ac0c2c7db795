// Every file that git lists at a ref is listed, and is served byte for byte as git has it.
import { execFileSync } from 'node:child_process';
import { encoded } from './service.mjs';

const git = (folder, args, input) => execFileSync('git', ['-C', folder, ...args], { input, maxBuffer: 1 << 30 });

// Mode, type, object, size and path of everything below the root, by path.
function listed(folder, ref) {
    const entries = new Map();
    for (const line of git(folder, ['ls-tree', '-r', '-l', '-z', ref]).toString().split('\0').filter(Boolean)) {
        const [, mode, , blob, size, path] = /^(\d+) (\w+) (\w+) +(\S+)\t([^]*)$/.exec(line);
        entries.set(path, { mode, blob, size: Number(size) });
    }
    return entries;
}

function contents(folder, entries) {
    const blobs = [...new Set([...entries.values()].filter(entry => entry.mode !== '160000').map(entry => entry.blob))];
    const all = git(folder, ['cat-file', '--batch'], blobs.join('\n') + '\n');
    const found = new Map();
    let at = 0;
    for (const blob of blobs) {
        const end = all.indexOf(10, at);
        const size = Number(all.subarray(at, end).toString().split(' ')[2]);
        found.set(blob, all.subarray(end + 1, end + 1 + size));
        at = end + 1 + size + 1;
    }
    return found;
}

const TYPES = { 100644: 'file', 100755: 'file', 120000: 'symlink', 160000: 'submodule' };

/** Faults, none of them if all agree; and how many files and bytes were compared. */
export async function compareBytes(service, { name, folder }, ref) {
    const faults = [];
    const at = ref ? 'ref=' + encodeURIComponent(ref) : '';
    const expected = listed(folder, ref ?? 'HEAD');
    const { items } = await service.list(`/repos/${name}/tree?recursive=true${at && '&' + at}`);
    const seen = new Set();
    for (const item of items.filter(item => item.type !== 'dir')) {
        const entry = expected.get(item.path);
        if (seen.has(item.path)) {
            faults.push(`${item.path}: listed twice`);
        }
        seen.add(item.path);
        if (!entry) {
            faults.push(`${item.path}: listed, but git does not list it`);
            continue;
        }
        const wanted = { type: TYPES[entry.mode], mode: entry.mode };
        if (wanted.type !== 'submodule') {
            Object.assign(wanted, { blob: entry.blob, size: entry.size });
        }
        for (const [key, value] of Object.entries(wanted)) {
            if (item[key] !== value) {
                faults.push(`${item.path}: ${key} is ${JSON.stringify(item[key])} and not ${JSON.stringify(value)}`);
            }
        }
    }
    [...expected.keys()].filter(path => !seen.has(path)).forEach(path => faults.push(`${path}: not listed`));

    const blobs = contents(folder, expected);
    let bytes = 0;
    const compare = async ([path, entry]) => {
        const answer = await service.get(`/repos/${name}/files/${encoded(path)}${at && '?' + at}`, 'application/octet-stream');
        const content = blobs.get(entry.blob);
        if (entry.mode === '160000') {
            if (answer.status >= 500) {
                faults.push(`${path}: a submodule is answered ${answer.status}`);
            }
        } else if (answer.status !== 200) {
            faults.push(`${path}: answered ${answer.status} ${answer.bytes.toString().slice(0, 200)}`);
        } else if (!answer.bytes.equals(content)) {
            faults.push(`${path}: ${answer.bytes.length} bytes are served that are not the ${content.length} that git has`);
        } else {
            bytes += content.length;
        }
    };
    const queue = [...expected];
    await Promise.all(Array.from({ length: 8 }, async () => {
        while (queue.length > 0) {
            await compare(queue.shift());
        }
    }));
    return { faults, verdict: `${expected.size} files, ${(bytes / 1e6).toFixed(1)} MB as git has them` };
}
