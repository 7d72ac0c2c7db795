// How much processor time a judge has taken so far, with its browser and its service.
import { readFileSync, readdirSync } from 'node:fs';

/** Ticks of a second that /proc counts in. */
const TICKS = 100;

/** What /proc says of every process, by its number. */
function processes() {
  const found = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ').map(Number);
      // Its own time, and that of its children that have ended and were waited for.
      found.set(Number(pid), { parent: fields[1], ticks: fields[11] + fields[12] + fields[13] + fields[14] });
    } catch {
      // it has ended meanwhile
    }
  }
  return found;
}

/** Processor time in seconds of this process and of all below it; undefined where the system does not tell. */
export function effort() {
  try {
    const all = processes();
    const below = (pid) => {
      for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) {
        if (at === process.pid) {
          return true;
        }
      }
      return false;
    };
    return [...all].filter(([pid]) => below(pid)).reduce((sum, [, { ticks }]) => sum + ticks, 0) / TICKS;
  } catch {
    return undefined;
  }
}
