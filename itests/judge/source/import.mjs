// Makes a bare repository by git's own import stream: fast, and no file system has a say in names.
import { execFileSync } from 'node:child_process';

const BY = 'judge <judge@localhost> 1700000000 +0000';
const quoted = path => '"' + path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') + '"';

export class Import {
    parts = [];

    line(text) {
        this.parts.push(Buffer.from(text + '\n'));
    }

    data(content) {
        const bytes = Buffer.from(content);
        this.line('data ' + bytes.length);
        this.parts.push(bytes, Buffer.from('\n'));
    }

    commit(message) {
        this.line('commit refs/heads/main');
        this.line('committer ' + BY);
        this.data(message);
    }

    file(path, content, mode = '100644') {
        this.line(`M ${mode} inline ${quoted(path)}`);
        this.data(content);
    }

    tag(name) {
        this.line('tag ' + name);
        this.line('from refs/heads/main');
        this.line('tagger ' + BY);
        this.data(name);
    }

    branch(name) {
        this.line('reset refs/heads/' + name);
        this.line('from refs/heads/main');
    }

    into(folder) {
        execFileSync('git', ['init', '-q', '--bare', '-b', 'main', folder]);
        execFileSync('git', ['-C', folder, 'fast-import', '--quiet'],
            { input: Buffer.concat(this.parts), stdio: ['pipe', 'pipe', 'inherit'] });
    }
}
