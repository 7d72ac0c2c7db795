/** Seconds in readable units: 7.5 µs, 812 µs, 1.24 ms, 2.1 s. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) {
    return '> 10 s';
  }
  const micros = seconds * 1e6;
  return micros < 1000 ? `${digits(micros)} µs` : micros < 1e6 ? `${digits(micros / 1000)} ms` : `${digits(seconds)} s`;
}

/** Requests per second. */
export function rate(perSecond: number): string {
  return `${digits(perSecond)}/s`;
}

/** About three significant digits. */
export function digits(value: number): string {
  const factor = value < 10 ? 100 : value < 100 ? 10 : 1;
  return String(Math.round(value * factor) / factor);
}

/** The time of day of an instant, to the second. */
export function clock(instant: string | number): string {
  return new Date(instant).toLocaleTimeString('en-GB');
}
