/** Seconds in readable units: 7.5 µs, 812 µs, 1.24 ms, 2.1 s. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) {
    return '> 10 s';
  }
  const micros = seconds * 1e6;
  return micros < 1000 ? `${digits(micros)} µs` : micros < 1e6 ? `${digits(micros / 1000)} ms` : `${digits(seconds)} s`;
}

/** The text in a field of a form; empty if there is no such field. */
export function entered(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** A value of JSON as text: itself if it is text. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
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
