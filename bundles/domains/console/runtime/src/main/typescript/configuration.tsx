import { type Console, clock, equal, usePolled } from '@precinct/kit';

interface Problem {
  file: string;
  line: number;
  message: string;
  hint: string | null;
}

interface Check {
  subject: string;
  status: string;
  detail: string | null;
  bundle: string;
  facts: { since?: string };
}

/** The errors of the configuration as it is now, and how every part is. */
export function Configuration({ console }: { console: Console }) {
  const { value, error } = usePolled(async (signal) => {
    const [config, health] = await Promise.all([
      console.get<{ errors: Problem[]; warnings: Problem[]; strict_input: boolean; loaded_at: string | null }>('/inspect/config', signal),
      console.get<{ status: string; version: string; checks: Check[] }>('/health', signal),
    ]);
    return { config, health };
  }, 5000, (now, before) => equal(now.config, before.config) && equal(now.health.checks, before.health.checks));
  if (!value) {
    return <p class="loading" role="status">{error ?? 'Loading the configuration …'}</p>;
  }
  const { config, health } = value;
  return (
    <>
      <section class="card" aria-label="Configuration">
        <h2>Configuration</h2>
        <p class={`note ${config.errors.length === 0 ? 'good' : 'bad'}`} role="status">
          {config.errors.length === 0
            ? 'The files have no errors.'
            : `The files have ${config.errors.length === 1 ? 'an error' : `${config.errors.length} errors`}; the version before them stays in effect.`}
        </p>
        {config.errors.length > 0 && <Problems of={config.errors} />}
        {config.warnings.length > 0 && (
          <>
            <h3>Warnings</h3>
            <Problems of={config.warnings} />
          </>
        )}
        <p class="soft">
          {config.loaded_at ? `In effect since ${clock(config.loaded_at)}. ` : ''}Strict input is {config.strict_input ? 'on' : 'off'}.
        </p>
      </section>
      <section class="card" aria-label="Health">
        <h2>Health <span class={`pill ${tone(health.status)}`}>{health.status}</span></h2>
        <table class="stack">
          <thead><tr><th scope="col">Part</th><th scope="col">Status</th><th scope="col">Detail</th></tr></thead>
          <tbody>
            {health.checks.map((check) => (
              <tr key={`${check.bundle} ${check.subject}`}>
                <th scope="row">{check.subject}</th>
                <td><span class={`pill ${tone(check.status)}`}>{check.status}</span></td>
                <td>
                  {check.detail ?? ''}
                  {check.facts.since && <p class="soft">since {new Date(check.facts.since).toLocaleString('en-GB')}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Problems({ of }: { of: Problem[] }) {
  return (
    <table>
      <thead><tr><th scope="col">Where</th><th scope="col">What</th></tr></thead>
      <tbody>
        {of.map((problem) => (
          <tr key={`${problem.file} ${problem.line} ${problem.message}`}>
            <th scope="row"><code>{problem.file}:{problem.line}</code></th>
            <td>{problem.message}{problem.hint && <p class="soft">{problem.hint}</p>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function tone(status: string): string {
  return status === 'up' ? 'good' : status === 'down' ? 'bad' : 'warn';
}
