import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import type { MachineStep } from '../../client/state/machine-step.ts';
import type { Controller, ControllerView } from '../model/controller.ts';
import { detailOf, ORIGINS, typeOf, type ScriptEventLine, type LineOrigin } from '../model/line.ts';
import { foldSteps, matching, rowBefore, type LogRow } from '../model/log-rows.ts';
import { timeOfDayText } from './clock-text.ts';
import styles from './inspector.module.css';

interface Props {
  readonly controller: Controller;
  readonly view: ControllerView;
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
export function EventLogView({ controller, view, choose }: Props) {
  const [words, setWords] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<LineOrigin>>(new Set());
  const list = useRef<VListHandle>(null);
  const query = useDeferredValue(words.trim().toLowerCase());
  const { lines } = controller.session;
  const length = view.length;
  const [isFolded, fold] = useState(true);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const matches = useMemo(() => matching(lines, length, query, hidden), [lines, length, query, hidden]);
  const rows = useMemo(
    () => foldSteps(matches, lines, isFolded && query === '' ? opened : null),
    [matches, lines, isFolded, query, opened],
  );
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
        <OriginBoxes hidden={hidden} toggle={toggle} />
        <label className={styles.check}>
          <input type="checkbox" checked={isFolded} onChange={(event) => fold(event.target.checked)} />
          fold steps
        </label>
        <output aria-label="Events shown">
          {matches.length === length ? `${length} events` : `${matches.length} of ${length}`}
        </output>
      </div>
      <VList ref={list} className={styles.rows} data={rows} itemSize={26}>
        {(row) => (
          <AnyRow
            key={row.from}
            row={row}
            lines={lines}
            n={view.n}
            open={() => setOpened((all) => new Set([...all, row.from]))}
            pick={(line) => {
              controller.jump(row.from + 1);
              if (line.origin === 'machine') choose(line.event);
            }}
          />
        )}
      </VList>
      {length === 0 && <p className={styles.empty}>Attach to a running app, or open a script.</p>}
    </section>
  );
}

const OriginBoxes = ({
  hidden,
  toggle,
}: {
  readonly hidden: ReadonlySet<LineOrigin>;
  readonly toggle: (origin: LineOrigin) => void;
}) =>
  ORIGINS.map((origin) => (
    <label key={origin} className={styles.check}>
      <input type="checkbox" checked={!hidden.has(origin)} onChange={() => toggle(origin)} />
      <span data-origin={origin}>{NAMES[origin]}</span>
    </label>
  ));

function AnyRow({
  row,
  lines,
  n,
  open,
  pick,
}: {
  readonly row: LogRow;
  readonly lines: readonly ScriptEventLine[];
  readonly n: number;
  readonly open: () => void;
  readonly pick: (line: ScriptEventLine) => void;
}) {
  const line = lines[row.from];
  if (line === undefined) return <div />;
  const at = { now: row.from < n && n <= row.to + 1, later: row.from >= n };
  return row.to > row.from ? (
    <FoldedRow row={row} lines={lines} {...at} open={open} />
  ) : (
    <Row line={line} {...at} pick={() => pick(line)} />
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

/** Steps of machines in a row, of which only the number is shown until it is opened. */
const FoldedRow = ({
  row,
  lines,
  now,
  later,
  open,
}: {
  readonly row: LogRow;
  readonly lines: readonly ScriptEventLine[];
  readonly now: boolean;
  readonly later: boolean;
  readonly open: () => void;
}) => {
  const steps = lines.slice(row.from, row.to + 1);
  const names = new Set(steps.flatMap((line) => (line.origin === 'machine' ? [line.event.actor] : [])));
  return (
    <button
      type="button"
      className={styles.row}
      aria-current={now}
      aria-expanded={false}
      data-later={later || undefined}
      onClick={open}
    >
      <time>{timeOfDayText(lines[row.from]?.atMs ?? 0)}</time>
      <span data-origin="machine">machine</span>
      <strong className={styles.fold}>{steps.length} steps</strong>
      <span className={styles.detail}>{[...names].join(', ')}</span>
    </button>
  );
};
