// judge.mjs DISTRIBUTION DOWNLOADS: one line a comparison, and how many passed and failed.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareBytes } from './bytes.mjs';
import { compareCaptures, sampleTexts, WebTreeSitter } from './captures.mjs';
import { makeCorpus, tool } from './corpus.mjs';
import { compareSymbols } from './symbols.mjs';
import { Service } from './service.mjs';

const [distribution, downloads] = process.argv.slice(2).map(argument => resolve(argument));
const read = file => JSON.parse(readFileSync(file, 'utf8'));
const { languages } = read('queries.json');
const { languages: ctags } = read('ctags.json');
let passed = 0;
let failed = 0;

async function compare(what, comparison) {
    const began = Date.now();
    let faults;
    let verdict = '';
    try {
        ({ faults, verdict } = await comparison());
    } catch (fault) {
        faults = [fault.message];
    }
    faults.length === 0 ? passed++ : failed++;
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${what}: ${verdict} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    faults.slice(0, 20).forEach(fault => console.log('       ' + fault));
    if (faults.length > 20) {
        console.log(`       and ${faults.length - 20} more`);
    }
}

const corpus = makeCorpus(downloads, resolve('corpus'), languages);
const everything = [...corpus.repositories, corpus.odd, corpus.sample];
for (const name of corpus.missing) {
    console.log(`not compared: ${name}, which only Debian's packages hold`);
    if (process.env.CI === 'true') {
        failed++;
    }
}
const service = await Service.start(distribution, resolve('service'), everything);
try {
    const began = Date.now();
    await service.settle();
    console.log(`     all served and parsed after ${((Date.now() - began) / 1000).toFixed(1)} s`);

    for (const repository of everything) {
        await compare(`bytes ${repository.name}`, () => compareBytes(service, repository));
        for (const ref of repository.refs ?? []) {
            await compare(`bytes ${repository.name} at ${ref}`, () => compareBytes(service, repository, ref));
        }
    }

    for (const [language, settings] of Object.entries(ctags)) {
        for (const kind of Object.keys(settings.kinds)) {
            if (!settings.only || !corpus.missing.includes(settings.only)) {
                await compare(`symbols ${language} ${kind}`,
                    () => compareSymbols(service, corpus.repositories, language, kind, settings));
            }
        }
    }

    const web = await WebTreeSitter.load(tool(downloads, 'web-tree-sitter'));
    let number = 0;
    let files = 0;
    for (const [language, { queries }] of Object.entries(languages)) {
        const texts = sampleTexts(corpus.sample.onDisk, language);
        if (texts.size === 0) {
            continue; // named as missing above
        }
        await web.language(language, tool(downloads, language));
        const trees = web.parse(language, texts);
        files += trees.size;
        for (const query of queries) {
            const utf16 = number++ % 2 === 1; // both ways to count columns get their share
            await compare(`captures ${language} ${query}`,
                () => compareCaptures(service, web, language, query, trees, texts, utf16));
        }
        trees.forEach(tree => tree.delete());
    }
    console.log(`     ${number} queries over ${files} files without errors of syntax`);
} finally {
    await service.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
