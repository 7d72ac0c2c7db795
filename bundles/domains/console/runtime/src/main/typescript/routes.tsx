import { useState } from 'preact/hooks';
import { type Console, type Interval, type Mark, Plot, Readings, type Traffic, clock, duration, entered, equal, rate, usePolled } from '@precinct/kit';
import type { Bundles, Route, Step } from './api.ts';

const POLL_MILLIS = 5000;
/** What the plots show: five minutes, or as long as there are readings, but a minute at least. */
const WINDOW_MILLIS = 300_000;
const LEAST_MILLIS = 60_000;
/** Routes whose requests are mostly those of consoles: they are no news. */
const OWN = /^(?:console|inspect)\./;
/** Results of deployments that changed what serves. */
const CHANGES = new Set(['deployed', 'rolled_back', 'removed', 'disabled', 'enabled']);

export function Routes({ console }: { console: Console }) {
  const [readings] = useState(() => new Readings(WINDOW_MILLIS));
  const chosen = new URLSearchParams(console.path.split('?')[1] ?? '').get('route');
  const [words, setWords] = useState('');
  const { value, error } = usePolled(async (signal) => {
    const [{ routes, conflicts }, bundles, traffic] = await Promise.all([
      console.get<{ routes: Route[]; conflicts: string[] }>('/inspect/routes', signal),
      console.get<Bundles>('/inspect/bundles', signal).catch((): Bundles => ({ bundles: [], outcomes: [], troubles: [] })),
      console.get<Traffic>('/inspect/traffic', signal),
    ]);
    const at = Date.now();
    readings.take(traffic, at);
    return { routes, conflicts, bundles, since: traffic.since, at };
  }, POLL_MILLIS, (now, before) => now.routes === before.routes && equal(now.bundles, before.bundles) && !readings.busy(OWN));
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
                const last = readings.last(`route ${each.name}`);
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
                    <td class="right">{last?.rate === undefined ? '–' : rate(last.rate)}</td>
                    <td class="right">{last?.p99 === undefined ? '–' : duration(last.p99)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
        {route && <Detail route={route} readings={readings} marks={marks(value.bundles, route, value.since)} at={value.at} />}
      </div>
    </>
  );
}

/** Deployments that changed a bundle of the route's chain, and the start of the service. */
function marks({ outcomes }: Bundles, route: Route, since: string): Mark[] {
  const bundles = new Set(route.chain.map((step) => step.bundle));
  return [
    ...outcomes
      .filter((outcome) => CHANGES.has(outcome.result) && outcome.bundle !== null && bundles.has(outcome.bundle))
      .map((outcome) => ({ at: Date.parse(outcome.at), text: `${outcome.bundle} ${outcome.version ?? ''} ${outcome.result}` })),
    { at: Date.parse(since), text: 'the service was started' },
  ];
}

function Detail({ route, readings, marks, at }: { route: Route; readings: Readings; marks: Mark[]; at: number }) {
  const intervals = readings.of(`route ${route.name}`);
  const from = Math.max(at - WINDOW_MILLIS, Math.min(readings.first, at - LEAST_MILLIS));
  const recent = marks.filter((mark) => mark.at > from);
  const time = { marks: recent, from, to: at };
  return (
    <section class="card" aria-label={`Route ${route.name}`} tabIndex={0}>
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
      <p class="soft">The last {Math.round((at - from) / 1000)} seconds. A dotted vertical line is a deployment that changed a bundle of this chain, or a start of the service.</p>
      {recent.length > 0 && <ul>{recent.slice(0, 5).map((mark) => <li key={`${mark.at} ${mark.text}`}><time>{clock(mark.at)}</time> {mark.text}</li>)}</ul>}
    </section>
  );
}

function Crossing({ step, last }: { step: Step; last?: Interval }) {
  return (
    <li class={step.bundle === null ? 'missing' : step.slot}>
      <small>{step.slot}{step.kind ? ` · ${step.kind}` : ''}</small>
      <b>{step.boundary}</b>
      <small>{step.bundle === null ? 'not deployed' : last?.rate ? `${rate(last.rate)}, p99 ${last.p99 === undefined ? '–' : duration(last.p99)}` : step.version}</small>
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
  const ask = async (what: string) => {
    if (!(await console.administer())) {
      return;
    }
    try {
      setAnswer(await console.get<Explanation>(`/admin/explain?what=${encodeURIComponent(what)}`));
    } catch (error) {
      setAnswer((error as Error).message);
    }
  };
  return (
    <section class="card" aria-label="Which route takes a request">
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.target as HTMLFormElement);
          void ask(`${entered(form, 'method')} ${entered(form, 'path')}`);
        }}
      >
        <label>
          Method
          <select name="method">{['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) => <option key={method}>{method}</option>)}</select>
        </label>
        <label>
          Which route takes a request for
          <input name="path" required pattern="/[\s\S]*" title="A path, which begins with /" placeholder="/echo/hello" />
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
