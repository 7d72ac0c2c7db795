// Every operation once or more, as somebody uses it: what comes back is held against the document.
import { createHmac } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET } from './service.mjs';

export async function walk(client, distribution) {
  const call = (id, request) => client.call(id, request);
  const data = async (id, request) => (await call(id, request)).data;
  const found = await cases(call, data);
  await notes(call, data, found);
  await links(call, found);
  await stacks(call, found);
  await checklists(call, found);
  await recurring(call, data, found);
  await sync(call, data, found);
  await source(call, data, found);
  await traces(call);
  await graph(call);
  await tools(call, found);
  await dependencies(call);
  await inspection(call);
  await console(call, data);
  await operations(call, client, distribution);
  await refusals(call, found);
  return found;
}

async function cases(call, data) {
  const one = await data('tasks.create', { body: { label: 'Find the key', case_type: 'investigation', priority: 2, detective: 'ada',
    evidence_tags: ['key', 'door'], due_date: '2031-05-01', urgency_level: 'urgent', notes: 'It *was* here.',
    consciousness_links: { memories: ['desk/key'], context: 'The desk' }, status: 'active' } });
  const two = await data('tasks.create', { body: { label: 'Watch the door' }, headers: { 'Idempotency-Key': 'judge-1' } });
  await call('tasks.create', { body: { label: 'Watch the door' }, headers: { 'Idempotency-Key': 'judge-1' } });
  const id = one.id;
  await call('tasks.read', { path: { id } });
  await call('tasks.patch', { path: { id }, body: { priority: 1, notes: null }, headers: { 'If-Match': '"v1"' } });
  await call('tasks.patch', { path: { id }, body: { priority: 4 }, headers: { 'If-Match': '"v1"' } });
  await call('tasks.patch', { path: { id }, body: { priority: 9, nothing: true } });
  const put = 'task-00000000-0000-4000-8000-000000000001';
  const whole = await data('tasks.replace', { path: { id: put }, body: { label: 'Brought along',
    investigation_notes: [{ note_id: 'note-0000000a', content: 'From elsewhere', detective: 'bob' }] } });
  await call('tasks.replace', { path: { id: put }, body: { ...whole, label: 'Brought along again' } });
  for (const operation of ['tasks.pin', 'tasks.unpin', 'tasks.touch', 'tasks.pin']) {
    await call(operation, { path: { id } });
  }
  const gone = await data('tasks.create', { body: { label: 'To be deleted' } });
  await call('tasks.delete', { path: { id: gone.id } });
  await call('trash.list');
  await call('trash.list', { query: { limit: 1, envelope: true } });
  await call('trash.restore', { path: { id: gone.id } });
  await call('trash.restore', { path: { id: gone.id } });
  await call('tasks.bulk_delete', { body: { ids: [gone.id] } });
  for (const list of ['views.list', 'views.active', 'views.pinned', 'views.urgent', 'views.emergency', 'views.today']) {
    await call(list);
    await call(list, { query: { limit: 1, envelope: true, sort: '-updated_at', status: ['active', 'parked'] } });
  }
  await call('views.list', { query: { fields: 'id,label', limit: 1 } });
  await call('views.of_detective', { path: { detective: 'ada' } });
  await call('views.of_type', { path: { type: 'investigation' } });
  await call('search.text', { query: { q: 'key' } });
  await call('search.text', { query: { q: 'key', envelope: true } });
  await call('search.fields', { query: { label: 'key', pinned: true, memories: 'desk/key', created_after: '2020-01-01' } });
  await call('statistics.read');
  await call('system.status');
  return { cases: [id, two.id, put], templates: [], notes: ['0', 'note-0000000a'], put };
}

