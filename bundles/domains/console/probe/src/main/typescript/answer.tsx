import { useState } from 'preact/hooks';
import { type Console, type Proof, duration, entered, fault, refusal } from '@precinct/kit';
import type { Crossing, Result, Trace } from './api.ts';
import type { Exchange } from './main.tsx';

/** Members that the framework adds. */
const RESERVED = new Set(['_verify', '_recorded', '_trace', '_seal']);

/** The answer to a probe: its verdict, its trace, its seal, and the answer itself. */
export function Answer({ console, exchange }: { console: Console; exchange: Exchange }) {
  const { reply } = exchange;
  const members = (typeof reply.body === 'object' && reply.body !== null ? reply.body : {}) as Record<string, unknown>;
  const { _verify, _trace, _seal } = members;
  const payload = Object.fromEntries(Object.entries(members).filter(([name]) => !RESERVED.has(name)));
  // A probe that fails is answered with its failed scenarios in place of the payload.
  const verified = _verify ?? (members.error === 'scenario mismatch' ? members.scenarios : undefined);
  const shown = typeof reply.body === 'string' ? reply.body : JSON.stringify(Array.isArray(reply.body) ? reply.body : payload, null, 2);
  const results = Array.isArray(verified) ? (verified as Result[]) : [];
  const root = reply.headers.get('X-Service-Seal');
  return (
    <>
      <section class="card" aria-label="Answer">
        <h2>
          <span class={`pill ${reply.status < 400 ? 'good' : 'bad'}`}>{reply.status}</span> <code>{exchange.method} {exchange.address}</code>
        </h2>
        <pre tabindex={0} role="group" aria-label="The answer">{shown}</pre>
      </section>
      {results.length > 0 && <Verification results={results} />}
      {_trace !== undefined && <Waterfall trace={_trace as Trace} />}
      {root && <Seal key={root} console={console} root={root} size={(_seal as { size?: number } | undefined)?.size} />}
      {reply.status < 300 && <Save key={exchange.address} console={console} exchange={exchange} payload={payload} />}
    </>
  );
}

