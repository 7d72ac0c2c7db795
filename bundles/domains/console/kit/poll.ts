import { useEffect, useState } from 'preact/hooks';

/** What was asked last, and why the latest question failed. */
export interface Polled<T> {
  value?: T;
  error?: string;
}

/**
 * Asks again and again while the page is visible: at once, then this many milliseconds after each answer.
 * An answer that fails leaves the value before it in place.
 */
export function usePolled<T>(ask: (signal: AbortSignal) => Promise<T>, millis: number, key: unknown = ''): Polled<T> & { again: () => void } {
  const [polled, setPolled] = useState<Polled<T>>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const once = async () => {
      if (!document.hidden) {
        try {
          const value = await ask(stop.signal);
          setPolled({ value });
        } catch (error) {
          if (stop.signal.aborted) {
            return;
          }
          setPolled((before) => ({ ...before, error: (error as Error).message }));
        }
      }
      if (!stop.signal.aborted) {
        timer = window.setTimeout(once, millis);
      }
    };
    const shown = () => {
      if (!document.hidden) {
        window.clearTimeout(timer);
        void once();
      }
    };
    void once();
    document.addEventListener('visibilitychange', shown);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [round, millis, key]);
  return { ...polled, again: () => setRound((before) => before + 1) };
}
