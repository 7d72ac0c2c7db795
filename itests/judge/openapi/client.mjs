// Sends requests that are put together as the document says.
export class Client {
  answers = 0;
  wrong = [];
  statuses = new Map();
  succeeded = new Set();

  constructor(service, document) {
    this.service = service;
    this.document = document;
  }

  /** The target of an operation: its template with these variables and parameters. */
  static target(path, variables = {}, query = {}) {
    const filled = path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(variables[name] ?? `no-${name}`));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      (Array.isArray(value) ? value : [value]).forEach((one) => search.append(name, String(one)));
    }
    return filled + (search.size > 0 ? `?${search}` : '');
  }

  /**
   * Calls an operation and holds the answer against the document.
   *
   * @returns {status, headers, data, text}
   */
  async call(id, { path, query, headers = {}, body, accept = 'application/json', type = 'application/json', head = false } = {}) {
    const operation = this.document.operation(id);
    const target = Client.target(operation.path, path, query);
    const sent = { accept, ...headers };
    if (operation.operation.security?.length > 0) {
      sent.authorization = `Bearer ${this.service.token}`;
    }
    if (body !== undefined) {
      sent['content-type'] = type;
    }
    const patience = new AbortController();
    const response = await fetch(this.service.url + target, { method: operation.method.toUpperCase(), headers: sent, redirect: 'manual',
      body: body === undefined ? undefined : type === 'application/json' ? JSON.stringify(body) : body, signal: patience.signal });
    const stream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
    const text = stream || head ? '' : await response.text();
    if (stream) {
      patience.abort();
    }
    const json = (response.headers.get('content-type') ?? '').startsWith('application/json');
    const answer = { status: response.status, headers: response.headers, text, data: json ? JSON.parse(text) : undefined };
    this.answers++;
    const key = `${Math.floor(answer.status / 100)}xx`;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
    if (answer.status < 400) {
      this.succeeded.add(id);
    }
    answer.faults = this.document.check(operation, answer, query);
    this.wrong.push(...(answer.faults.length > 0 ? [{ id, target, faults: answer.faults }] : []));
    return answer;
  }
}
