// What a refusal of an unknown member or parameter calls allowed, held against the document.

/** What would act on the machine, were it not refused. */
const LEFT_OUT = ['database.backup', 'operations.deploy'];

/** What has the shape of its body checked first: bodies of such a shape that name nothing which is there. */
const SHAPED = {
  'operations.disable': { bundle: 'no-such-bundle' },
  'operations.enable': { bundle: 'no-such-bundle' },
  'operations.logger': { level: 'info' },
  'operations.rollback': { bundle: 'no-such-bundle' },
  'operations.scenario': { route: 'no-such-route', scenario: 'none' },
  'operations.undeploy': { bundle: 'no-such-bundle' },
};

/** GETs that do not look at parameters which they do not know. */
const LENIENT = ['console.asset', 'console.page', 'console.view', 'echo', 'graph.read', 'inspect.boundaries',
  'inspect.boundary', 'inspect.bundles', 'inspect.config', 'inspect.framework_schema', 'inspect.framework_schema_stage',
  'inspect.openapi', 'inspect.routes', 'inspect.seal', 'inspect.seal_proof', 'inspect.traffic', 'mcp.readonly_stream',
  'mcp.stream', 'notes.read', 'operations.bundles', 'operations.explain', 'operations.front', 'operations.health',
  'operations.loggers', 'operations.metrics', 'operations.ready', 'operations.ready_feature', 'operations.status', 'plain',
  'recurring.read', 'stack.current', 'tasks.read'];

const UNKNOWN = 'no_such_name';

/**
 * Sends every operation an unknown member of its body and an unknown parameter.
 *
 * @param values what is there for path variables, by the name of their schema
 * @returns {faults, compared} texts where allowed is not what the document says, and how many refusals were compared
 */
export async function refused(client, document, values) {
  const faults = [];
  const compared = { members: 0, parameters: 0 };
  const ids = new Set(document.operations.map((o) => o.id));
  const listed = [...LEFT_OUT, ...Object.keys(SHAPED), ...LENIENT];
  faults.push(...listed.filter((id) => !ids.has(id)).map((id) => `${id} is listed here, and there is no such operation`));
  for (const operation of document.operations.filter((o) => !LEFT_OUT.includes(o.id))) {
    const path = Object.fromEntries(operation.parameters.filter((p) => p.in === 'path')
      .map((p) => [p.name, values[p.schema.$ref?.split('/').at(-1)]?.[0] ?? document.deref(p.schema).enum?.[0]]).filter(([, value]) => value !== undefined));
    const schema = document.deref(operation.operation.requestBody?.content?.['application/json']?.schema);
    for (const { members, chosen } of schema ? bodies(document, schema) : []) {
      const body = { ...chosen, ...SHAPED[operation.id], [UNKNOWN]: 1 };
      const answer = await client.call(operation.id, { path, body, headers: { prefer: 'handling=strict' } });
      compared.members++;
      faults.push(...difference(operation.id, answer, `/${UNKNOWN}`, members));
    }
    if (operation.method === 'get') {
      const forms = (operation.operation['x-precinct-forms'] ?? []).map((form) => form.parameter.name);
      const names = new Set([...operation.parameters.filter((p) => p.in === 'query').map((p) => p.name), ...forms]);
      const answer = await client.call(operation.id, { path, query: { [UNKNOWN]: 1 } });
      if (!LENIENT.includes(operation.id)) {
        compared.parameters++;
        faults.push(...difference(operation.id, answer, `?${UNKNOWN}`, names));
      } else if (fault(answer, `?${UNKNOWN}`)) {
        faults.push(`${operation.id} refuses ?${UNKNOWN}, and is listed among those that do not`);
      }
    }
  }
  return { faults, compared };
}

/**
 * The alternatives of a body: the names of the members of each that are not readOnly, and the members that choose it,
 * which are those that it requires and no other alternative has. None where other members are allowed as well.
 */
function bodies(document, schema) {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? [schema]).map((one) => document.deref(one));
  if (alternatives.some((one) => one.type !== 'object' || one.additionalProperties !== false)) {
    return [];
  }
  return alternatives.map((one) => {
    const others = new Set(alternatives.filter((other) => other !== one).flatMap((other) => Object.keys(other.properties ?? {})));
    const own = others.size > 0 ? (one.required ?? []).filter((name) => !others.has(name)) : [];
    return { members: writable(document, one), chosen: Object.fromEntries(own.map((name) => [name, null])) };
  });
}

/** The names of the members that are not readOnly. */
function writable(document, schema) {
  return new Set(Object.entries(schema.properties ?? {})
    .filter(([, member]) => !document.deref(member).readOnly).map(([name]) => name));
}

function fault(answer, pointer) {
  return answer.data?.errors?.find((one) => one.pointer === pointer && one.code === 'unknown');
}

function difference(id, answer, pointer, names) {
  const found = fault(answer, pointer);
  if (!found) {
    return [`${id} does not refuse ${pointer}: ${answer.status} ${answer.text.slice(0, 200)}`];
  }
  const allowed = new Set(found.allowed ?? []);
  const surplus = [...allowed].filter((name) => !names.has(name));
  const missing = [...names].filter((name) => !allowed.has(name));
  return surplus.length + missing.length === 0 ? []
    : [`${id} refuses ${pointer}, and allowed has ${surplus.length > 0 ? `also [${surplus}]` : ''}${missing.length > 0 ? ` not [${missing}]` : ''}`];
}
