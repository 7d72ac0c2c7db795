import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Console, type CallOptions, type Reply, refusal } from '../../../../kit/console.ts';
import { equal, usePolled } from '../../../../kit/poll.ts';

interface ViewEntry {
  name: string;
  title: string;
  module: string;
  generation: number;
}

interface ViewModule {
  mount(element: HTMLElement, console: Console): void | (() => void);
}

const BASE = '/console';
const POLL_MILLIS = 3000;
const TOKEN = 'precinct.token';

/** The token of an administrator; `precinct console` hands it over in the fragment, which no request contains. */
let token = sessionStorage.getItem(TOKEN) ?? '';
const handed = new URLSearchParams(location.hash.slice(1)).get('token');
if (handed) {
  token = handed;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(null, '', location.pathname + location.search);
}

/** Whose session this is, where people sign in: at the gateway. */
interface Session {
  name: string;
  administers: boolean;
  /** The role that administers; null if nobody does from here. */
  administrators: string | null;
  csrf: string;
}

let session: Session | undefined;

/** Asks whose session this is; nobody signs in on the internal listener, which has no such address. */
async function findSession(): Promise<void> {
  const answer = await fetch('/session', { headers: { Accept: 'application/json' }, credentials: 'same-origin' });
  if (answer.status === 401) {
    signIn();
  }
  const body: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  if (typeof (body as Session | undefined)?.csrf === 'string') {
    session = body as Session;
  }
}

/** Leads to the form, and from there back to this page. */
function signIn() {
  location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
}

async function signOut(everywhere: boolean) {
  await call('POST', `/sign-out${everywhere ? '?everywhere=true' : ''}`);
  location.assign(`/sign-in?to=${encodeURIComponent(BASE)}`);
}

/** Whether the service refused the token that the page had: it was restarted, and has another one. */
let refused = false;

/** Forgets the token. */
function forget() {
  token = '';
  sessionStorage.removeItem(TOKEN);
  window.dispatchEvent(new Event('token'));
}

/** Forgets the token if the service takes it no longer. */
async function checkToken() {
  if (token) {
    await call('GET', '/admin/loggers').catch(() => undefined);
  }
}

async function call(method: string, address: string, options: CallOptions = {}): Promise<Reply> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  let body: BodyInit | undefined;
  if (options.body instanceof Blob) {
    body = options.body;
  } else if (options.body !== undefined) {
    body = JSON.stringify(options.body);
    headers['Content-Type'] ??= 'application/json';
  }
  if (session) {
    headers['X-CSRF-Token'] = session.csrf;
  } else if (token && (options.asAdministrator || address.startsWith('/admin/'))) {
    headers.Authorization = `Bearer ${token}`;
  }
  const answer = await fetch(address, { method, headers, body, signal: options.signal, credentials: 'same-origin' });
  if (headers.Authorization && [401, 403].includes(answer.status)) {
    refused = sessionStorage.getItem(TOKEN) === token;
    forget();
  }
  if (session && answer.status === 401) {
    signIn(); // the session has ended
  }
  const text = await answer.text();
  const json = /^application\/(?:[^;]*\+)?json\b/.test(answer.headers.get('Content-Type') ?? '');
  return { status: answer.status, headers: answer.headers, body: json && text ? JSON.parse(text) : text };
}

/** Answers of inspection by address: whoever gets one again under the same tag gets the same object. */
const kept = new Map<string, { tag: string; body: unknown }>();

async function get<T>(address: string, signal?: AbortSignal): Promise<T> {
  const reply = await call('GET', address, { signal });
  if (reply.status >= 400) {
    throw new Error(refusal(reply));
  }
  const tag = address.startsWith('/inspect/') ? reply.headers.get('ETag') : null;
  const known = kept.get(address);
  if (tag && known?.tag === tag) {
    return known.body as T;
  }
  if (tag) {
    kept.set(address, { tag, body: reply.body });
  }
  return reply.body as T;
}

/** Asks for the token in a dialog. */
function askForToken(): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'administer');
    const done = (given: boolean) => {
      dialog.close();
      dialog.remove();
      resolve(given);
      window.dispatchEvent(new Event('token'));
    };
    const use = async (field: HTMLInputElement) => {
      token = field.value.trim();
      const status = await call('GET', '/admin/loggers').then((reply) => reply.status, () => 0);
      if (status > 0 && status < 400) {
        sessionStorage.setItem(TOKEN, token);
        refused = false;
        done(true);
        return;
      }
      token = '';
      field.setCustomValidity(status === 0 ? 'The service does not answer.' : 'This is not the token of the running instance.');
      field.reportValidity();
    };
    document.body.append(dialog);
    render(
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void use((event.target as HTMLFormElement).elements.namedItem('token') as HTMLInputElement);
        }}
      >
        <h2 id="administer">Administer</h2>
        {refused && <p class="note warn">The token that this page had is no longer valid, because the service was restarted.</p>}
        <p>
          Changes need the token of the running instance. <code>precinct console</code> prints an address with it; it is
          also in <code>run.json</code> in the data folder.
        </p>
        <label>
          Token
          <input
            name="token"
            type="password"
            required
            autocomplete="off"
            onInput={(event) => (event.target as HTMLInputElement).setCustomValidity('')}
          />
        </label>
        <p class="actions">
          <button type="submit" class="main">Use it</button>
          <button type="button" onClick={() => done(false)}>Cancel</button>
        </p>
      </form>,
      dialog,
    );
    dialog.addEventListener('cancel', () => done(false));
    dialog.showModal();
  });
}