async function notes(call, data, { cases: [id], put }) {
  const { note_id: idx } = await data('notes.add', { path: { id }, body: { note: 'Looked below the mat.' } });
  await call('notes.investigation_note', { path: { id }, body: { note: 'Nothing there.' } });
  await call('notes.list', { path: { id } });
  await call('notes.list', { path: { id }, query: { start: 0, end: 1 } });
  await call('notes.index', { path: { id } });
  await call('notes.read', { path: { id, idx: '0' } });
  await call('notes.read', { path: { id: put, idx: 'note-0000000a' } });
  await call('notes.edit', { path: { id, idx }, body: { note: 'Looked below the mat and behind it.' } });
  await call('notes.edit', { path: { id, idx: '0' }, body: { note: 'It was otherwise.' } });
  await call('corrections.undo', { path: { id } });
  await call('notes.read', { path: { id, idx } });
  await call('corrections.redact', { path: { id, idx }, body: { reason: 'Names a neighbour.' } });
  await call('notes.delete', { path: { id, idx: '0' } });
  await call('notes.delete', { path: { id, idx } });
  const { note_id: wrong } = await data('notes.add', { path: { id }, body: { note: 'Looked in the wrong house.' } });
  await call('notes.delete', { path: { id, idx: wrong } });
  await call('corrections.undo', { path: { id } });
  await call('search.notes', { path: { id }, query: { q: 'mat', max_results: 5 } });
  await call('export.case', { path: { id } });
  await call('export.version', { path: { id } });
  await call('export.all');
  await call('export.stats');
}

async function links(call, { cases: [id, other] }) {
  const at = (operation, body) => call(`links.${operation}`, { path: { id }, body });
  await at('evidence_tag', { tag: 'mat' });
  await at('assign_detective', { detective: 'grace' });
  await at('escalate', { reason: 'It is late.' });
  await at('escalate', { urgency_level: 'routine' });
  await at('consciousness_links', { web_links: ['https://example.org'], context: null });
  await at('link_memory', { memory_path: 'desk/mat' });
  await at('link_case', { related_task_id: other, relationship_type: 'follows', reason: 'The same door.' });
  await at('link_case', { related_task_id: other, relationship_type: 'blocks' });
  await at('link_case', { related_task_id: other, relationship_type: 'blocked_by' });
  await call('views.list', { query: { blocked: true } });
  await at('link_case', { related_task_id: other, relationship_type: 'parent_of' });
  await call('links.link_case', { path: { id: other }, body: { related_task_id: id, relationship_type: 'parent_of' } });
  await call('tree.children', { path: { id } });
  await call('tree.children', { path: { id }, query: { envelope: true, sort: '-created_at', limit: 1, fields: 'label,progress' } });
  await call('tree.progress', { path: { id: other } });
  await call('views.list', { query: { parent: [id, 'none'] } });
  await call('links.relations', { path: { id } });
  await call('links.relations', { path: { id: other }, query: { envelope: true, sort: '-created_at', limit: 1 } });
  await at('unlink_case', { related_task_id: other, relationship_type: 'follows' });
  await at('unlink_case', { related_task_id: other });
  await at('remove_evidence_tag', { tag: 'mat' });
  await at('remove_evidence_tag', { tag: 'mat' });
  await at('remove_consciousness_links', { memories: ['desk/mat'] });
  await at('git_commit', { commit_hash: '0123abcd', commit_message: 'Lock', repository: 'house' });
  await at('repository_context', { repository_context: 'house' });
  await at('field', { field: 'label', value: 'Find the keys' });
  await at('field', { field: 'colour', value: 'red' });
}

