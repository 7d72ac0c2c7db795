import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';

const [, , samples, service] = process.argv;

/**
 * Strict: an unknown keyword, one of no effect or a bad pattern is an error. The three that are off are taste: types by
 * implication, tuples that are open at their end, required members of which nothing else is said. All errors, because
 * where it stops at the first ajv overlooks a required member whose name is empty.
 */
const ajv = new Ajv2020.default({ strict: true, strictTypes: false, strictTuples: false, strictRequired: false, allErrors: true });
const extensions = new Set();

function compile(schema) {
  for (const name of extensionsIn(schema)) {
    if (!extensions.has(name)) {
      extensions.add(name);
      ajv.addKeyword(name);
    }
  }
  return ajv.compile(schema);
}

function extensionsIn(value) {
  if (value === null || typeof value !== 'object') {
    return [];
  }
  const own = Array.isArray(value) ? [] : Object.keys(value).filter((key) => key.startsWith('x-precinct-'));
  return own.concat(...Object.values(value).map(extensionsIn));
}

let faults = 0;
function fault(text) {
  faults++;
  if (faults <= 10) {
    console.log(text);
  }
}

// A value of the shape satisfies the schema; the reverse holds where the schema has no x-precinct-… member.
let verdicts = 0;
let through = 0;
for (const line of readFileSync(samples, 'utf8').split('\n').filter(Boolean)) {
  const { shape, schema, data, matches } = JSON.parse(line);
  const exact = extensionsIn(schema).length === 0;
  let validate;
  try {
    validate = compile(schema);
  } catch (e) {
    fault(`${JSON.stringify(schema)} does not compile: ${e.message}`);
    continue;
  }
  data.forEach((sample, i) => {
    const valid = validate(sample);
    verdicts++;
    through += matches[i] ? 1 : 0;
    if (matches[i] !== valid && (matches[i] || exact)) {
      fault(
        `shape ${JSON.stringify(shape)} ${matches[i] ? 'lets' : 'does not let'} ${JSON.stringify(sample)} through,` +
          ` ajv finds it ${valid ? 'valid' : 'invalid'} by ${JSON.stringify(schema)}`,
      );
    }
  });
}
if (through < verdicts / 5 || through > (verdicts * 4) / 5) {
  fault(`the samples are one-sided: ${through} of ${verdicts} were let through`);
}

// What the running service serves as schemas compiles as well, and a real answer satisfies its own.
async function json(path) {
  const answer = await fetch(service + path, { headers: { accept: 'application/json' } });
  if (!answer.ok) {
    throw new Error(`GET ${path} answers ${answer.status}`);
  }
  return answer.json();
}

let schemas = 0;
const { boundaries } = await json('/inspect/boundaries');
for (const { name } of boundaries) {
  const manifest = await json(`/inspect/boundary/${encodeURIComponent(name)}`);
  for (const kind of ['input_schema', 'output_schema']) {
    if (manifest[kind] !== null) {
      schemas++;
      try {
        compile(manifest[kind]);
      } catch (e) {
        fault(`${kind} of ${name} does not compile: ${e.message}`);
      }
    }
  }
}
const echo = compile((await json('/inspect/boundary/echo')).output_schema);
if (!echo(await json('/echo/hello'))) {
  fault(`the answer of /echo/hello does not satisfy the schema of echo: ${ajv.errorsText(echo.errors)}`);
}

console.log(`ajv agrees on ${verdicts - faults} of ${verdicts} samples; ${schemas} served schemas compile strictly`);
process.exitCode = faults > 0 || schemas === 0 ? 1 : 0;
