// A repository of files as they should not be but are: contents, names, links, and a history with branches and tags.
import { Import } from './import.mjs';

const CLASS = 'package odd;\n\n/** Größe: 日本語 😀 */\npublic class Odd {\n    String name() { return "é"; }\n}\n';

// Repeatable noise.
function noise(length, seed) {
    const bytes = Buffer.alloc(length);
    let state = seed;
    for (let i = 0; i < length; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        bytes[i] = state >>> 24;
    }
    return bytes;
}

function utf16(text, bigEndian) {
    const bytes = Buffer.from('\ufeff' + text, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
}

const CONTENTS = {
    'content/empty.java': '',
    'content/newline-only.txt': '\n',
    'content/no-last-newline.java': CLASS.trimEnd(),
    'content/crlf.java': CLASS.replaceAll('\n', '\r\n'),
    'content/cr.txt': 'one\rtwo\rthree\r',
    'content/mixed.py': 'class A:\r\n    def a(self):\n        return 1\r\n',
    'content/latin-1.java': Buffer.from(CLASS.replace('日本語 😀', 'Stück'), 'latin1'),
    'content/latin-1.py': Buffer.from('# -*- coding: latin-1 -*-\nclass Caf\u00e9:\n    pass\n', 'latin1'),
    'content/utf-16le.java': utf16(CLASS, false),
    'content/utf-16be.txt': utf16(CLASS, true),
    'content/utf-8-bom.java': '\ufeff' + CLASS,
    'content/invalid-utf-8.py': Buffer.concat([Buffer.from('x = "'), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from('"\n')]),
    'content/nul-at-end.c': Buffer.concat([Buffer.from('int main(void) { return 0; }\n'.repeat(400)), Buffer.from([0])]),
    'content/all-bytes.bin': Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
    'content/noise.bin': noise(300_000, 7),
    'content/binary.java': noise(5_000, 8),
    'content/picture.png': Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), noise(2_000, 9)]),
    'content/long-line.js': 'var x = [' + '1,'.repeat(1_000_000) + '1];\n',
    'content/long-line.json': JSON.stringify({ items: Array.from({ length: 40_000 }, (_, i) => ({ i, text: 'item ' + i })) }),
    'content/long-line.txt': 'x'.repeat(10_000_000) + '\n',
    'content/many-lines.txt': 'line\n'.repeat(200_000),
    'content/over-parse-limit.java': CLASS + '// filler\n'.repeat(600_000),
    'content/over-inline-limit.txt': Buffer.from('0123456789abcde\n'.repeat(760_000)),
    'content/deep.json': '['.repeat(50_000) + ']'.repeat(50_000),
    'content/deep.java': 'class D { int f() { return ' + '('.repeat(20_000) + '1' + ')'.repeat(20_000) + '; } }\n',
    'content/broken.java': 'public class { int ( ; } }}} class Good { void fine() {} \n',
    'content/control.txt': '\u0001\u0007\u001b[31mred\u001b[0m\n',
    'content/lfs.psd': 'version https://git-lfs.github.com/spec/v1\noid sha256:' + 'ab'.repeat(32) + '\nsize 12345\n'
};

const NAMES = [
    'names/with space.java', 'names/ leading.txt', 'names/trailing ', 'names/100%.txt', 'names/100%25.txt',
    'names/a%2Fb.java', 'names/%2e%2e', 'names/%00.txt', 'names/quote\'s.py', 'names/"double".py', 'names/back\\slash.txt',
    'names/..dots..', 'names/...', 'names/.hidden', 'names/-dash', 'names/semi;colon', 'names/a;b=c/d;e', 'names/hash#mark',
    'names/question?mark', 'names/amp&ersand', 'names/plus+', 'names/equals=', 'names/comma,', 'names/colon:', 'names/star*',
    'names/[brackets]', 'names/{braces}', 'names/<angle>', 'names/pipe|', 'names/caret^', 'names/tilde~', 'names/at@', 'names/$dollar',
    'names/`backtick`', 'names/!bang', 'names/tab\there', 'names/new\nline', 'names/größe.java', 'names/gro\u0308ße.java',
    'names/日本語/ファイル.js', 'names/😀.ts', 'names/\u202eright-to-left.txt', 'names/\u00a0nbsp', 'names/CASE.txt', 'names/case.txt',
    'names/con', 'names/long-' + 'x'.repeat(200), 'names/' + 'd/'.repeat(40) + 'deep.java', 'names/.gitx', 'a', 'a.b', 'a-b', 'a0'
];

const LINKS = {
    'links/inside': '../a', 'links/dangling': 'nowhere', 'links/outside': '../../../../etc/hostname', 'links/absolute': '/etc/hostname',
    'links/git': '../.git/config', 'links/folder': '../content', 'links/self.java': 'self.java'
};

/** Makes the repository and returns it with the further refs that are to be asked for. */
export function makeOdd(folder) {
    const git = new Import();
    git.commit('What the tag shows');
    git.file('src/Early.java', 'class Early { void early() {} }\n');
    git.file('src/Renamed.java', 'class Renamed { void renamed() {} }\n');
    git.file('becomes-a-folder', 'still a file\n');
    git.tag('v1.0');
    git.branch('topic/with-slash');

    git.commit('What main shows');
    git.line('D src/Early.java');
    git.line('D becomes-a-folder');
    git.line('R src/Renamed.java "src/New name.java"');
    git.file('becomes-a-folder/file', 'a folder now\n');
    Object.entries(CONTENTS).forEach(([path, content]) => git.file(path, content));
    NAMES.forEach((path, i) => git.file(path, `class N${i} { int n() { return ${i}; } }\n`));
    Object.entries(LINKS).forEach(([path, target]) => git.file(path, target, '120000'));
    git.file('mode/run.sh', '#!/bin/sh\nhello() { echo hello; }\nhello\n', '100755');
    git.line(`M 160000 ${'1234567890'.repeat(4)} modules/other`);
    git.into(folder);
    return { name: 'odd', folder, refs: ['v1.0', 'topic/with-slash'] };
}
