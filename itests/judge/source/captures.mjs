// Matches of queries against those of web-tree-sitter, which is tree-sitter's own core and grammars as WebAssembly.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export class WebTreeSitter {
    #module;
    #parsers = new Map();

    static async load(folder) {
        const web = new WebTreeSitter();
        web.#module = createRequire(import.meta.url)(join(folder, 'tree-sitter.cjs'));
        await web.#module.Parser.init();
        return web;
    }

    async language(name, folder) {
        const language = await this.#module.Language.load(readFileSync(join(folder, `tree-sitter-${name}.wasm`)));
        const parser = new this.#module.Parser();
        parser.setLanguage(language);
        this.#parsers.set(name, { parser, language });
    }

    /** Trees without errors of texts by path, to be deleted by whoever asked. */
    parse(name, texts) {
        const trees = [...texts].map(([path, text]) => [path, this.#parsers.get(name).parser.parse(text)]);
        // Recovery weighs what it skips in bytes, and a text has twice as many of them here.
        const clean = trees.filter(([, tree]) => !tree.rootNode.hasError);
        trees.filter(entry => !clean.includes(entry)).forEach(([, tree]) => tree.delete());
        return new Map(clean);
    }

    /** Matches as the service would show them, columns as it was asked to count them. */
    matches(name, query, trees, texts, utf16) {
        const compiled = new this.#module.Query(this.#parsers.get(name).language, query);
        const found = [];
        for (const [path, tree] of trees) {
            const text = texts.get(path);
            const place = places(text, utf16);
            for (const match of compiled.matches(tree.rootNode)) {
                found.push(normal(path, match.patternIndex ?? match.pattern, match.captures.map(({ name, node }) => ({
                    name, node_type: node.type, text: text.slice(node.startIndex, node.endIndex),
                    start: place(node.startIndex, node.startPosition), end: place(node.endIndex, node.endPosition)
                }))));
            }
        }
        compiled.delete();
        return found;
    }
}

// web-tree-sitter counts UTF-16 units; the service counts bytes, and columns as it was asked to.
function places(text, utf16) {
    const ascii = !/[^\0-\x7f]/.test(text);
    const bytes = (from, to) => ascii ? to - from : Buffer.byteLength(text.slice(from, to));
    return (index, { row, column }) => ({
        row, column: utf16 ? column : bytes(index - column, index), byte: bytes(0, index), line: row + 1
    });
}

const spot = ({ line, row, column, byte }) => [line, row, column, byte];

// One line for a match: equal lines are equal matches, whatever order the captures of one place are in.
function normal(path, pattern, captures) {
    const lines = captures.map(capture =>
        JSON.stringify([spot(capture.start), spot(capture.end), capture.name, capture.node_type, capture.text]));
    return JSON.stringify([path, pattern, ...lines.sort()]);
}

function minus(some, others) {
    const left = new Map();
    others.forEach(line => left.set(line, (left.get(line) ?? 0) + 1));
    return some.filter(line => {
        const count = left.get(line) ?? 0;
        left.set(line, count - 1);
        return count <= 0;
    });
}

/** Compares one query over the files of its language. */
export async function compareCaptures(service, web, language, query, trees, texts, utf16) {
    const { items, skipped } = await service.list('/repos/sample/query' + (utf16 ? '?position_encoding=utf-16' : ''),
        { path: language, lang: language, query });
    const ours = items.filter(({ path }) => trees.has(path)).map(({ path, pattern, captures }) => normal(path, pattern, captures));
    const theirs = web.matches(language, query, trees, texts, utf16);
    const faults = [
        ...skipped.map(({ path, reason }) => `${path} was skipped: ${reason}`),
        ...minus(theirs, ours).slice(0, 3).map(line => 'only web-tree-sitter: ' + line.slice(0, 600)),
        ...minus(ours, theirs).slice(0, 3).map(line => 'only Precinct: ' + line.slice(0, 600))
    ];
    if (theirs.length === 0) {
        faults.push('nothing matches: this query compares nothing');
    }
    return { faults, verdict: `${theirs.length} matches in ${trees.size} files` };
}

/** Texts of the sample by path, as the service decodes them. */
export function sampleTexts(onDisk, language) {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return new Map([...onDisk]
        .filter(([path]) => path.startsWith(language + '/'))
        .map(([path, file]) => [path, strict.decode(readFileSync(file))]));
}
