import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import type { MachineStep } from '../../client/state/machine-step.ts';
import type { Desk, DeskView } from '../model/desk.ts';
import { detailOf, ORIGINS, typeOf, type ScriptEventLine, type LineOrigin } from '../model/line.ts';
import { timeOfDayText } from './clock-text.ts';
import styles from './inspector.module.css';

interface Props {
  readonly desk: Desk;
  readonly view: DeskView;
  readonly choose: (step: MachineStep) => void;
}

const NAMES: Readonly<Record<LineOrigin, string>> = {
  live: 'live',
  catchUp: 'catch-up',
  replay: 'replay',
  local: 'here',
  machine: 'machine',
  screen: 'screen',
  state: 'start',
};

/** Every event; only rows that are seen are drawn. */
export function EventLogView({ desk, view, choose }: Props) {
  const [words, setWords] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<LineOrigin>>(new Set());
  const list = useRef<VListHandle>(null);
  const wanted = useDeferredValue(words.trim().toLowerCase());
  const { lines } = desk.session;
  const length = view.length;
  const rows = useMemo(() => matching(lines, length, wanted, hidden), [lines, length, wanted, hidden]);
  const current = rowBefore(rows, view.n);
  useEffect(() => {
    if (current >= 0) list.current?.scrollToIndex(current, { align: 'nearest' });
  }, [current]);
  const toggle = (origin: LineOrigin) =>
    setHidden((now) => {
      const next = new Set(now);
      if (!next.delete(origin)) next.add(origin);
      return next;
    });
  return (
    <section className={styles.log} aria-label="Events">
      <div className={styles.filters}>
        <input
          type="search"
          aria-label="Search events"
          placeholder="Search events"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {ORIGINS.map((origin) => (
          <label key={origin} className={styles.check}>
            <input type="checkbox" checked={!hidden.has(origin)} onChange={() => toggle(origin)} />
            <span data-origin={origin}>{NAMES[origin]}</span>
          </label>
        ))}
        <output aria-label="Events shown">
          {rows.length === length ? `${length} events` : `${rows.length} of ${length}`}
        </output>
      </div>
      <VList ref={list} className={styles.rows} data={rows} itemSize={26}>
        {(i) => {
          const line = lines[i];
          return line === undefined ? (
            <div key={i} />
          ) : (
            <Row
              key={i}
              line={line}
              now={i === view.n - 1}
              later={i >= view.n}
              pick={() => {
                desk.jump(i + 1);
                if (line.origin === 'machine') choose(line.event);
              }}
            />
          );
        }}
      </VList>
      {length === 0 && <p className={styles.empty}>Attach to a running app, or open a script.</p>}
    </section>
  );
}

const Row = ({
  line,
  now,
  later,
  pick,
}: {
  readonly line: ScriptEventLine;
  readonly now: boolean;
  readonly later: boolean;
  readonly pick: () => void;
}) => (
  <button
    type="button"
    className={styles.row}
    aria-current={now}
    data-later={later || undefined}
    onClick={pick}
  >
    <time>{timeOfDayText(line.atMs)}</time>
    <span data-origin={line.origin}>{NAMES[line.origin]}</span>
    <strong>{typeOf(line)}</strong>
    <span className={styles.detail}>{detailOf(line)}</span>
  </button>
);

function matching(
  lines: readonly ScriptEventLine[],
  length: number,
  words: string,
  hidden: ReadonlySet<LineOrigin>,
): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < length; i += 1) {
    const line = lines[i];
    if (line === undefined || hidden.has(line.origin)) continue;
    if (words === '' || `${typeOf(line)} ${detailOf(line)}`.toLowerCase().includes(words)) found.push(i);
  }
  return found;
}

/** Place of the last row that belongs to the moment shown. Rows are in order, so it is found by halving. */
function rowBefore(rows: readonly number[], n: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < n) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