async function stacks(call, { cases: [id, other] }) {
  await call('stack.current');
  await call('lifecycle.start', { path: { id } });
  await call('lifecycle.start', { path: { id: other } });
  await call('stack.current');
  await call('stack.stack');
  await call('stack.stack', { query: { envelope: true } });
  await call('resume.read');
  await call('resume.read', { query: { since: 1, budget: 2000 } });
  await call('channel.refresh');
  await call('channel.reload', { path: { id } });
  await call('channel.stream', { accept: 'text/event-stream' });
  await call('stack.back');
  await call('stack.interrupt', { body: { label: 'The bell rings', urgency_level: 'critical' } });
  await call('stack.complete', { body: { resolution: 'Nobody there.' } });
  await call('lifecycle.park', { path: { id } });
  await call('lifecycle.activate', { path: { id } });
  await call('lifecycle.close', { path: { id }, body: { resolution: 'Found.' } });
  await call('lifecycle.close', { path: { id }, body: {} });
  await call('lifecycle.restart', { path: { id } });
  await call('lifecycle.close', { path: { id }, body: { resolution: 'Found again.' } });
  await call('lifecycle.archive', { path: { id } });
  await call('lifecycle.start', { path: { id }, headers: { Prefer: 'handling=strict' } });
  await call('lifecycle.start', { path: { id } });
  await call('system.archive_completed');
}

async function checklists(call, { cases: [, id] }) {
  const execute = (action, params) => call('checklists.execute', { path: { id, name: 'Door' }, body: { action, params } });
  await call('checklists.ensure', { path: { id }, body: { name: 'Door' } });
  await call('checklists.ensure', { path: { id }, body: { name: 'Door' } });
  await execute('add', { text: 'Knock' });
  await execute('add', { text: 'Ring', position: 0 });
  await execute('toggle', { index: 0 });
  await execute('check', { index: 1 });
  await execute('uncheck', { index: 1 });
  await execute('update', { index: 1, text: 'Knock twice' });
  await execute('move', { from: 0, to: 1 });
  await execute('list');
  await execute('check_all');
  await execute('remove', { index: 0 });
  await execute('clear_completed');
  await execute('burn');
  await call('checklists.all', { path: { id } });
  await call('checklists.all', { path: { id }, query: { envelope: true } });
  await call('checklists.ensure', { path: { id }, body: { name: 'Gone' } });
  await call('checklists.remove', { path: { id, name: 'Gone' } });
}

async function recurring(call, data, found) {
  const body = { label: 'Water the plants', description: 'Those on the sill', priority: 4, evidence_tags: ['plants'],
    checklists: [{ name: 'Sill', items: ['Ficus', 'Fern'] }], lead_days: 1, due_offset_days: 2,
    schedule: { kind: 'rrule', rule: 'FREQ=WEEKLY;BYDAY=MO', dtstart: '2026-01-05T09:00:00', timezone: 'Europe/Berlin' } };
  const template = await data('recurring.create', { body });
  const other = await data('recurring.create', { body: { label: 'Close the books', schedule: { kind: 'cron', rule: '0 9 1 * *' } } });
  await call('recurring.create', { body: { label: '' } });
  const id = template.id;
  await call('recurring.read', { path: { id } });
  await call('recurring.replace', { path: { id }, body: { ...body, label: 'Water all plants' } });
  await call('recurring.disable', { path: { id } });
  await call('recurring.enable', { path: { id } });
  await call('recurring.trigger', { path: { id } });
  await call('recurring.preview', { path: { id }, body: { count: 3 } });
  await call('recurring.instances', { path: { id } });
  for (const list of ['list', 'enabled', 'upcoming']) {
    await call(`recurring.${list}`);
    await call(`recurring.${list}`, { query: { envelope: true, limit: 1 } });
  }
  await call('recurring.search', { query: { q: 'plants' } });
  await call('recurring.delete', { path: { id: other.id } });
  found.templates.push(id);
}

async function sync(call, data, { cases: [id, other] }) {
  const pulled = await data('sync.pull', { body: { ids: [id, other, 'task-00000000-0000-4000-8000-00000000dead'] } });
  await call('sync.manifest', { body: { tasks: [{ id, updated_at: '2026-01-01T00:00:00Z', hash: '0'.repeat(64), version: 1 }],
    deleted: [{ id: 'task-00000000-0000-4000-8000-00000000dead', deleted_at: '2026-01-01T00:00:00Z' }] } });
  await call('sync.push', { body: { tasks: [pulled.tasks[0], { ...pulled.tasks[1], label: 'Changed there' }, { id: 'bad' }],
    deleted: [{ id: 'task-00000000-0000-4000-8000-00000000dead', deleted_at: '2026-01-01T00:00:00Z' }] } });
}

