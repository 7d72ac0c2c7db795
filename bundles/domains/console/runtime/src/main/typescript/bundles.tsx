import { useEffect, useRef, useState } from 'preact/hooks';
import { type Console, type Reply, clock, equal, usePolled } from '@precinct/kit';
import type { Bundle, Bundles as Everything, Outcome } from './api.ts';

type Change = 'rollback' | 'undeploy' | 'disable' | 'enable';

const SENTENCES: Record<Change, string> = {
  rollback: 'Returns to the generation before this one. Requests in flight finish on the generation that they began with.',
  undeploy: 'Takes the deployed bundle out of service. A shipped bundle of this name serves again.',
  disable: 'Keeps the shipped bundle from serving until it is enabled.',
  enable: 'Lets the shipped bundle serve again.',
};

/** What is asked before a change; each question has a number of its own. */
interface Question {
  number: number;
  change: Change;
  bundle: string;
}

/** What the service said of a change. */
interface Verdict {
  title: string;
  good: boolean;
  lines: string[];
}

export function Bundles({ console }: { console: Console }) {
  const { value, error, again } = usePolled((signal) => console.get<Everything>('/inspect/bundles', signal), 3000, equal);
  const [verdict, setVerdict] = useState<Verdict>();
  const [asked, setAsked] = useState<Question>();
  const [words, setWords] = useState('');
  if (!value) {
    return <p class="loading" role="status">{error ?? 'Loading bundles …'}</p>;
  }
  const perform = async (title: string, change: () => Promise<Reply>) => {
    if (await console.administer()) {
      setVerdict(await change().then((reply) => read(title, reply), (reason: unknown) => ({ title: `${title}: no answer`, good: false, lines: [String(reason)] })));
      again();
    }
  };
  const shown = value.bundles.filter((bundle) => `${bundle.bundle} ${bundle.plugins.join(' ')}`.toLowerCase().includes(words.toLowerCase()));
  return (
    <>
      {value.troubles.map((text) => <p class="note warn" key={text}>{text}</p>)}
      <Drop console={console} perform={perform} />
      {verdict && (
        <section class={`note ${verdict.good ? 'good' : 'bad'}`} role="status" aria-label="Verdict">
          <b>{verdict.title}</b>
          {verdict.lines.map((line) => <p key={line}>{line}</p>)}
        </section>
      )}
      <section class="card" aria-label="Bundles">
        <form class="line" role="search" onSubmit={(event) => event.preventDefault()}>
          <label>
            Find a bundle or what it provides
            <input type="search" value={words} onInput={(event) => setWords((event.target as HTMLInputElement).value)} />
          </label>
          <span class="count">{shown.length} of {value.bundles.length}</span>
        </form>
        <table class="stack">
          <thead>
            <tr><th scope="col">Bundle</th><th scope="col">State</th><th scope="col">Provides</th><th scope="col">Generations</th><th scope="col">Change</th></tr>
          </thead>
          <tbody>
            {shown.map((bundle) => (
              <tr key={bundle.id}>
                <th scope="row">{bundle.bundle} <span class="count">{bundle.version}</span></th>
                <td data-label="State">
                  <span class={`pill ${bundle.state === 'active' ? 'good' : 'warn'}`}>{bundle.state}</span> <span class="soft">{bundle.source}{bundle.disabled ? ', disabled' : ''}</span>
                </td>
                <td data-label="Provides"><Provided plugins={bundle.plugins} /></td>
                <td data-label="Generations">
                  {bundle.generations.length > 0 && (
                    <details>
                      <summary>{bundle.generations.length}</summary>
                      <ol>{bundle.generations.map((generation) => <li key={generation.at}>{generation.version} <span class="soft">{generation.result} {clock(generation.at)}</span></li>)}</ol>
                    </details>
                  )}
                </td>
                <td data-label="Change"><Changes bundle={bundle} ask={(change) => setAsked((before) => ({ number: (before?.number ?? 0) + 1, change, bundle: bundle.bundle }))} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="card" aria-label="Outcomes">
        <h2>Outcomes</h2>
        {value.outcomes.length === 0 ? <p class="soft">Nothing has been deployed yet.</p> : <Outcomes outcomes={value.outcomes} />}
      </section>
      {asked && (
        <Confirm
          key={asked.number}
          {...asked}
          done={() => setAsked((now) => (now === asked ? undefined : now))}
          run={(force) => void perform(`${asked.change} ${asked.bundle}`, () => console.call('POST', `/admin/${asked.change}`, { body: { bundle: asked.bundle, force } }))}
        />
      )}
    </>
  );
}

/** What a bundle has registered; more than a few are folded up. */
function Provided({ plugins }: { plugins: string[] }) {
  return plugins.length <= 3 ? (
    <>{plugins.join(', ')}</>
  ) : (
    <details>
      <summary>{plugins.length} plug-ins</summary>
      {plugins.join(', ')}
    </details>
  );
}

function Changes({ bundle, ask }: { bundle: Bundle; ask: (change: Change) => void }) {
  const possible: Change[] = bundle.source === 'feature' ? [bundle.disabled ? 'enable' : 'disable'] : ['rollback', 'undeploy'];
  return (
    <span class="actions">
      {possible.map((change, index) => (
        <button type="button" key={index} aria-label={`${change} ${bundle.bundle}`} onClick={() => ask(change)}>{change}</button>
      ))}
    </span>
  );
}

function Outcomes({ outcomes }: { outcomes: Outcome[] }) {
  return (
    <table class="stack">
      <thead><tr><th scope="col">When</th><th scope="col">Result</th><th scope="col">Bundle</th><th scope="col">By</th><th scope="col">Why</th></tr></thead>
      <tbody>
        {outcomes.map((outcome) => (
          <tr key={`${outcome.at} ${outcome.bundle}`}>
            <th scope="row"><time dateTime={outcome.at}>{clock(outcome.at)}</time></th>
            <td data-label="Result"><span class={`pill ${outcome.result === 'refused' ? 'bad' : 'good'}`}>{outcome.result}</span></td>
            <td data-label="Bundle">{outcome.bundle ?? outcome.file} {outcome.version}</td>
            <td data-label="By">{outcome.by ?? ''}</td>
            <td data-label="Why">{[...outcome.reasons, ...outcome.notes].map((line) => <p key={line}>{line}</p>)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Takes jars that are dropped or chosen. */
function Drop({ console, perform }: { console: Console; perform: (title: string, change: () => Promise<Reply>) => Promise<void> }) {
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState('');
  const [dryRun, setDryRun] = useState(false);
  const deploy = async (files: FileList | null | undefined) => {
    for (const file of busy ? [] : Array.from(files ?? [])) {
      setBusy(file.name);
      const address = `/admin/deploy?name=${encodeURIComponent(file.name)}${dryRun ? '&dry_run=true' : ''}`;
      await perform(`${dryRun ? 'check' : 'deploy'} ${file.name}`, () => console.call('POST', address, { body: file, headers: { 'Content-Type': 'application/java-archive' } }));
    }
    setBusy('');
  };
  return (
    // Whoever does not drag chooses a file below.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      class={`drop ${over ? 'over' : ''}`}
      aria-label="Deploy"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void deploy(event.dataTransfer?.files);
      }}
    >
      <p role="status">{busy ? `Deploying ${busy} …` : 'Drop a jar here to deploy it, or choose one.'}</p>
      <p>
        <input
          type="file"
          accept=".jar"
          aria-label="A jar to deploy"
          disabled={busy !== ''}
          onChange={(event) => {
            const field = event.target as HTMLInputElement;
            void deploy(field.files).then(() => {
              field.value = '';
            });
          }}
        />{' '}
        <label class="box"><input type="checkbox" checked={dryRun} onChange={() => setDryRun(!dryRun)} /> check only</label>
      </p>
    </section>
  );
}

/** Asks before a change; the focus goes back to the button that was pressed. */
function Confirm({ change, bundle, run, done }: { change: Change; bundle: string; run: (force: boolean) => void; done: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const force = useRef<HTMLInputElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="confirm" onClose={done}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          dialog.current?.close();
          run(force.current?.checked ?? false);
        }}
      >
        <h2 id="confirm">{change} {bundle}?</h2>
        <p>{SENTENCES[change]}</p>
        {change !== 'enable' && <p><label class="box"><input type="checkbox" ref={force} /> even if the configuration uses what goes</label></p>}
        <p class="actions">
          <button type="submit" class="main">{change}</button>
          <button type="button" onClick={() => dialog.current?.close()}>Cancel</button>
        </p>
      </form>
    </dialog>
  );
}

function read(title: string, { status, body }: Reply): Verdict {
  const outcome = (typeof body === 'object' && body !== null ? body : { error: String(body) }) as Partial<Outcome> & { error?: string };
  const lines = [
    ...(outcome.error ? [outcome.error] : []),
    ...(outcome.reasons ?? []),
    ...(outcome.notes ?? []),
    ...(outcome.millis !== undefined && status < 400 ? [`It took ${outcome.millis} ms.`] : []),
  ];
  return { title: `${title}: ${outcome.result ?? (status < 400 ? 'done' : `refused (${status})`)}`, good: status < 400, lines: [...new Set(lines)] };
}
