// Jars to deploy.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const TOOL = join(process.env.JAVA_HOME, 'bin/jar');

/** A bundle as it is, under another version; made with the JDK's own tool. */
export function versioned(jar, version) {
  const folder = `jar-${version}`;
  const file = resolve(`${folder}.jar`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  execFileSync(TOOL, ['--extract', '--file', resolve(jar)], { cwd: folder });
  const manifest = join(folder, 'META-INF/MANIFEST.MF');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/^Bundle-Version: .*$/m, `Bundle-Version: ${version}`));
  execFileSync(TOOL, ['--create', '--no-manifest', '--file', file, '-C', folder, '.']);
  return readFileSync(file);
}

/** A bundle without content, and these headers. */
export function empty(headers) {
  const lines = Object.entries({ 'Manifest-Version': '1.0', 'Bundle-ManifestVersion': '2', ...headers }).map(([key, value]) => folded(`${key}: ${value}`));
  return zipped('META-INF/MANIFEST.MF', Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
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

/** An archive of one file, stored as it is (APPNOTE.TXT of PKWARE, 4.3): the JDK's tool takes half a second for each. */
function zipped(name, content) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(10, 0); // version that reads it
  fields.writeUInt16LE(0x21, 8); // the first day of 1980
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x0a\0'), fields, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

function crc32(content) {
  let sum = ~0;
  for (const byte of content) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    }
  }
  return ~sum >>> 0;
}
