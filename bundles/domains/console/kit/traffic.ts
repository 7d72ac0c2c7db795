/** Durations of one route or boundary: how many there were in each bucket. */
export interface Counted {
  name: string;
  counts: number[];
}

/** Requests of each route and crossings of each boundary since `since`, as `/inspect/traffic` has them. */
export interface Traffic {
  since: string;
  /** Of the buckets, in seconds; the last bucket has none. */
  bounds: number[];
  routes: Counted[];
  boundaries: Counted[];
}

/** What happened between two moments; nothing is known of the time in which the service was started anew. */
export interface Interval {
  /** When it ended, in milliseconds. */
  at: number;
  /** Requests per second. */
  rate?: number;
  /** Seconds that half of the requests stayed below; missing if there was none. */
  p50?: number;
  /** The same for 99 of 100. */
  p99?: number;
}

/** What was counted between two readings, by `route echo` and `boundary echo`; no counts after a new start. */
interface Span {
  at: number;
  seconds: number;
  bounds: number[];
  counts?: Map<string, number[]>;
}

/** Rate and latency of every route and boundary over a time, from one reading of the traffic after another. */
export class Readings {
  private before?: { at: number; since: string; counts: Map<string, number[]> };
  private spans: Span[] = [];
  /** When the first reading was taken, in milliseconds. */
  first = Infinity;

  /** @param millis for how long intervals are kept */
  constructor(private readonly millis: number) {}

  take(traffic: Traffic, at: number) {
    const counts = new Map<string, number[]>();
    traffic.routes.forEach((each) => counts.set(`route ${each.name}`, each.counts));
    traffic.boundaries.forEach((each) => counts.set(`boundary ${each.name}`, each.counts));
    this.first = Math.min(this.first, at);
    const before = this.before;
    if (before && at > before.at) {
      const span: Span = { at, seconds: (at - before.at) / 1000, bounds: traffic.bounds };
      if (before.since === traffic.since) {
        span.counts = new Map(Array.from(counts, ([name, now]) => [name, difference(now, before.counts.get(name))]));
      }
      this.spans = [...this.spans.filter((each) => each.at > at - this.millis), span];
    }
    this.before = { at, since: traffic.since, counts };
  }

  /** Whether a route but these had requests between the last two readings. */
  busy(own: RegExp): boolean {
    return Array.from(this.spans.at(-1)?.counts ?? []).some(
      ([name, counts]) => name.startsWith('route ') && !own.test(name.slice('route '.length)) && counts.some((count) => count > 0),
    );
  }

  of(name: string): Interval[] {
    return this.spans.map((span) => interval(span, name));
  }

  last(name: string): Interval | undefined {
    const span = this.spans.at(-1);
    return span && interval(span, name);
  }
}

/** Counts that fell belong to a route that went and came back: they began anew. */
function difference(now: number[], before: number[] | undefined): number[] {
  return before && now.every((count, index) => count >= before[index]) ? now.map((count, index) => count - before[index]) : now;
}

function interval({ at, seconds, bounds, counts }: Span, name: string): Interval {
  const own = counts?.get(name) ?? [];
  const total = own.reduce((sum, count) => sum + count, 0);
  return {
    at,
    rate: counts && total / seconds,
    p50: total > 0 ? quantile(bounds, own, total * 0.5) : undefined,
    p99: total > 0 ? quantile(bounds, own, total * 0.99) : undefined,
  };
}

/** Within its bucket a value is taken to be spread evenly, as Prometheus does. */
function quantile(bounds: number[], counts: number[], rank: number): number {
  let below = 0;
  let index = 0;
  while (index < bounds.length && below + counts[index] < rank) {
    below += counts[index++];
  }
  if (index === bounds.length) {
    return Infinity;
  }
  const low = index === 0 ? 0 : bounds[index - 1];
  return low + ((bounds[index] - low) * (rank - below)) / Math.max(counts[index], 1);
}
