import { useId } from 'react';
import styles from './chart.module.css';
import { useConsole } from './context.ts';

interface Props {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly show: (value: number) => string;
}

const [WIDTH, HEIGHT] = [240, 56];

/** The pieces of a line: where nothing is known it has a gap. */
function piecesOf(values: readonly (number | null)[], most: number): readonly string[] {
  const step = WIDTH / Math.max(1, values.length - 1);
  const pieces: string[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) pieces.push([]);
    else pieces.at(-1)?.push(`${(at * step).toFixed(1)},${(HEIGHT - (value / most) * HEIGHT).toFixed(1)}`);
  }
  // A point alone would not be seen.
  return pieces
    .filter((points) => points.length > 0)
    .map((points) => [...points, ...points.slice(-1)].join(' '));
}

/** One figure over the last day, with what it is now and was at most. */
export function Chart({ name, values, show }: Props) {
  const { t } = useConsole();
  const title = useId();
  const numbers = values.filter((value) => value !== null);
  const [now, most] = [numbers.at(-1) ?? 0, Math.max(0, ...numbers)];
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{name}</span>
        <strong>{show(now)}</strong>
      </figcaption>
      <svg
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={title}
      >
        <title id={title}>{t('chart', { name, now: show(now), most: show(most) })}</title>
        {piecesOf(values, Math.max(most, 1)).map((points) => (
          <polyline key={points} points={points} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <small>≤ {show(most)}</small>
    </figure>
  );
}
