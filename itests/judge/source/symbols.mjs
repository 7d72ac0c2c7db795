// Declarations that the service finds against those that universal-ctags finds.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

// Of ctags by path in the repository and name: the lines on which names stand.
function tags(language, settings, onDisk) {
    const paths = new Map([...onDisk]
        .filter(([path]) => settings.endings.some(end => path.endsWith(end)) && !(settings.without && path.endsWith(settings.without)))
        .map(([path, file]) => [file, path]));
    const found = [];
    if (paths.size > 0) {
        const out = execFileSync('ctags', ['--quiet', '--options=NONE', '--output-format=json', '--fields=+nKs', '--sort=no',
            '--kinds-C++=+p', `--language-force=${settings.ctags}`, '-L', '-', '-f', '-'], { input: [...paths.keys()].join('\n'), maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'] });
        for (const line of out.toString().split('\n').filter(Boolean)) {
            const tag = JSON.parse(line);
            if (tag._type === 'tag' && !tag.name.startsWith('__anon') && !/^anonymousFunction/.test(tag.name)) {
                found.push({ path: paths.get(tag.path), name: tag.name, kind: tag.kind, line: tag.line, scope: tag.scopeKind });
            }
        }
    }
    return { found, files: new Set(paths.values()) };
}

// A kind of ctags is `kind`, or `kind<scope` for one that only counts inside of that scope.
const isOf = (kinds, tag) => kinds.some(kind => kind === tag.kind || kind === tag.kind + '<' + tag.scope);

const key = entry => entry.path + '\0' + entry.name;

const renamed = (entry, without) => without ? { ...entry, name: entry.name.replaceAll(without, '') } : entry;

function group(entries) {
    const groups = new Map();
    entries.forEach(entry => groups.set(key(entry), [...groups.get(key(entry)) ?? [], entry]));
    return groups;
}

/** Compares one kind of one language over all repositories; differences are written to a file beside. */
export async function compareSymbols(service, repositories, language, kind, settings) {
    const { ours: kinds, theirs, perhaps = [], name: without, most } = settings.kinds[kind];
    const onlyTheirs = [];
    const onlyOurs = [];
    let both = 0;
    for (const repository of repositories) {
        const { found, files } = tags(language, settings, repository.onDisk);
        if (files.size === 0) {
            continue;
        }
        const symbols = [];
        for (const our of kinds) {
            const { items } = await service.list(`/repos/${repository.name}/symbols?kind=${our}&context=0`);
            symbols.push(...items.filter(item => files.has(item.path))
                .map(item => ({ path: item.path, name: item.name, from: item.start.line, to: item.end.line })));
        }
        const left = group(symbols.map(symbol => renamed(symbol, without)));
        for (const tag of found.filter(tag => isOf([...theirs, ...perhaps], tag)).map(tag => renamed(tag, without))) {
            const candidates = left.get(key(tag)) ?? [];
            const at = candidates.findIndex(symbol => symbol.from <= tag.line && tag.line <= symbol.to);
            if (at < 0 && isOf(perhaps, tag)) {
                continue;
            }
            if (at < 0) {
                onlyTheirs.push(`${repository.name}/${tag.path}:${tag.line} ${tag.name}`);
            } else {
                candidates.splice(at, 1);
                both++;
            }
        }
        [...left.values()].flat().forEach(symbol =>
            onlyOurs.push(`${repository.name}/${symbol.path}:${symbol.from} ${symbol.name}`));
    }
    const file = `differences-${language}-${kind}.txt`;
    writeFileSync(file, [...onlyTheirs.map(line => '- ' + line), ...onlyOurs.map(line => '+ ' + line), ''].join('\n'));
    const share = list => 100 * list.length / Math.max(1, both + list.length);
    const verdict = `${both} agree, only ctags ${onlyTheirs.length} (${share(onlyTheirs).toFixed(2)} %, at most ${most.ctags}),`
        + ` only Precinct ${onlyOurs.length} (${share(onlyOurs).toFixed(2)} %, at most ${most.precinct})`;
    const faults = [];
    if (both < settings.kinds[kind].least) {
        faults.push(`only ${both} agree, at least ${settings.kinds[kind].least} must`);
    }
    if (share(onlyTheirs) > most.ctags || share(onlyOurs) > most.precinct) {
        faults.push(`more differs than is explained, see ${file}:`, ...onlyTheirs.slice(0, 8).map(line => '- ' + line),
            ...onlyOurs.slice(0, 8).map(line => '+ ' + line));
    }
    return { faults, verdict };
}
