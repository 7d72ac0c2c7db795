import { readFileSync } from 'node:fs';
import canonicalize from 'canonicalize';

const lines = readFileSync(process.argv[2], 'utf8').split('\n');
let wrong = 0;
let count = 0;
for (let i = 0; i + 1 < lines.length; i += 2) {
  const theirs = canonicalize(JSON.parse(lines[i]));
  count++;
  if (theirs !== lines[i + 1]) {
    wrong++;
    if (wrong <= 5) {
      console.log(`document: ${lines[i]}\n    ours: ${lines[i + 1]}\n  theirs: ${theirs}`);
    }
  }
}
console.log(`${count - wrong} of ${count} documents to the byte as canonicalize writes them`);
process.exitCode = wrong > 0 || count === 0 ? 1 : 0;
