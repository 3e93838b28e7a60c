import { useId } from 'react';
import chartStyles from './chart.module.css';
import charts from './chart.module.css';
import { useConsole } from './context.ts';
import type { SectionProps } from './console-app.tsx';
import styles from './console.module.css';
import { ageText, bytesText, percentText, timeText } from './format.ts';
import { type Column, Shown, Table } from './parts.tsx';
import type { TextKey } from './context.ts';
import { useShow } from './use-show.ts';

interface Props {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly show: (value: number, language: string) => string;
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
function Chart({ name, values, show }: Props) {
  const { t, language } = useConsole();
  const title = useId();
  const numbers = values.filter((value) => value !== null);
  const [now, most] = [numbers.at(-1) ?? 0, Math.max(0, ...numbers)];
  return (
    <figure className={chartStyles.chart}>
      <figcaption>
        <span>{name}</span>
        <strong>{show(now, language)}</strong>
      </figcaption>
      <svg
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={title}
      >
        <title id={title}>{t('chart', { name, now: show(now, language), most: show(most, language) })}</title>
        {piecesOf(values, Math.max(most, 1)).map((points) => (
          <polyline key={points} points={points} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <small>{t('peak', { most: show(most, language) })}</small>
    </figure>
  );
}

interface Job {
  readonly name: string;
  readonly atMs: number;
  readonly fault: string | null;
}

interface Health {
  readonly ready: {
    readonly version?: string;
    readonly ready: boolean;
    readonly reasons: readonly string[];
    readonly warnings: readonly string[];
  };
  /** Null if this server makes no automatic copies. */
  readonly gauges: {
    readonly copiesAgeSec?: number | null;
    readonly copiesWholeAgeSec?: number | null;
    readonly copiesDrillAgeSec?: number | null;
    readonly copiesBytes?: number | null;
    readonly copiesFailures?: number | null;
    readonly copiesDrillFailures?: number | null;
  };
  readonly nodes: readonly string[];
  readonly jobs: readonly Job[];
}

interface Refused {
  readonly reason: string;
  readonly text: string;
  readonly count: number;
}

interface Day {
  readonly minutes: readonly number[];
  readonly lines: Readonly<Record<string, readonly (number | null)[]>>;
  readonly refusals: readonly Refused[];
}

/** Ten minutes of one core. */
const STEP_MS = 10 * 60_000;
const plain = (value: number): string => String(value);
const ms = (value: number): string => `${value} ms`;
const ofCore = (value: number, language: string): string => percentText(value / STEP_MS, language);

const CHARTS: readonly (readonly [line: string, title: TextKey, show: Props['show']])[] = [
  ['users', 'users', plain],
  ['sockets', 'sockets', plain],
  ['calls', 'calls', plain],
  ['frames', 'frames', plain],
  ['faults', 'faults', plain],
  ['crowded', 'crowded', plain],
  ['cpuMs', 'cpu', ofCore],
  ['memoryBytes', 'memory', bytesText],
  ['lateMs', 'late', ms],
  ['storeWaiting', 'storeWaiting', plain],
  ['databaseBytes', 'database', bytesText],
  ['diskFreeBytes', 'disk', bytesText],
  ['busLagMs', 'bus', ms],
];

/** The four figures above the others. */
const FIRST: readonly string[] = ['users', 'calls', 'faults', 'diskFreeBytes'];

/** The newest value of four figures (CONSOLE-16). */
function Numbers({ lines }: Pick<Day, 'lines'>) {
  const { t, language } = useConsole();
  const newest = CHARTS.filter(([line]) => FIRST.includes(line)).flatMap(([line, title, show]) => {
    const value = lines[line]?.findLast((one) => one !== null) ?? null;
    return value === null ? [] : [{ title, text: show(value, language) }];
  });
  if (newest.length === 0) return null;
  return (
    <dl className={charts.numbers}>
      {newest.map(({ title, text }) => (
        <div key={title}>
          <dt>{t(title)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Overview({ round }: SectionProps) {
  const health = useShow<Health>('health', {}, round);
  const day = useShow<Day>('figures', {}, round);
  return (
    <>
      <Shown of={health}>
        {(data) => (
          <>
            <HealthView health={data} />
            {day.kind === 'data' && <Numbers lines={day.data.lines} />}
            <FirstSettings />
            <CopiesView gauges={data.gauges} />
            <JobsView jobs={data.jobs} />
          </>
        )}
      </Shown>
      <Shown of={day}>{(data) => <DayView day={data} />}</Shown>
    </>
  );
}

const STEPS: readonly (readonly [hash: string, title: TextKey, text: TextKey])[] = [
  ['settings/server', 'stepName', 'stepNameText'],
  ['settings/registration', 'stepRegister', 'stepRegisterText'],
  ['invitations', 'stepInvite', 'stepInviteText'],
  ['settings/signOn', 'stepSignOn', 'stepSignOnText'],
  ['settings/signOn', 'stepPasswords', 'stepPasswordsText'],
  ['settings/messages', 'stepKeep', 'stepKeepText'],
];

/** Settings for a first administrator, each with a link. */
function FirstSettings() {
  const { t } = useConsole();
  return (
    <nav className={charts.steps} aria-label={t('setUp')}>
      {STEPS.map(([hash, title, text]) => (
        <a key={title} href={`#${hash}`}>
          <strong>{t(title)}</strong>
          <small>{t(text)}</small>
        </a>
      ))}
    </nav>
  );
}

function HealthView({ health: { ready, nodes } }: { readonly health: Health }) {
  const { t } = useConsole();
  return (
    <section className={charts.health} aria-label={t('health')}>
      <p className={ready.ready ? styles.well : styles.unwell}>
        {ready.ready ? t('well') : `${t('unwell')} ${ready.reasons.join('; ')}`}
      </p>
      {ready.warnings.length > 0 && (
        <>
          <h3>{t('warnings')}</h3>
          <ul>
            {ready.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.note}>
        {ready.version !== undefined && `${t('version', { version: ready.version })} · `}
        {nodes.length === 0 ? t('noNodes') : t('nodes', { nodes: nodes.join(', ') })}
      </p>
    </section>
  );
}

function JobsView({ jobs }: Pick<Health, 'jobs'>) {
  const { t, language } = useConsole();
  const columns: readonly Column<Job>[] = [
    { title: t('job'), render: ({ name }) => name, sortBy: ({ name }) => name },
    {
      title: t('lastRound'),
      render: ({ atMs }) => (atMs === 0 ? t('notYet') : timeText(atMs, language, t)),
      sortBy: ({ atMs }) => atMs,
    },
    { title: t('ended'), render: ({ atMs, fault }) => fault ?? (atMs === 0 ? '–' : t('well1')) },
  ];
  return (
    <details className={styles.more}>
      <summary>{t('jobs')}</summary>
      <Table name={t('jobs')} columns={columns} rows={jobs} keyOf={({ name }) => name} />
    </details>
  );
}

/** The age of automatic copies, if the server makes any (COPY-12). */
function CopiesView({ gauges }: Pick<Health, 'gauges'>) {
  const { t, language } = useConsole();
  const {
    copiesAgeSec: age = null,
    copiesWholeAgeSec: whole = null,
    copiesDrillAgeSec: drill = null,
  } = gauges;
  if (age === null && whole === null) return null;
  const ago = (seconds: number | null) => ageText(seconds, language, t);
  return (
    <>
      <h3>{t('copies')}</h3>
      <p>{t('copied', { age: ago(age), whole: ago(whole), drill: ago(drill) })}</p>
      <p className={styles.note}>
        {t('copiesBytes', {
          bytes: gauges.copiesBytes ? bytesText(gauges.copiesBytes, language) : t('notKnown'),
          failures: gauges.copiesFailures ?? 0,
          drills: gauges.copiesDrillFailures ?? 0,
        })}
      </p>
    </>
  );
}

function DayView({ day: { lines, refusals } }: { readonly day: Day }) {
  const { t } = useConsole();
  const lineCharts = CHARTS.filter(([line]) => lines[line]?.some((value) => value !== null));
  const columns: readonly Column<Refused>[] = [
    { title: t('reason'), render: ({ text }) => text },
    { title: t('name'), render: ({ reason }) => <code>{reason}</code> },
    { title: t('count'), render: ({ count }) => count, sortBy: ({ count }) => count, isNumber: true },
  ];
  return (
    <>
      <h3>{t('lastDay')}</h3>
      {lineCharts.length === 0 ? (
        <p className={styles.none}>{t('noFigures')}</p>
      ) : (
        <div className={charts.grid}>
          {lineCharts.map(([line, title, show]) => (
            <Chart key={line} name={t(title)} values={lines[line] ?? []} show={show} />
          ))}
        </div>
      )}
      <h3>{t('refusals')}</h3>
      <Table
        name={t('refusals')}
        columns={columns}
        rows={refusals}
        keyOf={({ reason }) => reason}
        empty="noRefusals"
      />
    </>
  );
}
