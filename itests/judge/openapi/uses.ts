// Ordinary uses of a client that openapi-typescript generates; that they compile is the point, nothing is run.
import createClient from 'openapi-fetch';
import type { components, operations, paths } from './api';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000' });
type Case = components['schemas']['Case'];
type Expect<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

export async function creates(): Promise<Case> {
  const { data, error } = await client.POST('/api/tasks', {
    body: { label: 'Find the key', priority: 2, urgency_level: 'urgent', evidence_tags: ['key'], due_date: null },
    params: { header: { 'Idempotency-Key': '1' } },
  });
  if (error) {
    throw new Error(error.error);
  }
  const version: number = data.version;
  const due: string | null = data.due_date;
  return { ...data, version, due_date: due };
}

export async function lists(): Promise<string[]> {
  const { data = [] } = await client.GET('/api/tasks', {
    params: { query: { status: ['active', 'parked'], limit: 10, sort: '-updated_at', is_case: true, due_date: ['2031-05-01'] } },
  });
  return data.filter((one) => one.status === 'active' && one.note_count > 0).map((one) => one.label);
}

export async function searches() {
  const { data } = await client.GET('/api/tasks/search', { params: { query: { q: 'key' } } });
  return data?.map(({ task, score, match }) => `${task.label} ${score.toFixed(2)} ${match}`);
}

export async function searchesFields() {
  return client.GET('/api/tasks/cases/search', { params: { query: { label: ['key'], pinned: true, created_after: '2026-01-01' } } });
}

export async function changes(id: string) {
  const { data, response } = await client.PATCH('/api/tasks/{id}', {
    params: { path: { id }, header: { 'If-Match': '"v1"' } },
    body: { priority: 1, notes: null, consciousness_links: { memories: ['desk'] } },
  });
  return { tags: data?.evidence_tags.join(), memories: data?.consciousness_links.memories, etag: response.headers.get('etag') };
}

export async function replaces(one: Case) {
  return client.PUT('/api/tasks/{id}', { params: { path: { id: one.id } }, body: { label: one.label, priority: one.priority } });
}

export async function deletes(id: string) {
  const { response, data } = await client.DELETE('/api/tasks/{id}', { params: { path: { id } } });
  const nothing: undefined = data;
  return response.status === 204 && nothing === undefined;
}

export async function deletesAll() {
  const { data } = await client.DELETE('/api/tasks/bulk', { body: { ids: ['task-1'] } });
  return data?.results.map(({ id, status }) => (status === 'deleted' ? id : ''));
}

export async function notes(id: string) {
  await client.POST('/api/tasks/{id}/notes', { params: { path: { id } }, body: { note: 'Looked.' } });
  const { data } = await client.GET('/api/tasks/{id}/notes', { params: { path: { id }, query: { start: 0, end: 5 } } });
  return data?.map((note) => note.content.length + (note.changes?.length ?? 0));
}

export async function moves(id: string) {
  const { data } = await client.POST('/api/tasks/{id}/start', { params: { path: { id }, header: { Prefer: 'handling=strict' } }, body: {} });
  await client.POST('/api/tasks/{id}/close', { params: { path: { id } }, body: { resolution: 'Found.' } });
  return data?.stack[0]?.id ?? data?.task.status;
}

export async function stack() {
  const { data } = await client.GET('/api/tasks/current');
  const label: string | undefined = data?.label;
  const popped = await client.POST('/api/tasks/current/complete', { body: { resolution: 'Done.' } });
  return popped.data?.current?.label ?? label;
}

export async function statistics() {
  const { data } = await client.GET('/api/tasks/cases/statistics');
  return (data?.total ?? 0) + (data?.by_status['active'] ?? 0);
}

export async function checklists(id: string) {
  const { data } = await client.POST('/api/tasks/{id}/lists/{name}/execute', {
    params: { path: { id, name: 'door' } }, body: { action: 'add', params: { text: 'Knock', position: 0 } },
  });
  return data?.items.filter((item) => !item.checked).map((item) => item.text.trim());
}

export async function templates() {
  const made = await client.POST('/api/recurring-templates', {
    body: { label: 'Water', schedule: { kind: 'rrule', rule: 'FREQ=WEEKLY', timezone: 'Europe/Berlin' } },
  });
  const upcoming = await client.GET('/api/recurring-templates/upcoming', { params: { query: { count: 3 } } });
  return [made.data?.schedule.rule, upcoming.data?.[0]?.upcoming[0]?.at, made.data?.next_due];
}

export async function graph() {
  await client.PUT('/api/graph/nodes/{slug}', { params: { path: { slug: 'a' } }, body: { body: '# A' } });
  const { data } = await client.GET('/api/graph/resolve', { params: { query: { address: 'a:a' } } });
  return data?.content.toUpperCase();
}

export async function sync() {
  const { data } = await client.POST('/api/sync/manifest', { body: { tasks: [{ id: 't', updated_at: 'now', hash: '0' }] } });
  return data?.full_sync === true ? data.pull.concat(data.push) : [];
}

export async function code() {
  const { data } = await client.GET('/repos/{repo}/symbols', {
    params: { path: { repo: 'a' }, query: { name: 'Greet*', limit: 10, position_encoding: 'utf-16' } },
  });
  const all = await client.POST('/query', { body: { query: '(identifier) @i', lang: 'java' } });
  return [...(data?.items.map((item) => item.start?.line) ?? []), all.data?.items[0]?.captures[0]?.text, data?.next_cursor];
}

export async function coverage() {
  const { data } = await client.POST('/traces/coverage', { body: { requirements: ['a', { id: 'b', title: 'B' }] } });
  return data?.requirements.filter((one) => one.status === 'covered').map((one) => one.places[0]?.permalink);
}

export async function operates() {
  const health = await client.GET('/health');
  const routes = await client.GET('/inspect/routes');
  return [health.data?.status, health.data?.checks[0]?.detail, routes.data?.routes[0]?.chain[0]?.boundary];
}

export async function probes() {
  const { data } = await client.GET('/echo/{message}', {
    params: { path: { message: 'hello' }, header: { 'X-Service-Verify': 'greeting', 'X-Service-Trace': '1' } },
  });
  return data?._verify?.every((result) => result.passed) && data._trace?.crossings.length;
}

// What the document names stays what it is.
export const typed: [
  Expect<Case['status'], 'parked' | 'active' | 'completed' | 'archived'>,
  Expect<Case['priority'], number>,
  Expect<Case['detective'], string | null>,
  Expect<NonNullable<operations['views.list']['parameters']['query']>['limit'], number | undefined>,
  Expect<operations['tasks.create']['requestBody']['content']['application/json']['label'], string>,
] = [true, true, true, true, true];

// @ts-expect-error a case has no such member
export const wrong = (one: Case) => one.colour;
// @ts-expect-error there is no such status
export const never = () => client.GET('/api/tasks', { params: { query: { status: ['lost'] } } });
// @ts-expect-error a case has a label
export const unlabelled = () => client.POST('/api/tasks', { body: { priority: 1 } });
