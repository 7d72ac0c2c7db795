import { render } from 'preact';
import type { Console } from '@precinct/kit';
import { Bundles } from './bundles.tsx';
import { Configuration } from './configuration.tsx';
import { Routes } from './routes.tsx';

const TABS: [string, string][] = [['', 'Routes'], ['bundles', 'Bundles'], ['configuration', 'Configuration']];

function Runtime({ console }: { console: Console }) {
  const tab = console.path.split(/[/?]/, 1)[0];
  return (
    <>
      <nav class="tabs" aria-label="Runtime">
        <ul>
          {TABS.map(([path, title]) => (
            <li key={path}>
              <a
                href={`/console/runtime${path && `/${path}`}`}
                aria-current={path === tab ? 'page' : undefined}
                onClick={(event) => {
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
                    event.preventDefault();
                    console.navigate(`runtime${path && `/${path}`}`);
                  }
                }}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {tab === 'bundles' ? <Bundles console={console} /> : tab === 'configuration' ? <Configuration console={console} /> : <Routes console={console} />}
    </>
  );
}

export function mount(element: HTMLElement, console: Console): () => void {
  render(<Runtime console={console} />, element);
  return () => render(null, element);
}
