// A git repository whose names, contents, authors, messages, branches and tags are payloads.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WHEN = '1767225600 +0000';

/** As a name of a file: without what separates folders or ends names. */
export const asFile = (text) => text.replaceAll('/', '\u2215').replaceAll('\\', '\u2216').replaceAll('\0', '');

const line = (text) => text.replace(/[\r\n\0]/g, ' ');

const MARKDOWN = (text) => `# ${text}

${text}

[link](${text}) ![image](${text} "${text}") <${text}> [reference]

[reference]: ${text} '${text}'

| ${text} |
|---|
| \`${text}\` |

\`\`\`${text}
${text}
\`\`\`

<div ${text}>${text}</div>
`;

/** Makes it, and returns its branches. */
export function repository(folder, payloads) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'names'), { recursive: true });
  const git = (args, input) => execFileSync('git', ['-C', folder, ...args], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_DATE: WHEN, GIT_COMMITTER_DATE: WHEN },
  }).trim();
  git(['init', '-q', '-b', 'main']);
  git(['config', 'user.name', 'judge']);
  git(['config', 'user.email', 'judge@example.org']);
  const write = (name, text) => writeFileSync(join(folder, name), text);
  payloads.forEach((text) => write(`names/${asFile(text)}.txt`, text));
  write('README.md', payloads.map(MARKDOWN).join('\n'));
  write('text.txt', payloads.map((text) => `needle ${line(text)}`).join('\n'));
  write('code.js', `class Hostile {\n${payloads.map((text) => `  // @req:${line(text)}\n  ${JSON.stringify(text)}() { return ${JSON.stringify(text)}; }`).join('\n')}\n}\n`);
  write('code.py', payloads.map((text, index) => `# TODO: ${line(text)}\ndef hostile_${index}(x=${JSON.stringify(line(text))}):\n    """${line(text).replaceAll('"', "'")}"""\n`).join('\n'));
  write('page.html', `<html>${payloads.map(line).join('\n')}</html>`);
  write('picture.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="${payloads[0]}"><script>__xss(2)</script></svg>`);
  write('data.json', JSON.stringify(Object.fromEntries(payloads.map((text) => [text, text])), null, 1));
  git(['add', '-A']);
  git(['commit', '-q', '-m', 'Begin']);
  // What git would clean of a name or refuse is written as an object, as an attacker does.
  let parent = git(['rev-parse', 'HEAD']);
  for (const [index, text] of payloads.entries()) {
    write('history.txt', payloads.slice(0, index + 1).map(line).join('\n'));
    git(['add', 'history.txt']);
    const tree = git(['write-tree']);
    const ident = `${line(text)} <${line(text).replace(/[<>]/g, '')}@example.org> ${WHEN}`;
    parent = git(['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], `tree ${tree}\nparent ${parent}\nauthor ${ident}\ncommitter ${ident}\n\n${line(text)}\n\n${line(text)}\n`);
  }
  git(['update-ref', 'refs/heads/main', parent]);
  const branches = [];
  for (const text of payloads) {
    const name = text.replace(/[\s\0~^:?*[\\]+/g, '/').replace(/\/{2,}|^\/|\/$|\.\.|@\{/g, '-');
    try {
      git(['update-ref', `refs/heads/${name}`, parent]);
      branches.push(name);
      git(['tag', '-a', '-m', line(text), `v-${name}`, 'main']);
    } catch {
      // git takes no such name; the others are enough
    }
  }
  return branches;
}
