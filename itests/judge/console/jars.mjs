// Jars to deploy, made with the JDK's own tool.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const TOOL = join(process.env.JAVA_HOME, 'bin/jar');

function pack(folder) {
  const file = resolve(`${folder}.jar`);
  execFileSync(TOOL, ['--create', '--no-manifest', '--file', file, '-C', folder, '.']);
  return readFileSync(file);
}

function fresh(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'META-INF'), { recursive: true });
  return folder;
}

/** A bundle as it is, under another version. */
export function versioned(jar, version) {
  const folder = fresh(`jar-${version}`);
  execFileSync(TOOL, ['--extract', '--file', resolve(jar)], { cwd: folder });
  const manifest = join(folder, 'META-INF/MANIFEST.MF');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/^Bundle-Version: .*$/m, `Bundle-Version: ${version}`));
  return pack(folder);
}

/** A bundle without content, and these headers. */
export function empty(name, headers) {
  const folder = fresh(`jar-${name}`);
  const lines = Object.entries({ 'Manifest-Version': '1.0', 'Bundle-ManifestVersion': '2', ...headers }).map(([key, value]) => folded(`${key}: ${value}`));
  writeFileSync(join(folder, 'META-INF/MANIFEST.MF'), `${lines.join('\r\n')}\r\n\r\n`);
  return pack(folder);
}

/** Lines of a manifest have at most 72 bytes. */
function folded(line) {
  const parts = [''];
  for (const character of line.replace(/[\r\n\0]/g, ' ')) {
    if (Buffer.byteLength(parts.at(-1) + character) > 70) {
      parts.push(' ');
    }
    parts.push(parts.pop() + character);
  }
  return parts.join('\r\n');
}
