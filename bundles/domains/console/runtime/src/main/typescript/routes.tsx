import { useEffect, useRef, useState } from 'preact/hooks';
import { type Console, type Histogram, type Interval, type Mark, Plot, duration, histograms, interval, rate, usePolled } from '@precinct/kit';
import type { Bundles, Route, Step } from './api.ts';

const POLL_MILLIS = 5000;
/** What the plots show: five minutes. */
const WINDOW_MILLIS = 300_000;

/** Rate and latency of every route and boundary over the last minutes, from readings of `/metrics`. */
class Readings {
  private before?: { at: number; histograms: Map<string, Histogram> };
  readonly intervals = new Map<string, Interval[]>();

  take(text: string, at: number) {
    const now = histograms(text);
    const before = this.before;
    if (before && at > before.at) {
      for (const [name, histogram] of now) {
        const earlier = before.histograms.get(name);
        if (earlier) {
          const kept = (this.intervals.get(name) ?? []).filter((each) => each.at > at - WINDOW_MILLIS);
          kept.push(interval(earlier, histogram, at, (at - before.at) / 1000));
          this.intervals.set(name, kept);
        }
      }
    }
    this.before = { at, histograms: now };
  }

  of(name: string): Interval[] {
    return this.intervals.get(name) ?? [];
  }

  last(name: string): Interval | undefined {
    return this.of(name).at(-1);
  }
}

