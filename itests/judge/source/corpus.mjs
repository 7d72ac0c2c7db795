// Gets the packages that sources.json names, with the clients of their registries, and makes git repositories of them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Import } from './import.mjs';
import { makeOdd } from './odd.mjs';

const { repositories, tools } = JSON.parse(readFileSync('sources.json', 'utf8'));
function run(command, args, cwd) {
    try {
        execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
    } catch (fault) {
        throw new Error(`${command} ${args.join(' ')} failed:\n${fault.stdout}${fault.stderr}`);
    }
}

// Unpacked once under its own name: a folder that is there is whole.
function unpacked(cache, name, unpack) {
    const folder = join(cache, name.replace(/[^\w.@-]/g, '_'));
    if (!existsSync(folder)) {
        const work = folder + '.part';
        rmSync(work, { recursive: true, force: true });
        mkdirSync(join(work, 'content'), { recursive: true });
        unpack(work, join(work, 'content'));
        renameSync(work, folder);
    }
    return join(folder, 'content');
}

function npm(cache, name) {
    return unpacked(cache, 'npm-' + name, (work, content) => {
        run('npm', ['pack', '--silent', '--ignore-scripts', name], work);
        run('tar', ['-xzf', readdirSync(work).find(file => file.endsWith('.tgz')), '-C', content], work);
        run('chmod', ['-R', 'u+rwX', '.'], work);
    });
}

function maven(cache, name) {
    return unpacked(cache, 'maven-' + name, (work, content) => {
        run('mvn', ['-B', '-q', '-ntp', 'org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy',
            '-Dartifact=' + name, '-DoutputDirectory=' + work], work);
        const jar = readdirSync(work).find(file => file.endsWith('.jar'));
        run(join(process.env.JAVA_HOME, 'bin', 'jar'), ['xf', join(work, jar)], content);
    });
}

function debian(cache, name) {
    return unpacked(cache, 'debian-' + name, (work, content) => {
        try {
            run('apt-get', ['-q', 'download', name], work);
        } catch (fault) {
            if (process.getuid() !== 0) {
                throw fault;
            }
            run('apt-get', ['-q', 'update'], work); // a new machine has no list of packages yet
            run('apt-get', ['-q', 'download', name], work);
        }
        run('dpkg', ['-x', readdirSync(work).find(file => file.endsWith('.deb')), content], work);
    });
}

const hasDebian = () => existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg');

function files(folder) {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter(entry => entry.isFile())
        .map(entry => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
        .sort();
}

// A repository and, by path in it, where the same file lies on disk.
function commit(target, name, onDisk) {
    const stream = new Import();
    stream.commit('Public code');
    for (const [path, file] of onDisk) {
        stream.file(path, readFileSync(file));
    }
    const folder = join(target, name);
    stream.into(folder);
    return { name, folder, onDisk };
}

function repository(cache, target, wanted) {
    const sources = [
        ...(wanted.npm ?? []).map(name => [name, npm(cache, name)]),
        ...(wanted.maven ?? []).map(name => [name, maven(cache, name)]),
        ...(hasDebian() ? wanted.debian ?? [] : []).map(name => [name, debian(cache, name)])
    ];
    const keep = new RegExp(wanted.keep);
    const onDisk = new Map();
    for (const [name, source] of sources) {
        files(source)
            .filter(file => keep.test('/' + file))
            .forEach(file => onDisk.set(name.replace(/[:@].*/, '') + '/' + file, join(source, file)));
    }
    return commit(target, wanted.name, onDisk);
}

// Files of each language, spread evenly over all that there are: the same ones every time.
function sample(made, target, sampled) {
    const onDisk = new Map();
    for (const [language, { endings, files: count }] of Object.entries(sampled)) {
        const candidates = made.flatMap(repository => [...repository.onDisk.values()])
            .filter(file => endings.some(end => file.endsWith(end)))
            .filter(file => statSync(file).size > 200 && statSync(file).size < 150_000);
        candidates
            .filter((_, i) => Math.floor(i * count / candidates.length) !== Math.floor((i - 1) * count / candidates.length))
            .forEach((file, i) => onDisk.set(`${language}/${String(i).padStart(3, '0')}-${basename(file)}`, file));
    }
    return commit(target, 'sample', onDisk);
}

/**
 * Repositories of public code below target, one of odd files, and one of a sample of some files of each language. What
 * only Debian has is left out, and named in `missing`, where there is no apt-get.
 */
export function makeCorpus(cache, target, sampled) {
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    mkdirSync(cache, { recursive: true });
    const possible = repositories.filter(wanted => hasDebian() || wanted.npm || wanted.maven);
    const made = possible.map(wanted => repository(cache, target, wanted));
    return {
        repositories: made,
        odd: makeOdd(join(target, 'odd')),
        sample: sample(made, target, sampled),
        missing: repositories.filter(wanted => !possible.includes(wanted)).map(wanted => wanted.name)
    };
}

/** Where a package that is compared with lies. */
export function tool(cache, name) {
    return join(npm(cache, tools[name]), 'package');
}
