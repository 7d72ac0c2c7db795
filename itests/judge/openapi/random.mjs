// Random requests that are valid by the document, made from nothing else: each is answered without a 5xx and as the
// document says, and none is refused for what it holds, unless the reason is one that no schema can tell.
import fc from 'fast-check';

/** What would change the machine rather than the service: a file where it is told to, bundles, levels of loggers. */
const LEFT_OUT = ['database.backup', 'operations.deploy', 'operations.disable', 'operations.enable', 'operations.logger', 'operations.undeploy'];

/** What schemas cannot tell, by the codes of {@link INVALID}: pointers (or ?parameters) that depend on one another or on what is there. */
const CONDITIONAL = [
  /^\?cursor$/, // is one that was given
  /^\?to$/, // is not before from
  /^\?address$/,
  /^\/schedule\/(rule|dtstart|timezone)$/, // in a language of their own
  /^\/checklists\/\d+\/(name|slug|items\/\d+(\/(item_id|text))?)$/, // one line, names, slugs and ids that differ
  /^\/case_type$/, // the domain of cases knows them, recurring does not
  /^\/params(\/|$)/, // depend on the action
  /^\/value$/, // depends on the field
  /^\/related_task_id$/, // another case
  /^\/base$/, // the name of one of envs
  /^\/envs\/\d+\/name$/, // one line
  /^\/selector\/to$/, // is not before from
  /^\/time$/, // is not in the future
  /^\/to$/, // another node than from
  /^\/resolution$/, // needed where status completes
  /^\?timezone$/, // a name of the time zone database
  /^\/relationship_type$/, // one of the service, or one that cases.yml declares
  /^\/name$/, // of a checklist: one line with a letter or a digit in it
];

const INVALID = ['type', 'enum', 'bounds', 'too_long', 'required', 'format', 'unknown', 'characters', 'read_only'];

const DAY = fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const TIME = fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString());
const HEADER = fc.stringMatching(/^[!-~]{1,12}$/);

export class RandomRequests {
  constructor(document, pools) {
    this.document = document;
    this.pools = pools;
  }