/** Shows a sentence until it is confirmed. */
function tell(sentence: string): Promise<void> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    render(
      <form method="dialog">
        <p>{sentence}</p>
        <p class="actions"><button type="submit" class="main">Close</button></p>
      </form>,
      dialog,
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
    dialog.showModal();
  });
}

/** Whether changes are possible; asks for what they need, or says who may make them. */
async function administer(): Promise<boolean> {
  if (!session) {
    await checkToken();
    return token !== '' || askForToken();
  }
  if (!session.administers) {
    await tell(
      session.administrators
        ? `Changes need the role ${session.administrators}, which ${session.name} does not have.`
        : 'The gateway exposes no administration; see gateway.admin in service.yml.',
    );
  }
  return session.administers;
}

function navigate(path: string) {
  history.pushState(null, '', BASE + (path ? `/${path}` : ''));
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** A path without its percent-coding; as it is, if that is malformed. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The address below that of the console. */
function useLocation(): string {
  const here = () => decoded(location.pathname.slice(BASE.length + 1)) + location.search;
  const [path, setPath] = useState(here);
  useEffect(() => {
    const moved = () => setPath(here());
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  return path;
}

/** One view; another generation of its bundle replaces it. */
function View({ entry, path }: { entry: ViewEntry; path: string }) {
  const element = useRef<HTMLDivElement>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const place = element.current;
    let unmount: void | (() => void);
    let gone = false;
    setError('');
    import(entry.module).then((module: ViewModule) => {
      if (place && !gone) {
        unmount = module.mount(place, {
          path,
          get,
          call,
          navigate,
          get administers() {
            return session ? session.administers : token !== '';
          },
          administer,
        });
      }
    }).catch((reason) => setError(String(reason)));
    return () => {
      gone = true;
      unmount?.();
      place?.replaceChildren();
    };
  }, [entry.module, path]);
  return (
    <>
      {error && <p class="note bad" role="alert">The view {entry.title} does not work: {error}</p>}
      <div ref={element} />
    </>
  );
}

function Shell() {
  const { value, error } = usePolled<{ views: ViewEntry[] }>((signal) => get(BASE, signal), POLL_MILLIS, equal);
  const location = useLocation();
  const [administers, setAdministers] = useState(token !== '');
  useEffect(() => {
    const changed = () => setAdministers(token !== '');
    addEventListener('token', changed);
    return () => removeEventListener('token', changed);
  }, []);
  useEffect(() => {
    if (!error) {
      void checkToken(); // at first, and whenever the service answers again: perhaps it was restarted
    }
  }, [error]);
  if (!value) {
    return <p class="loading" role="status">{error ? `The service does not answer: ${error}` : 'Loading the console …'}</p>;
  }
  const name = location.split(/[/?]/, 1)[0];
  const current = value.views.find((view) => view.name === name) ?? (name === '' ? value.views[0] : undefined);
  const title = current?.title ?? 'Console';
  if (document.title !== `${title} · Precinct`) {
    document.title = `${title} · Precinct`;
  }
  return (
    <>
      <nav class="views" aria-label="Views">
        <ul>
          {value.views.map((view) => (
            <li key={view.name}>
              <a
                href={`${BASE}/${view.name}`}
                aria-current={view === current ? 'page' : undefined}
                onClick={(event) => {
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
                    event.preventDefault();
                    navigate(view.name);
                  }
                }}
              >
                {view.title}
              </a>
            </li>
          ))}
        </ul>
        {session ? (
          <span class="actions">
            <span class="soft">{session.name}</span>
            <button type="button" onClick={() => void signOut(false)}>Sign out</button>
            <button type="button" onClick={() => void signOut(true)}>Sign out everywhere</button>
          </span>
        ) : administers ? (
          <button type="button" onClick={forget}>Stop administering</button>
        ) : (
          <button type="button" onClick={() => void askForToken()}>Administer</button>
        )}
      </nav>
      {refused && !administers && (
        <p class="note warn" role="status">
          The token of the administrator is no longer valid: the service was restarted and has a new one. The next change asks for it.
        </p>
      )}
      {error && <p class="note warn" role="status">The service does not answer; what you see is what it said last. ({error})</p>}
      {current ? (
        <View key={`${current.name} ${current.module}`} entry={current} path={location.slice(name.length).replace(/^\//, '')} />
      ) : (
        <p class="card">
          {value.views.length === 0
            ? 'No bundle that is deployed contributes a view.'
            : `There is no view ${name}: no bundle that is deployed contributes it.`}
        </p>
      )}
    </>
  );
}

const place = document.getElementById('console');
if (place) {
  await findSession().catch(() => undefined); // the service may not answer yet, as the page then says itself
  place.replaceChildren();
  render(<Shell />, place);
}