function Verification({ results }: { results: Result[] }) {
  const failed = results.filter((result) => !result.passed).length;
  return (
    <section class="card" aria-label="Verification">
      <h2>Verification <span class={`pill ${failed ? 'bad' : 'good'}`}>{failed ? `✕ ${failed} failed` : `✓ ${results.length} passed`}</span></h2>
      <ul class="results">
        {results.map((result) => (
          <li key={result.name} class={result.passed ? 'passed' : 'failed'}>
            <b>{result.passed ? '✓' : '✕'} {result.name} {result.passed ? 'passed' : 'failed'}</b>
            {result.description && <p class="soft">{result.description}</p>}
            {result.failures.map((failure) => <Difference key={failure} failure={failure} />)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `<field>: expected <value>, got <value>` as a difference, if that is unambiguous. */
function Difference({ failure }: { failure: string }) {
  const expected = failure.indexOf(': expected ');
  const got = failure.lastIndexOf(', got ');
  if (expected < 1 || got < expected || failure.indexOf(', got ') !== got) {
    return <pre>{failure}</pre>;
  }
  return (
    <pre>
      {failure.slice(0, expected)}{'\n'}
      <span class="was">− expected {failure.slice(expected + 11, got)}</span>{'\n'}
      <span class="is">+ got {failure.slice(got + 6)}</span>
    </pre>
  );
}

function Waterfall({ trace }: { trace: Trace }) {
  const total = Math.max(trace.total_us, ...trace.crossings.map((crossing) => crossing.start_us + crossing.duration_us), 1);
  return (
    <section class="card" aria-label="Trace">
      <h2>Trace <span class="count">{duration(trace.total_us / 1e6)}</span></h2>
      <table class="stack">
        <thead><tr><th scope="col">Crossing</th><th scope="col">When</th><th scope="col" class="right">Took</th></tr></thead>
        <tbody>{trace.crossings.map((crossing) => <Row key={crossing.seq} crossing={crossing} total={total} />)}</tbody>
      </table>
    </section>
  );
}

function Row({ crossing, total }: { crossing: Crossing; total: number }) {
  const width = Math.max((100 * crossing.duration_us) / total, 0.5);
  const x = Math.min((100 * crossing.start_us) / total, 100 - width);
  return (
    <tr>
      <th scope="row">
        {crossing.boundary} {crossing.status !== 'ok' && <span class="pill warn">{crossing.status}</span>}
        <p class="soft">{[crossing.reads.length > 0 && `reads ${crossing.reads.join(', ')}`, crossing.writes.length > 0 && `writes ${crossing.writes.join(', ')}`, crossing.reason].filter(Boolean).join(' · ')}</p>
      </th>
      <td>
        <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={`from ${duration(crossing.start_us / 1e6)}`}>
          <rect class={crossing.status} x={x} y="1" width={width} height="8" />
        </svg>
      </td>
      <td class="right">{duration(crossing.duration_us / 1e6)}</td>
    </tr>
  );
}

/** The seal; every inclusion proof is computed again in this browser. */
function Seal({ console, root, size }: { console: Console; root: string; size?: number }) {
  const [verdicts, setVerdicts] = useState<{ text: string; good: boolean }[]>();
  const check = async () => {
    try {
      const leaves = size ?? (await console.get<{ size: number }>(`/inspect/seal/${root}`)).size;
      const found = await Promise.all(Array.from({ length: leaves }, async (_, seq) => {
        const proof = await console.get<Proof>(`/inspect/seal/${root}/proof/${seq}`);
        const wrong = await fault(proof, root);
        return { text: `leaf ${seq} (${proof.leaf.boundary}): ${wrong || `leads to the root over ${proof.path.length} ${proof.path.length === 1 ? 'hash' : 'hashes'}`}`, good: !wrong };
      }));
      setVerdicts(found);
    } catch (error) {
      setVerdicts([{ text: (error as Error).message, good: false }]);
    }
  };
  const holds = verdicts?.every((verdict) => verdict.good);
  return (
    <section class="card" aria-label="Seal">
      <h2>Seal</h2>
      <p><code>{root}</code></p>
      <p class="actions"><button type="button" onClick={() => void check()}>Verify in this browser</button></p>
      <div role="status">
        {verdicts && (
          <>
            <p class={`note ${holds ? 'good' : 'bad'}`}>{holds ? `The seal holds: all ${verdicts.length} leaves lead to its root.` : 'The seal does not hold, or cannot be checked.'}</p>
            <ul>{verdicts.map((verdict) => <li key={verdict.text}>{verdict.good ? '✓' : '✕'} {verdict.text}</li>)}</ul>
          </>
        )}
      </div>
    </section>
  );
}

/** The exchange as a fixture: written by the service if it may, else as text to paste. */
function Save({ console, exchange, payload }: { console: Console; exchange: Exchange; payload: unknown }) {
  const [said, setSaid] = useState<{ text: string; good: boolean }>();
  const save = async (name: string) => {
    if (!(await console.administer())) {
      return;
    }
    const reply = await console.call(exchange.method, exchange.address, {
      body: exchange.body,
      headers: { ...exchange.headers, 'X-Service-Verify': `record:${name}` },
      asAdministrator: true,
    });
    const recorded = (reply.body as { _recorded?: { file: string } } | null)?._recorded;
    setSaid(recorded ? { text: `Written to ${recorded.file}.`, good: true } : { text: refusal(reply), good: false });
  };
  const text = [`description: ${JSON.stringify(`${exchange.method} ${exchange.address}`)}`, `params: ${JSON.stringify(exchange.params)}`, `expected: ${JSON.stringify(payload, null, 2)}`].join('\n');
  return (
    <section class="card" aria-label="Scenario">
      <h2>Keep it as a scenario</h2>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          save(entered(new FormData(event.target as HTMLFormElement), 'name')).catch((reason: unknown) => setSaid({ text: String(reason), good: false }));
        }}
      >
        <label>Name of the fixture <input name="name" required placeholder={`${exchange.route.name.replaceAll('.', '-')}/name`} /></label>
        <button type="submit">Save as fixture</button>
      </form>
      {said && <p class={`note ${said.good ? 'good' : 'warn'}`} role="status">{said.text}{!said.good && ' Paste the text below into a fixture file instead.'}</p>}
      <details><summary>The text of the fixture</summary><pre tabindex={0} role="group" aria-label="The fixture">{text}</pre></details>
    </section>
  );
}
