/** A histogram at one moment: how many values were at most each bound, in seconds; the last bound is infinite. */
export interface Histogram {
  bounds: number[];
  counts: number[];
}

const BUCKET = /^(precinct_(?:route|boundary)_seconds)_bucket\{(?:route|boundary)="((?:[^"\\]|\\.)*)",le="([^"]+)"\} (\S+)/;

/** The histograms of routes and boundaries in a page for Prometheus, as `route echo` and `boundary echo`. */
export function histograms(text: string): Map<string, Histogram> {
  const found = new Map<string, Histogram>();
  for (const line of text.split('\n')) {
    const match = BUCKET.exec(line);
    if (match) {
      const name = `${match[1] === 'precinct_route_seconds' ? 'route' : 'boundary'} ${match[2]}`;
      let histogram = found.get(name);
      if (!histogram) {
        histogram = { bounds: [], counts: [] };
        found.set(name, histogram);
      }
      histogram.bounds.push(match[3] === '+Inf' ? Infinity : Number(match[3]));
      histogram.counts.push(Number(match[4]));
    }
  }
  return found;
}

/** What happened between two moments. */
export interface Interval {
  /** When it ended, in milliseconds. */
  at: number;
  /** Requests per second. */
  rate: number;
  /** Seconds that half of the requests stayed below; missing if there was none. */
  p50?: number;
  /** The same for 99 of 100. */
  p99?: number;
}

/** What happened between two readings of a histogram; a counter that fell was started anew. */
export function interval(before: Histogram, now: Histogram, at: number, seconds: number): Interval {
  const restarted = now.counts[now.counts.length - 1] < before.counts[before.counts.length - 1];
  const counts = now.counts.map((count, index) => (restarted ? count : count - before.counts[index]));
  const total = counts[counts.length - 1];
  return {
    at,
    rate: total / seconds,
    p50: total > 0 ? quantile(now.bounds, counts, total * 0.5) : undefined,
    p99: total > 0 ? quantile(now.bounds, counts, total * 0.99) : undefined,
  };
}

/** Within its bucket a value is taken to be spread evenly, as Prometheus does. */
function quantile(bounds: number[], counts: number[], rank: number): number {
  const index = counts.findIndex((count) => count >= rank);
  if (bounds[index] === Infinity) {
    return Infinity;
  }
  const low = index === 0 ? 0 : bounds[index - 1];
  const below = index === 0 ? 0 : counts[index - 1];
  return low + ((bounds[index] - low) * (rank - below)) / Math.max(counts[index] - below, 1);
}