export function Routes({ console }: { console: Console }) {
  const readings = useRef(new Readings());
  const chosen = new URLSearchParams(console.path.split('?')[1] ?? '').get('route');
  const [words, setWords] = useState('');
  const { value, error } = usePolled(async (signal) => {
    const [{ routes, conflicts }, bundles, metrics] = await Promise.all([
      console.get<{ routes: Route[]; conflicts: string[] }>('/inspect/routes', signal),
      console.get<Bundles>('/inspect/bundles', signal).catch(() => ({ bundles: [], outcomes: [], troubles: [] }) as Bundles),
      console.call('GET', '/metrics', { headers: { Accept: 'text/plain' }, signal }),
    ]);
    const at = Date.now();
    readings.current.take(String(metrics.body), at);
    return { routes, conflicts, bundles, at };
  }, POLL_MILLIS);
  if (!value) {
    return <p class="loading" role="status">{error ?? 'Loading routes …'}</p>;
  }
  const shown = value.routes.filter((route) => `${route.method} ${route.path} ${route.name}`.toLowerCase().includes(words.toLowerCase()));
  const route = value.routes.find((each) => each.name === chosen) ?? shown[0];
  return (
    <>
      {[...value.conflicts, ...value.bundles.troubles].map((text) => <p class="note warn" key={text}>{text}</p>)}
      <Asking console={console} />
      <div class="parts">
        <section class="card" aria-label="Routes">
          <form class="line" role="search" onSubmit={(event) => event.preventDefault()}>
            <label>
              Find a route
              <input type="search" value={words} onInput={(event) => setWords((event.target as HTMLInputElement).value)} />
            </label>
            <span class="count">{shown.length} of {value.routes.length}</span>
          </form>
          <table>
            <thead>
              <tr><th scope="col">Route</th><th scope="col" class="right">Rate</th><th scope="col" class="right">p99</th></tr>
            </thead>
            <tbody>
              {shown.map((each) => {
                const last = readings.current.last(`route ${each.name}`);
                return (
                  <tr key={each.name} class={each === route ? 'chosen' : ''}>
                    <th scope="row">
                      <a
                        href={`/console/runtime?route=${encodeURIComponent(each.name)}`}
                        aria-current={each === route ? 'true' : undefined}
                        onClick={(event) => {
                          event.preventDefault();
                          console.navigate(`runtime?route=${encodeURIComponent(each.name)}`);
                        }}
                      >
                        <code>{each.method.toUpperCase()} {each.path}</code>
                      </a>
                      {each.missing.length > 0 && <> <span class="pill bad">503: {each.missing.join(', ')} missing</span></>}
                    </th>
                    <td class="right">{last ? rate(last.rate) : '–'}</td>
                    <td class="right">{last?.p99 === undefined ? '–' : duration(last.p99)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
        {route && <Detail route={route} readings={readings.current} marks={marks(value.bundles, route)} at={value.at} />}
      </div>
    </>
  );
}

/** Deployments that changed a bundle of the route's chain. */
function marks({ outcomes }: Bundles, route: Route): Mark[] {
  const bundles = new Set(route.chain.map((step) => step.bundle));
  return outcomes
    .filter((outcome) => outcome.bundle !== null && bundles.has(outcome.bundle))
    .map((outcome) => ({ at: Date.parse(outcome.at), text: `${outcome.bundle} ${outcome.version ?? ''} ${outcome.result}` }));
}

function Detail({ route, readings, marks, at }: { route: Route; readings: Readings; marks: Mark[]; at: number }) {
  const intervals = readings.of(`route ${route.name}`);
  const time = { marks, from: at - WINDOW_MILLIS, to: at };
  return (
    <section class="card" aria-label={`Route ${route.name}`}>
      <h2>{route.name}</h2>
      <p class="soft"><code>{route.method.toUpperCase()} {route.path}</code> from <span title={route.source}>{route.source.split('/').at(-1)}</span>, access {route.access}</p>
      <h3>Chain</h3>
      <ol class="chain">
        {route.chain.map((step, index) => <Crossing key={`${index} ${step.boundary}`} step={step} last={readings.last(`boundary ${step.boundary}`)} />)}
      </ol>
      <Plot
        title="Requests per second"
        {...time}
        unit={rate}
        lines={[{ name: 'rate', tone: 'a', points: intervals.map((each) => ({ at: each.at, value: each.rate })) }]}
      />
      <Plot
        title="Latency"
        {...time}
        unit={duration}
        lines={[
          { name: 'p50', tone: 'a', points: intervals.map((each) => ({ at: each.at, value: each.p50 })) },
          { name: 'p99', tone: 'b', points: intervals.map((each) => ({ at: each.at, value: each.p99 })) },
        ]}
      />
      <p class="soft">The last five minutes. A dotted vertical line is a deployment that changed a bundle of this chain.</p>
      {marks.length > 0 && <ul>{marks.slice(0, 5).map((mark) => <li key={`${mark.at} ${mark.text}`}><time>{new Date(mark.at).toLocaleTimeString('en-GB')}</time> {mark.text}</li>)}</ul>}
    </section>
  );
}

function Crossing({ step, last }: { step: Step; last?: Interval }) {
  return (
    <li class={step.bundle === null ? 'missing' : step.slot}>
      <small>{step.slot}{step.kind ? ` · ${step.kind}` : ''}</small>
      <b>{step.boundary}</b>
      <small>{step.bundle === null ? 'not deployed' : last && last.rate > 0 ? `${rate(last.rate)}, p99 ${last.p99 === undefined ? '–' : duration(last.p99)}` : step.version}</small>
    </li>
  );
}

interface Explanation {
  works: boolean;
  sentence: string;
  facts: Record<string, unknown>;
}

/** Which route takes a request, and why. */
function Asking({ console }: { console: Console }) {
  const [answer, setAnswer] = useState<Explanation | string>();
  const mounted = useRef(true);
  useEffect(() => () => void (mounted.current = false), []);
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    if (!(await console.administer())) {
      return;
    }
    const what = `${form.get('method')} ${form.get('path')}`;
    try {
      setAnswer(await console.get<Explanation>(`/admin/explain?what=${encodeURIComponent(what)}`));
    } catch (error) {
      setAnswer((error as Error).message);
    }
  };
  return (
    <section class="card" aria-label="Which route takes a request">
      <form class="line" onSubmit={ask}>
        <label>
          Method
          <select name="method">{['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => <option key={method}>{method}</option>)}</select>
        </label>
        <label>
          Which route takes a request for
          <input name="path" required pattern="/.*" title="A path, which begins with /" placeholder="/echo/hello" />
        </label>
        <button type="submit">Explain</button>
      </form>
      <div role="status">
        {typeof answer === 'string' && <p class="note bad">{answer}</p>}
        {answer && typeof answer === 'object' && (
          <>
            <p class={`note ${answer.works ? 'good' : 'warn'}`}>{answer.sentence}</p>
            <details><summary>Facts</summary><pre>{JSON.stringify(answer.facts, null, 2)}</pre></details>
          </>
        )}
      </div>
    </section>
  );
}
