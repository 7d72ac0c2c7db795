import { Validator } from '@seriousme/openapi-schema-validator';

const service = process.argv[2];
const faults = [];

const answer = await fetch(`${service}/inspect/openapi.json`);
const document = await answer.json();
const validator = new Validator();
const result = await validator.validate(structuredClone(document));
if (!result.valid) {
  faults.push(...(Array.isArray(result.errors) ? result.errors.map((e) => JSON.stringify(e)) : [result.errors]));
}
if (validator.version !== '3.1') {
  faults.push(`it is taken for OpenAPI ${validator.version}`);
} else {
  validator.resolveRefs();
}

// What the schema of OpenAPI cannot say: variables of a path are its parameters, operation ids are unique.
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const ids = new Set();
let operations = 0;
for (const [path, item] of Object.entries(document.paths)) {
  for (const method of methods.filter((m) => item[m])) {
    operations++;
    const operation = item[method];
    const declared = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      .filter((p) => p.in === 'path')
      .map((p) => p.name);
    const used = [...path.matchAll(/\{([^}]+)\}/g)].map((m) => m[1]);
    if (declared.toSorted().join() !== used.toSorted().join()) {
      faults.push(`${method} ${path} declares the path parameters [${declared}]`);
    }
    if (operation.operationId !== undefined && ids.has(operation.operationId)) {
      faults.push(`${method} ${path} repeats the operationId ${operation.operationId}`);
    }
    ids.add(operation.operationId);
  }
}
if (!document.paths['/echo/{message}']?.get) {
  faults.push('GET /echo/{message} is not in the document');
}

faults.forEach((fault) => console.log(fault));
console.log(`${operations} operations, ${faults.length} faults by the schema of OpenAPI ${validator.version}`);
process.exitCode = faults.length > 0 ? 1 : 0;
