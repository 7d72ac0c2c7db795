// A TypeScript client of the document, and what somebody would do with it, compiled strictly.
import { execFileSync } from 'node:child_process';

const STRICT = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', 'false', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext',
  '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable'];

/** What the compiler says: texts, none where it compiles. */
export function compiled(folder) {
  const run = (...args) => execFileSync('npx', ['--no-install', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  run('openapi-typescript', 'openapi.json', '-o', 'api.d.ts');
  try {
    run('tsc', ...STRICT, 'uses.ts');
    return [];
  } catch (e) {
    return e.stdout.toString().split('\n').filter((line) => /error TS/.test(line));
  }
}
