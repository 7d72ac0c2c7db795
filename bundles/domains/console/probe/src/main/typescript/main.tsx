import { render } from 'preact';
import { useState } from 'preact/hooks';
import { type Console, type Reply, entered, equal, plain, refusal, usePolled } from '@precinct/kit';
import { Answer } from './answer.tsx';
import type { Operation, Parameter, Route } from './api.ts';

interface Documents {
  routes: Route[];
  operations: Map<string, Operation>;
}

/** What has been sent, and what came back. */
export interface Exchange {
  route: Route;
  method: string;
  address: string;
  headers: Record<string, string>;
  body?: unknown;
  params: Record<string, string>;
  reply: Reply;
}

async function documents(console: Console, signal: AbortSignal): Promise<Documents> {
  const [{ routes }, openapi] = await Promise.all([
    console.get<{ routes: Route[] }>('/inspect/routes', signal),
    console.get<{ paths: Record<string, Record<string, Operation>> }>('/inspect/openapi.json', signal),
  ]);
  const operations = new Map<string, Operation>();
  for (const item of Object.values(openapi.paths)) {
    for (const operation of Object.values(item)) {
      if (operation && typeof operation === 'object' && operation.operationId) {
        operations.set(operation.operationId, operation);
      }
    }
  }
  return { routes: routes.filter((route) => !route.name.startsWith('console.')), operations };
}

function Probe({ console }: { console: Console }) {
  const { value, error } = usePolled((signal) => documents(console, signal), 30_000, equal);
  const [name, setName] = useState(new URLSearchParams(console.path.split('?')[1] ?? '').get('route') ?? '');
  const [exchange, setExchange] = useState<Exchange>();
  const [failure, setFailure] = useState('');
  if (!value) {
    return <p class="loading" role="status">{error ?? 'Loading routes …'}</p>;
  }
  const route = value.routes.find((each) => each.name === name) ?? value.routes[0];
  if (!route) {
    return <p class="card">No route is deployed that could be probed.</p>;
  }
  const send = async (form: HTMLFormElement) => {
    setFailure('');
    try {
      setExchange(await probe(console, route, value.operations.get(route.name), new FormData(form)));
    } catch (reason) {
      setExchange(undefined);
      setFailure((reason as Error).message);
    }
  };
  return (
    <>
      <section class="card" aria-label="Request">
        <form
          key={route.name}
          onSubmit={(event) => {
            event.preventDefault();
            void send(event.target as HTMLFormElement);
          }}
        >
          <div class="fields">
            <label class="wide">
              Route
              <select value={route.name} onChange={(event) => setName((event.target as HTMLSelectElement).value)}>
                {value.routes.map((each) => <option key={each.name} value={each.name}>{each.method.toUpperCase()} {each.path} ({each.name})</option>)}
              </select>
            </label>
            <Inputs route={route} operation={value.operations.get(route.name)} />
            <label>
              Verify
              <select name="verify">
                <option value="">nothing</option>
                {route.scenarios.length > 0 && <option value="route" selected>every scenario</option>}
                {route.scenarios.map((scenario) => <option key={scenario} value={scenario}>{scenario}</option>)}
              </select>
            </label>
          </div>
          <p class="actions"><button type="submit" class="main">Send</button></p>
        </form>
        {failure && <p class="note bad" role="alert">{failure}</p>}
      </section>
      {exchange && <Answer console={console} exchange={exchange} />}
    </>
  );
}

/** The names of the parts of a path that vary. */
function variables(path: string): string[] {
  return path.split('/').filter((part) => /^[:*]/.test(part)).map((part) => part.slice(1));
}

function described(operation: Operation | undefined, place: Parameter['in']): Parameter[] {
  return (operation?.parameters ?? []).filter((parameter) => parameter.in === place && !parameter.$ref);
}

/** Headers that a boundary declares; what the framework reads of every request has its own place in the form. */
function headers(operation: Operation | undefined): Parameter[] {
  return described(operation, 'header').filter(({ name }) => !/^(?:x-service-.*|traceparent|accept)$/i.test(name));
}

/** A field for each part of the path, each parameter and the body. */
function Inputs({ route, operation }: { route: Route; operation?: Operation }) {
  const json = operation?.requestBody?.content['application/json'];
  const example = json?.example ?? json?.schema?.examples?.[0] ?? {};
  return (
    <>
      {variables(route.path).map((name) => {
        const schema = described(operation, 'path').find((each) => each.name === name)?.schema;
        const given = plain(schema?.examples?.[0] ?? schema?.example);
        return <label key={`path ${name}`}>{name} <input name={`path ${name}`} required defaultValue={given} /></label>;
      })}
      {described(operation, 'query').map((parameter) => <Field key={`query ${parameter.name}`} label={`?${parameter.name}`} parameter={parameter} />)}
      {headers(operation).map((parameter) => <Field key={`header ${parameter.name}`} label={`${parameter.name}:`} parameter={parameter} />)}
      {json && <label class="wide">Body (JSON)<textarea name="body" spellcheck={false}>{JSON.stringify(example, null, 2)}</textarea></label>}
    </>
  );
}

/** A parameter of the query or a header. */
function Field({ label, parameter }: { label: string; parameter: Parameter }) {
  const { name, required, description, schema } = parameter;
  const field = `${parameter.in} ${name}`;
  return (
    <label title={description}>
      {label}
      {schema?.enum ? (
        <select name={field}>
          {!required && <option value="" />}
          {schema.enum.map((each) => <option key={plain(each)}>{plain(each)}</option>)}
        </select>
      ) : (
        <input name={field} required={required} placeholder={plain(schema?.default)} />
      )}
    </label>
  );
}

async function probe(console: Console, route: Route, operation: Operation | undefined, form: FormData): Promise<Exchange> {
  const params: Record<string, string> = {};
  const path = route.path.split('/').map((part) => {
    if (!/^[:*]/.test(part)) {
      return part;
    }
    const given = entered(form, `path ${part.slice(1)}`);
    params[part.slice(1)] = given;
    return part.startsWith('*') ? given.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(given);
  }).join('/');
  const query = new URLSearchParams();
  for (const { name } of described(operation, 'query')) {
    const given = entered(form, `query ${name}`);
    if (given) {
      query.set(name, given);
    }
  }
  const sent: Record<string, string> = {};
  for (const { name } of headers(operation)) {
    const given = entered(form, `header ${name}`);
    if (given) {
      sent[name] = given;
    }
  }
  let body: unknown;
  const text = entered(form, 'body');
  if (text.trim() !== '') {
    try {
      body = JSON.parse(text);
    } catch (error) {
      throw new Error(`The body is no JSON: ${(error as Error).message}`);
    }
  }
  if (route.access === 'admin' && !(await console.administer())) {
    throw new Error('This route needs the token of an administrator.');
  }
  const address = path + (query.size > 0 ? `?${query}` : '');
  const method = route.method.toUpperCase();
  const verify = entered(form, 'verify');
  const reply = await console.call(method, address, {
    body,
    headers: { ...sent, 'X-Service-Trace': '1', 'X-Service-Seal': 'leaves', ...(verify && { 'X-Service-Verify': verify }) },
  });
  if (reply.status === 400 && !reply.body) {
    throw new Error(refusal(reply));
  }
  return { route, method, address, headers: sent, body, params, reply };
}

export function mount(element: HTMLElement, console: Console): () => void {
  render(<Probe console={console} />, element);
  return () => render(null, element);
}
