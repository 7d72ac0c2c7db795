import { useEffect, useRef, useState } from 'preact/hooks';

/** What was asked last, and why the latest question failed. */
export interface Polled<T> {
  value?: T;
  error?: string;
}

/** After this time in which nothing changed and nobody touched the page, it asks less often. */
const CALM_MILLIS = 60_000;
const CALM_FACTOR = 4;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'];

/**
 * Asks again and again while the page is visible: at once, then this many milliseconds after each answer, or four times as
 * many after a minute of calm. An answer that fails leaves the value before it in place.
 *
 * @param same whether an answer is no news after the one before it
 */
export function usePolled<T>(ask: (signal: AbortSignal) => Promise<T>, millis: number, same: (now: T, before: T) => boolean): Polled<T> & { again: () => void } {
  const [polled, setPolled] = useState<Polled<T>>({});
  const [round, setRound] = useState(0);
  const latest = useRef({ ask, same });
  latest.current = { ask, same };
  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    let before: { value: T } | undefined;
    let news = Date.now();
    // Only the loop that was begun last goes on: one that waits for its answer cannot be stopped by the timer.
    let loops = 0;
    const calm = () => Date.now() - news > CALM_MILLIS;
    const once = async (loop: number) => {
      if (!document.hidden) {
        try {
          const value = await latest.current.ask(stop.signal);
          if (!before || !latest.current.same(value, before.value)) {
            news = Date.now();
          }
          before = { value };
          setPolled({ value });
        } catch (error) {
          if (stop.signal.aborted) {
            return;
          }
          news = Date.now();
          setPolled((last) => ({ ...last, error: (error as Error).message }));
        }
      }
      if (!stop.signal.aborted && loop === loops) {
        timer = window.setTimeout(() => void once(loop), calm() ? millis * CALM_FACTOR : millis);
      }
    };
    const now = () => {
      window.clearTimeout(timer);
      void once(++loops);
    };
    const shown = () => {
      if (!document.hidden) {
        news = Date.now();
        now();
      }
    };
    const touched = () => {
      const waited = calm();
      news = Date.now();
      if (waited) {
        now();
      }
    };
    now();
    document.addEventListener('visibilitychange', shown, { signal: stop.signal });
    TOUCHES.forEach((touch) => window.addEventListener(touch, touched, { passive: true, signal: stop.signal }));
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [round, millis]);
  return { ...polled, again: () => setRound((last) => last + 1) };
}

/** Whether two answers say the same. */
export function equal(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
