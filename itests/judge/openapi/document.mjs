// The document, and what real answers are held against it.
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const COMPONENTS = 'https://components.invalid/';
const OPEN = '__open';

/** Members that hold schemas by name, those that hold lists of schemas, and those that hold one. */
const BY_NAME = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLE = ['items', 'contains', 'not', 'additionalProperties', 'unevaluatedProperties', 'if', 'then', 'else'];

export class Document {
  #known = new Set();

  constructor(document) {
    this.document = document;
    this.operations = [];
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of METHODS.filter((m) => item[m])) {
        const operation = item[method];
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((p) => this.deref(p));
        this.operations.push({ path, method, operation, id: operation.operationId, parameters });
      }
    }
    this.ajv = new Ajv2020.default({ strict: true, strictTypes: false, strictTuples: false, strictRequired: false, allErrors: true,
      allowUnionTypes: true, validateFormats: true });
    addFormats.default(this.ajv);
    this.ajv.addFormat('binary', true);
    this.ajv.addVocabulary(['example', 'xml', 'externalDocs', 'discriminator']);
    this.#extensions(document);
    this.ajv.addSchema({ $id: COMPONENTS, $defs: Object.fromEntries(Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => [
        [name, this.#closed(schema, true)],
        [name + OPEN, this.#closed(schema, false)],
      ])) });
    this.compiled = new Map();
  }

  #extensions(value) {
    if (value === null || typeof value !== 'object') {
      return;
    }
    if (!Array.isArray(value)) {
      Object.keys(value).filter((key) => key.startsWith('x-') && !this.#known.has(key)).forEach((key) => {
        this.#known.add(key);
        this.ajv.addKeyword(key);
      });
    }
    Object.values(value).forEach((member) => this.#extensions(member));
  }

  deref(value) {
    while (value?.$ref) {
      value = value.$ref.slice(2).split('/').reduce((at, step) => at[step.replace(/~1/g, '/').replace(/~0/g, '~')], this.document);
    }
    return value;
  }

  operation(id) {
    const found = this.operations.find((o) => o.id === id);
    if (!found) {
      throw new Error(`there is no operation ${id} in the document`);
    }
    return found;
  }

  /**
   * A schema as answers are held against it: what has properties has these and no others, so that a member which the
   * document does not name is a fault; where a schema is one part of several the whole is closed, not the part.
   */
  #closed(schema, close) {
    if (typeof schema !== 'object' || schema === null) {
      return schema;
    }
    const copy = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === '$ref') {
        copy.$ref = `${COMPONENTS}#/$defs/${value.split('/').at(-1)}${close ? '' : OPEN}`;
      } else if (BY_NAME.includes(key)) {
        copy[key] = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#closed(member, true)]));
      } else if (LISTS.includes(key)) {
        copy[key] = value.map((member) => this.#closed(member, close && key !== 'allOf'));
      } else if (SINGLE.includes(key)) {
        copy[key] = this.#closed(value, key !== 'not');
      } else {
        copy[key] = value;
      }
    }
    const named = schema.properties || schema.allOf?.some((part) => this.deref(part).properties);
    if (close && named && schema.additionalProperties === undefined) {
      copy.unevaluatedProperties = false;
    }
    return copy;
  }

  #validator(key, schema) {
    if (!this.compiled.has(key)) {
      this.compiled.set(key, this.ajv.compile(this.#closed(schema, true)));
    }
    return this.compiled.get(key);
  }

  /** Parameters of the query may give the answer another form, of which the document tells beside the operation. */
  #form(operation, query) {
    return (operation['x-precinct-forms'] ?? []).find(({ parameter }) => query[parameter.name] !== undefined
      && String(query[parameter.name]) !== 'false' && query[parameter.name].length !== 0);
  }

  /** Where an answer is not what the document says: texts, none where it is. */
  check({ id, method, path, operation }, answer, query = {}) {
    const what = `${method.toUpperCase()} ${path} ${answer.status}`;
    const { responses } = operation;
    const exact = responses[answer.status] ?? responses[String(answer.status)[0] + 'XX'];
    // What succeeds is told by its status; what fails may be one of the errors that all operations share.
    const described = exact ?? (answer.status >= 400 ? responses.default : undefined);
    if (!described) {
      return [`${what}: the document has ${Object.keys(responses)} only`];
    }
    const response = this.deref(described);
    const faults = [];
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const value = answer.headers.get(name);
      const { required, schema } = this.deref(header);
      if (value === null) {
        if (required) {
          faults.push(`${what}: the header ${name} is missing`);
        }
      } else if (schema) {
        const number = ['integer', 'number'].includes(schema.type) ? Number(value) : value;
        const valid = this.#validator(`${id} ${answer.status} header ${name}`, schema);
        if (!valid(number)) {
          faults.push(`${what}: the header ${name}: ${value} ${this.ajv.errorsText(valid.errors)}`);
        }
      }
    }
    const type = (answer.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
    if (type === '' || answer.empty) {
      return response.content && answer.status !== 304 && !answer.empty ? [...faults, `${what}: there is no body`] : faults;
    }
    const media = Object.entries(response.content ?? {}).find(([name]) => name.split(';')[0].trim() === type)?.[1];
    if (!media) {
      return [...faults, `${what}: ${type} is not in the document, which has [${Object.keys(response.content ?? {})}]`];
    }
    if (media.schema && type === 'application/json') {
      const form = answer.status < 300 ? this.#form(operation, query) : undefined;
      const valid = this.#validator(`${id} ${answer.status} ${exact ? '' : 'default'} ${form?.parameter.name ?? ''}`,
        form?.answer ?? media.schema);
      if (!valid(answer.data)) {
        const errors = valid.errors.slice(0, 4).map((e) => `${e.instancePath || '/'} ${e.message}`
          + (e.params?.unevaluatedProperty ? ` (${e.params.unevaluatedProperty})` : '')
          + (e.params?.additionalProperty ? ` (${e.params.additionalProperty})` : ''));
        faults.push(`${what}: ${errors.join('; ')}: ${JSON.stringify(answer.data).slice(0, 300)}`);
      }
    }
    return faults;
  }
}