async function source(call, data, found) {
  const repo = 'sample';
  await call('repos.list');
  const { job } = await data('repos.refresh', { path: { repo } });
  await call('repos.job', { path: { repo, id: job.id } });
  await call('repos.refresh', { path: { repo }, query: { wait: true } });
  const delivery = '{"ref":"refs/heads/main"}';
  const signature = 'sha256=' + createHmac('sha256', SECRET).update(delivery).digest('hex');
  await call('repos.webhook', { path: { repo }, body: delivery, type: 'application/octet-stream',
    headers: { 'X-Hub-Signature-256': signature } });
  await call('repos.webhook', { path: { repo }, body: delivery, type: 'application/octet-stream' });
  await call('files.tree', { path: { repo }, query: { recursive: true } });
  await call('files.tree', { path: { repo }, query: { path: 'src', limit: 1 } });
  const path = { repo, path: 'src/Greeter.java' };
  await call('files.read', { path });
  await call('files.read', { path, query: { from: 2, to: 4 } });
  await call('files.read', { path: { repo, path: 'logo.bin' } });
  await call('files.read', { path, accept: 'text/plain' });
  await call('files.read', { path: { repo, path: 'logo.bin' }, accept: 'application/octet-stream' });
  await call('files.read', { path: { repo, path: 'src' } });
  await call('code.symbols', { path: { repo }, query: { name: 'Greet*', context: 1, position_encoding: 'utf-16' } });
  await call('code.annotations', { path: { repo }, query: { pattern: '@req:*' } });
  await call('code.query', { path: { repo }, body: { query: '(method_declaration name: (identifier) @name)', lang: 'java' } });
  await call('code.query', { path: { repo }, body: { query: '(((' } });
  await call('code.all_symbols', { query: { kind: 'method', limit: 1 } });
  await call('code.all_symbols', { query: { kind: 'method', limit: 1, fields: 'path,name,kind,start' } });
  await call('code.all_annotations', { query: { pattern: '@req:greet' } });
  await call('code.all_query', { body: { query: '(function_definition) @all', lang: 'python' } });
  await call('history.blame', { path, query: { from: 2, to: 4 } });
  await call('history.blame', { path, query: { from: 99999 } });
  await call('history.blame', { path: { repo, path: 'logo.bin' } });
  await call('history.commits', { path: { repo }, query: { path: 'src/Greeter.java', limit: 1 } });
  await call('history.commits', { path: { repo }, query: { path: 'none' } });
  await call('history.diff', { path: { repo }, query: { from: 'main', symbols: true, limit: 1 } });
  await call('history.diff', { path: { repo }, query: { from: 'nowhere' } });
  await call('history.diff', { path: { repo }, query: { from: '0'.repeat(40), limit: 1 } });
  await call('history.commit', { path: { repo, ref: 'main' } });
  await call('history.commit', { path: { repo, ref: 'nowhere' } });
  await call('export.write', { path: { repo }, query: { format: 'tags' }, accept: 'text/plain' });
  await call('export.write', { path: { repo }, query: { format: 'scip', path: 'src' }, accept: 'application/octet-stream' });
  await call('export.write', { path: { repo }, query: { format: 'annotations' }, accept: 'application/x-ndjson' });
  await call('export.write', { path: { repo: 'nowhere' } });
  await call('history.branches', { path: { repo }, query: { limit: 1 } });
  await call('history.tags', { path: { repo } });
  await call('history.tags', { path: { repo: 'nowhere' } });
  await call('code.search', { path: { repo }, query: { q: 'Greet', context: 1, position_encoding: 'utf-16' } });
  await call('code.search', { path: { repo }, query: { q: 'greet\\w+', regex: true, case: 'no', limit: 1 } });
  await call('code.search', { path: { repo }, query: { q: '(', regex: true } });
  await call('code.all_search', { query: { q: '"class "', word: true, lang: 'java', path: 'src' } });
  await call('code.all_search', { query: { q: 'class', repo: ['nowhere'] } });
  await call('code.references', { path: { repo }, query: { name: 'Greeter', sort: 'declaration', limit: 1 } });
  await call('code.references', { path: { repo } });
  await call('code.all_references', { query: { name: 'Greeter', lang: 'java', context: 0 } });
  await call('code.symbols', { path: { repo: 'nowhere' } });
  await call('code.symbols', { path: { repo }, query: { limit: 0, colour: 'red' } });
  await call('configuration.query', { path: { repo }, body: { glob: '**/*.{yml,yaml,json,toml,xml}', query: '@' }, query: { limit: 2 } });
  await call('configuration.query', { path: { repo }, body: { path: 'config.yml', query: 'a.[' } });
  await call('configuration.query', { path: { repo }, body: { path: 'config.yml', query: 'replicas' } });
  await call('configuration.read', { path: { repo }, query: { path: 'config.yml', query: '{port: ports[0], n: length(ports)}' } });
  await call('configuration.read', { path: { repo }, query: { path: 'src', query: '@' } });
  await call('configuration.read', { path: { repo }, query: { path: 'broken.json', query: '@' } });
  await call('configuration.read', { path: { repo }, query: { glob: '**', query: '@', limit: 1 } });
  const envs = [{ name: 'followed', repo }, { name: 'branch', repo, ref: 'main' }, { name: 'lost', repo: 'nowhere' }];
  await call('compare.environments', { body: { selector: { path: 'config.yml', query: '@' }, envs } });
  await call('compare.environments', { body: { selector: { path: 'src/Greeter.java', from: 2, to: 4 }, envs, base: 'branch', only_different: true } });
  await call('compare.environments', { body: { selector: { annotation: '@req:greet' }, envs: envs.slice(0, 2) } });
  await call('compare.environments', { body: { selector: { path: 'none.yml' }, envs: envs.slice(0, 1) } });
  await call('compare.environments', { body: { selector: { path: 'config.yml', query: 'a.[' }, envs } });
  await call('compare.environments', { body: { selector: { path: 'logo.bin' }, envs: envs.slice(0, 1) } });
  await call('compare.environments', { body: { selector: { path: 'config.yml' }, envs: envs.slice(2) } });
  await call('compare.environments', { body: { selector: {}, envs: [], base: 'x' } });
  found.repo = repo;
}

