// What the schema of OpenAPI and a linter say of the document.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';

/** The document by the schema of OpenAPI, and what that schema cannot say. */
export async function bySchema(document) {
  const faults = [];
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document.document));
  if (!result.valid) {
    faults.push(...(Array.isArray(result.errors) ? result.errors.map((e) => JSON.stringify(e)) : [result.errors]));
  }
  if (validator.version !== '3.1') {
    faults.push(`it is taken for OpenAPI ${validator.version}`);
  } else {
    validator.resolveRefs();
  }
  const ids = new Set();
  for (const { path, method, id, parameters, operation } of document.operations) {
    const declared = parameters.filter((p) => p.in === 'path').map((p) => p.name);
    const used = [...path.matchAll(/\{([^}]+)\}/g)].map((m) => m[1]);
    if (declared.toSorted().join() !== used.toSorted().join()) {
      faults.push(`${method} ${path} declares the path parameters [${declared}]`);
    }
    if (id === undefined || ids.has(id)) {
      faults.push(`${method} ${path} has no operationId of its own: ${id}`);
    }
    ids.add(id);
    faults.push(...says(document, method, path, operation));
  }
  return faults;
}

/** Bodies and answers of JSON say what they hold: more than that they are objects, or lists, or anything. */
function says(document, method, path, operation) {
  const faults = [];
  const body = operation.requestBody?.content?.['application/json']?.schema;
  if (body && isBare(document, body)) {
    faults.push(`${method} ${path}: its request body says nothing: ${JSON.stringify(body)}`);
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    const schema = document.deref(response).content?.['application/json']?.schema;
    if (schema && isBare(document, schema)) {
      faults.push(`${method} ${path} ${status}: the answer says nothing: ${JSON.stringify(schema)}`);
    }
  }
  return faults;
}

function isBare(document, schema) {
  const { type, properties, items, additionalProperties, enum: values, allOf, anyOf, oneOf, ...rest } = document.deref(schema);
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])];
  if (parts.length > 0) {
    return parts.every((part) => isBare(document, part));
  }
  const told = properties && Object.keys(properties).length > 0;
  const scalar = typeof type === 'string' && !['object', 'array'].includes(type);
  const list = type === 'array' && items && (Object.keys(items).length > 0);
  const map = type === 'object' && typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  // What has no members, or any, has said so.
  const none = type === 'object' && additionalProperties !== undefined;
  return !(told || scalar || list || map || none || values || rest.const !== undefined || Array.isArray(type));
}

/** The document by the rules of Spectral for OpenAPI: errors and warnings. */
export function byLinter(document, folder) {
  writeFileSync(`${folder}/openapi.json`, JSON.stringify(document.document, null, 2));
  writeFileSync(`${folder}/.spectral.yaml`, 'extends: [["spectral:oas", recommended]]\n');
  let printed;
  try {
    printed = execFileSync('npx', ['--no-install', 'spectral', 'lint', 'openapi.json', '-r', '.spectral.yaml', '-f', 'json', '--quiet'],
      { cwd: folder, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  } catch (e) {
    printed = e.stdout.toString();
    if (!printed.trim().startsWith('[')) {
      throw new Error(`spectral failed: ${e.stderr}`);
    }
  }
  return JSON.parse(printed.slice(printed.indexOf('['), printed.lastIndexOf(']') + 1))
    .filter((finding) => finding.severity <= 1)
    .map((finding) => `${finding.code} ${finding.path.join('/')}: ${finding.message}`);
}