  /** So many requests, the same for the same seed. */
  sample(count, seed) {
    const operations = this.document.operations.filter((o) => !LEFT_OUT.includes(o.id));
    return fc.sample(fc.oneof(...operations.map((o) => this.#request(o))), { numRuns: count, seed });
  }

  #request(operation) {
    const forms = (operation.operation['x-precinct-forms'] ?? []).map((form) => form.parameter);
    const parts = { path: {}, query: {}, header: {} };
    for (const parameter of [...operation.parameters, ...forms]) {
      const schema = this.document.deref(parameter.schema);
      const value = parameter.in === 'header' && !schema.enum && !schema.pattern ? this.#header(schema) : this.#value(parameter.schema);
      const placed = parameter.in === 'path' ? value.map(fitForPath) : value;
      const always = parameter.required || parameter.name === 'Prefer'; // without it the specification asks for 500
      const absent = { weight: parameter.name.startsWith('X-Service-') ? 30 : 3, arbitrary: fc.constant(undefined) };
      parts[parameter.in][parameter.name] = always ? placed : fc.oneof(absent, { weight: 1, arbitrary: placed });
    }
    const content = operation.operation.requestBody?.content ?? {};
    const json = content['application/json'];
    const raw = Object.keys(content).find((type) => type !== 'application/json');
    const body = json ? this.#value(json.schema) : raw ? fc.string({ maxLength: 20 }) : fc.constant(undefined);
    return fc.record({
      id: fc.constant(operation.id), path: fc.record(parts.path), query: fc.record(parts.query), headers: fc.record(parts.header), body,
      type: fc.constant(json ? 'application/json' : raw === '*/*' ? 'application/octet-stream' : raw),
    });
  }

  #header(schema) {
    return schema.type === 'integer' ? this.#value(schema).map(String)
      : schema.examples ? fc.oneof(fc.constantFrom(...schema.examples), HEADER) : HEADER;
  }

  #value(schema, depth = 0) {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1);
      const own = this.#value(this.document.deref(schema), depth);
      const pool = fc.nat().map((at) => ({ pool: name, at }));
      return this.pools[name] ? fc.oneof({ weight: 5, arbitrary: pool }, { weight: 1, arbitrary: own }) : own;
    }
    if (schema.const !== undefined) {
      return fc.constant(schema.const);
    }
    if (schema.enum) {
      return fc.constantFrom(...schema.enum);
    }
    if (schema.anyOf ?? schema.oneOf) {
      return fc.oneof(...(schema.anyOf ?? schema.oneOf).map((one) => this.#value(one, depth)));
    }
    if (Array.isArray(schema.type)) {
      return fc.oneof(...schema.type.map((type) => this.#value({ ...schema, type }, depth)));
    }
    switch (schema.type) {
      case 'null': return fc.constant(null);
      case 'boolean': return fc.boolean();
      case 'integer': return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 1_000_000) });
      case 'number': return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
      case 'string': return text(schema);
      case 'array': return fc.array(this.#value(schema.items ?? {}, depth + 1), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 3, 3) });
      case 'object': return this.#object(schema, depth);
      default: return fc.jsonValue({ maxDepth: 1 });
    }
  }

  #object(schema, depth) {
    const members = Object.entries(schema.properties ?? {}).filter(([, member]) => !this.document.deref(member).readOnly);
    const model = Object.fromEntries(members.map(([name, member]) => [name, this.#value(member, depth + 1)]));
    const named = fc.record(model, { requiredKeys: schema.required ?? [] });
    const { additionalProperties: others } = schema;
    return others === undefined || others === false ? named
      : fc.tuple(named, fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), this.#value(others === true ? {} : others, depth + 1), { maxKeys: 3 }))
        .map(([these, more]) => ({ ...more, ...these }));
  }

  /** What stands for something that is there becomes it. */
  resolved(value) {
    if (value === null || typeof value !== 'object') {
      return value;
    }
    if (value.pool && this.pools[value.pool]) {
      const pool = this.pools[value.pool];
      return pool[value.at % pool.length];
    }
    return Array.isArray(value) ? value.map((one) => this.resolved(one))
      : Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined).map(([key, one]) => [key, this.resolved(one)]));
  }
}

function text({ format, pattern, minLength = 0, maxLength = 1000, contentMediaType }) {
  if (format === 'date') {
    return DAY;
  }
  if (format === 'date-time') {
    return TIME;
  }
  if (contentMediaType === 'application/json') {
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.nat(), { maxKeys: 2 }).map((map) => JSON.stringify(map));
  }
  const visible = pattern === '\\S';
  if (pattern && !visible) {
    return fc.stringMatching(new RegExp(pattern)).filter((one) => one.length >= minLength && one.length <= maxLength);
  }
  const least = visible ? Math.max(minLength, 1) : minLength;
  return fc.string({ unit: fc.constantFrom(...'abcXYZ019 -_.äß€漢😀"\'<>&%/\\{}*?#@:'), minLength: least, maxLength: Math.min(maxLength, 24) })
    .map((one) => (visible && !/\S/.test(one) ? 'x' : one));
}

/** A segment of a path is neither empty nor one that clients of HTTP take for themselves. */
function fitForPath(value) {
  return typeof value === 'string' && /^\.*$/.test(value) ? 'x' : value;
}

/** Sends them one after the other; texts about what is wrong. */
export async function sent(client, requests, sample) {
  const faults = [];
  for (const request of sample) {
    const { id, path, query, headers, body, type } = requests.resolved(request);
    const what = JSON.stringify({ path, query, headers, body }).slice(0, 300);
    let answer;
    try {
      answer = await client.call(id, { path, query, headers, body, type });
    } catch (e) {
      faults.push(`${id}: no answer (${e.cause ?? e}) to ${what}`);
      continue;
    }
    if (answer.status >= 500) {
      faults.push(`${id}: ${answer.status} ${answer.text.slice(0, 200)} to ${what}`);
    }
    const errors = (answer.data?.errors ?? []).filter((error) => INVALID.includes(error.code) && !CONDITIONAL.some((one) => one.test(error.pointer)));
    if ([400, 422].includes(answer.status) && errors.length > 0) {
      faults.push(`${id}: valid by the document, and refused: ${JSON.stringify(errors).slice(0, 250)} to ${what}`);
    }
    if (answer.status === 422 && answer.data?.error === 'input shape mismatch') {
      faults.push(`${id}: valid by the document, and refused: ${answer.text.slice(0, 200)} to ${what}`);
    }
  }
  return faults;
}
