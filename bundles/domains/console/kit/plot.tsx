/** A line of a plot. */
export interface Line {
  name: string;
  /** `a`, `b`: its colour and its pattern. */
  tone: 'a' | 'b';
  points: { at: number; value?: number }[];
}

/** A moment that is marked across a plot. */
export interface Mark {
  at: number;
  text: string;
}

const WIDTH = 600;
const HEIGHT = 120;

/**
 * Values over time. The largest value stands at the upper left, so that no line needs a scale; missing values leave a gap.
 *
 * @param unit writes a value
 */
export function Plot({ title, lines, marks, from, to, unit }: {
  title: string;
  lines: Line[];
  marks: Mark[];
  from: number;
  to: number;
  unit: (value: number) => string;
}) {
  const finite = lines.flatMap((line) => line.points.map((point) => point.value)).filter((value): value is number => value !== undefined && Number.isFinite(value));
  const most = Math.max(...finite, 0);
  const x = (at: number) => ((at - from) / (to - from)) * WIDTH;
  const y = (value: number) => HEIGHT - (most === 0 ? 0 : (Math.min(value, most) / most) * (HEIGHT - 6));
  const last = lines.map((line) => {
    const value = line.points.at(-1)?.value;
    return `${line.name} ${value === undefined ? 'none' : unit(value)}`;
  });
  return (
    <figure class="plot">
      <figcaption>
        {title} <span class="count">{last.join(', ')}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`${title}: ${last.join(', ')}`}>
        {marks.filter((mark) => mark.at > from && mark.at < to).map((mark) => (
          <line class="swap" x1={x(mark.at)} x2={x(mark.at)} y1="0" y2={HEIGHT}>
            <title>{mark.text}</title>
          </line>
        ))}
        {lines.map((line) => (
          <path class={`line ${line.tone}`} d={path(line, x, y, from)} />
        ))}
      </svg>
      <span class="most">{finite.length === 0 ? 'no requests' : unit(most)}</span>
    </figure>
  );
}

function path(line: Line, x: (at: number) => number, y: (value: number) => number, from: number): string {
  let drawn = '';
  let open = false;
  for (const { at, value } of line.points) {
    if (value === undefined || at < from) {
      open = false;
    } else {
      drawn += `${open ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}${open ? '' : 'h0.1'}`;
      open = true;
    }
  }
  return drawn;
}