async function traces(call) {
  await call('traces.coverage');
  await call('traces.compare', { body: { requirements: ['greet', { id: 'sleep', title: 'Sleeps' }, { id: 'leave', blob: '0000000' }] } });
  await call('traces.badge', { accept: 'image/svg+xml' });
  await call('traces.resolve', { body: { traces: [{ repo: 'sample', query: { annotation: '@req:greet' } },
    { repo: 'sample', query: { name: 'count', kind: 'function' } }, { repo: 'sample', query: { s_expr: '(identifier) @i', lang: 'python' } },
    { repo: 'nowhere', query: { name: 'x' } }, {}] } });
}

async function tools(call, { cases: [id] }) {
  const message = (method, params) => ({ body: { jsonrpc: '2.0', id: 1, method, params } });
  await call('mcp.message', message('tools/list', {}));
  await call('mcp.message', message('tools/call', { name: 'cases', arguments: { operation: 'get', id } }));
  await call('mcp.message', message('no/such', {}));
  await call('mcp.message', { body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  await call('mcp.message', { body: { jsonrpc: '2.0', id: 1 } });
  await call('mcp.message', { body: [message('ping').body, message('tools/list', {}).body] });
  await call('mcp.message', { body: [] });
  await call('mcp.stream', { accept: 'text/event-stream' });
  await call('mcp.stream');
  const begin = message('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'judge', version: '1' } });
  const session = async (id) => ({ 'Mcp-Session-Id': (await call(id, begin)).headers.get('mcp-session-id') });
  const headers = await session('mcp.message');
  await call('mcp.close', { headers });
  await call('mcp.close', { headers });
  await call('mcp.close');
  await call('mcp.stream', { headers, accept: 'text/event-stream' });
  await call('mcp.message', { ...message('ping'), headers });
  await call('mcp.readonly_message', message('tools/list', {}));
  await call('mcp.readonly_stream', { accept: 'text/event-stream' });
  await call('mcp.readonly_close', { headers: await session('mcp.readonly_message') });
}

async function graph(call) {
  await call('graph.write', { path: { slug: 'handbook' }, body: { body: '# Handbook\n\n## Greeting\n\nHello.\n' } });
  await call('graph.write', { path: { slug: 'handbook' }, body: { body: '# Handbook\n\n## Greeting\n\nHello there.\n' } });
  await call('graph.read', { path: { slug: 'handbook' } });
  await call('graph.resolve', { query: { address: 'handbook:handbook.greeting' } });
  await call('graph.resolve', { query: { address: 'handbook' } });
  await call('graph.read', { path: { slug: 'nothing' } });
}

async function dependencies(call) {
  const event = (event_id, op, from, type, to) =>
    ({ event_id, time: '2026-01-01T00:00:00Z', producer: 'walk', op, from, type, to });
  const one = { ...event('walk-1', 'assert', 'service:cart', 'client-of', 'service:stock'),
    meta: { url: 'http://stock', port: 8080, security_groups: ['sg-1'] } };
  await call('graph_events.add', { body: one });
  await call('graph_events.add', { body: { ...one, to: 'service:other' } });
  await call('graph_events.add', { body: event('walk-2', 'assert', 'service:cart', 'depends-on', 'service:cart') });
  await call('graph_events.add', { body: event('walk-3', 'assert', 'service:cart', 'depends-on', 'library:json') });
  await call('dependencies.overview', { query: { q: 'cart' } });
  await call('dependencies.nodes', { query: { kind: 'service', limit: 1 } });
  await call('dependencies.edges', { query: { from: 'service:cart' } });
  await call('dependencies.edges', { query: { format: 'dot' }, accept: 'text/vnd.graphviz' });
  await call('dependencies.neighbours', { query: { node: 'service:cart', direction: 'both' } });
  await call('dependencies.neighbours', { query: { node: 'service:nobody' } });
  await call('dependencies.impact', { query: { node: 'library:json', as_of: '2026-06-01T00:00:00Z' } });
  await call('dependencies.impact', { query: { node: 'library:json', format: 'svg' }, accept: 'image/svg+xml' });
  await call('dependencies.path', { query: { from: 'service:cart', to: 'service:stock' } });
  await call('graph_imports.import', { query: { repo: 'sample', dry_run: true } });
  await call('graph_imports.import', { query: { repo: 'nobody' } });
  await call('graph_imports.imports');
  await call('dependencies.diff', { query: { since: '2025-12-01T00:00:00Z', until: '2026-02-01T00:00:00Z' } });
}

async function inspection(call) {
  for (const what of ['boundaries', 'bundles', 'config', 'framework_schema', 'openapi', 'routes', 'traffic']) {
    await call(`inspect.${what}`);
  }
  await call('inspect.routes', { query: { name: 'echo', path: '/echo', bundle: 'io.precinct.boundary.echo' } });
  await call('inspect.boundary', { path: { name: 'echo' } });
  await call('inspect.boundary', { path: { name: 'tasks.create' } });
  await call('inspect.boundary', { path: { name: 'nothing' } });
  for (const stage of ['request', 'boot', 'scenario', 'nothing']) {
    await call('inspect.framework_schema_stage', { path: { stage } });
  }
  const echoed = await call('echo', { path: { message: 'hello' } });
  await call('inspect.seal', { path: { root: echoed.headers.get('x-service-seal') } });
  await call('inspect.seal', { path: { root: '0'.repeat(64) } });
  await call('inspect.seal_proof', { path: { root: echoed.headers.get('x-service-seal'), seq: '0' } });
  await call('echo', { path: { message: 'hello' }, headers: { 'X-Service-Verify': 'greeting', 'X-Service-Trace': '1' } });
  await call('echo', { path: { message: 'other' }, headers: { 'X-Service-Verify': 'route' } });
  await call('echo', { path: { message: 'hello' }, headers: { 'X-Service-Seal': 'leaves' } });
  await call('echo.post', { path: { message: 'hello' }, body: { language: 'en' } });
  await call('echo.post', { path: { message: 'hello' }, body: '{', type: 'application/x-nothing' });
  await call('plain', { path: { message: 'hello' } });
  await call('plain', { path: { message: 'hello' }, headers: { 'X-Service-Verify': 'route' } });
}

async function console(call, data) {
  const { views } = await data('console.page');
  await call('console.view', { path: { view: views[0].name }, accept: 'text/html' });
  await call('console.asset', { path: { file: views[0].module.split('/').at(-1) }, accept: 'text/javascript' });
  await call('console.asset', { path: { file: 'console-0000000000000000.js' } });
}

async function operations(call, client, distribution) {
  for (const what of ['front', 'health', 'ready', 'status', 'bundles', 'loggers', 'reload']) {
    await call(`operations.${what}`);
  }
  await call('operations.loggers', { query: { all: true } });
  await call('operations.metrics', { accept: 'text/plain' });
  await call('operations.ready_feature', { path: { feature: 'framework' } });
  await call('operations.ready_feature', { path: { feature: 'nothing' } });
  await call('operations.logger', { path: { name: 'io.precinct.judge' }, body: { level: 'debug' } });
  await call('operations.logger', { path: { name: 'io.precinct.judge' }, body: { level: 'loud' } });
  for (const what of ['echo', 'tasks.create', 'io.precinct.cases', 'nothing']) {
    await call('operations.explain', { query: { what } });
  }
  await call('operations.scenario', { body: { route: 'echo', scenario: 'greeting', params: { message: 'hello' } } });
  const jar = readdirSync(join(distribution, 'bundles')).find((name) => name.startsWith('precinct-boundary-echo'));
  const bytes = readFileSync(join(distribution, 'bundles', jar));
  await call('operations.deploy', { body: bytes, type: 'application/java-archive', query: { name: jar, dry_run: true } });
  await call('operations.deploy', { body: bytes, type: 'application/java-archive', query: { name: jar } });
  await call('operations.deploy', { body: bytes, type: 'application/java-archive', query: { name: jar } });
  await call('operations.rollback', { body: { bundle: 'io.precinct.boundary.echo' } });
  await call('operations.rollback', { body: { bundle: 'nothing' } });
  await call('operations.undeploy', { body: { bundle: 'nothing' } });
  await call('operations.disable', { body: { bundle: 'io.precinct.formatter.markdown' } });
  await call('operations.enable', { body: { bundle: 'io.precinct.formatter.markdown' } });
  await call('operations.bundles');
  await call('inspect.bundles');
  await call('database.backup', { body: { file: join(client.service.work, 'judge.backup') } });
}

/** What everything can be answered with. */
async function refusals(call, { cases: [id] }) {
  await call('tasks.read', { path: { id: 'task-00000000-0000-4000-8000-00000000beef' } });
  await call('tasks.create', { body: {} });
  await call('tasks.create', { body: [1, 2] });
  await call('tasks.create', { body: 'label', type: 'text/plain' });
  await call('tasks.patch', { path: { id }, body: { id: 'another' } });
  await call('views.list', { query: { limit: 'many', colour: 'red' } });
  await call('notes.read', { path: { id, idx: '99' } });
  await call('search.text', { query: { q: '' } });
  await call('recurring.read', { path: { id: 'recurring-00000000-0000-4000-8000-00000000beef' } });
}
