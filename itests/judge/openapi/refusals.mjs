// What a refusal of an unknown member or parameter calls allowed, held against the document.

/** What would act on the machine, were it not refused. */
const LEFT_OUT = ['database.backup', 'operations.deploy', 'operations.disable', 'operations.enable', 'operations.logger', 'operations.undeploy'];

/** What has its body checked by its shape alone, which further members fit. */
const SHAPED = ['operations.reload', 'operations.rollback', 'operations.scenario'];

/** What does not look at its body. */
const UNREAD = ['tasks.pin', 'tasks.touch', 'tasks.unpin'];

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
  for (const operation of document.operations.filter((o) => ![...LEFT_OUT, ...SHAPED, ...UNREAD].includes(o.id))) {
    const path = Object.fromEntries(operation.parameters.filter((p) => p.in === 'path')
      .map((p) => [p.name, values[p.schema.$ref?.split('/').at(-1)]?.[0]]).filter(([, value]) => value !== undefined));
    const schema = document.deref(operation.operation.requestBody?.content?.['application/json']?.schema);
    const members = schema && writable(document, schema);
    if (members) {
      const answer = await client.call(operation.id, { path, body: { [UNKNOWN]: 1 }, headers: { prefer: 'handling=strict' } });
      compared.members++;
      faults.push(...difference(operation.id, answer, `/${UNKNOWN}`, members));
    }
    if (operation.method === 'get') {
      const forms = (operation.operation['x-precinct-forms'] ?? []).map((form) => form.parameter.name);
      const names = new Set([...operation.parameters.filter((p) => p.in === 'query').map((p) => p.name), ...forms]);
      const answer = await client.call(operation.id, { path, query: { [UNKNOWN]: 1 } });
      // not every operation refuses a parameter that it does not know
      if (fault(answer, `?${UNKNOWN}`)) {
        compared.parameters++;
        faults.push(...difference(operation.id, answer, `?${UNKNOWN}`, names));
      }
    }
  }
  return { faults, compared };
}

/** The names of the members that are not readOnly; undefined where others are allowed as well. */
function writable(document, schema) {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? [schema]).map((one) => document.deref(one));
  if (alternatives.some((one) => one.type !== 'object' || one.additionalProperties !== false)) {
    return undefined;
  }
  return new Set(alternatives.flatMap((one) => Object.entries(one.properties ?? {}))
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
