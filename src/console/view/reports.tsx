import { useState } from 'react';
import type { SectionProps } from './console-app.tsx';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import { timeText } from './format.ts';
import { Pages, Shown, Table } from './parts.tsx';
import type { Column } from './parts.tsx';
import { useShow } from './use-show.ts';

interface Person {
  readonly account: string;
  readonly realname: string;
  readonly motto: string;
}

type Copy =
  | {
      readonly kind: 'message';
      readonly from: Person | null;
      readonly place: string;
      readonly type: string;
      readonly content: string;
    }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'group'; readonly name: string; readonly about: string; readonly owner: Person | null };

interface Row {
  readonly id: number;
  readonly atMs: number;
  readonly reason: string;
  readonly words: string;
  readonly copy: Copy;
  readonly decision: { readonly what: string; readonly by: string; readonly note: string } | null;
}

interface Report extends Row {
  readonly reporter: string;
  readonly fileId: number | null;
  readonly looks: readonly { readonly by: string; readonly atMs: number; readonly did: string }[];
}

const PAGE = 50;

const personText = (one: Person | null): string => (one === null ? '–' : `${one.realname} (${one.account})`);

/** Short text about the reported subject. */
function aboutText(copy: Copy): string {
  switch (copy.kind) {
    case 'message':
      return personText(copy.from);
    case 'person':
      return personText(copy.person);
    case 'group':
      return copy.name;
  }
}

/** The reported text, as it was at the time of the report. */
function copyText(copy: Copy): string {
  switch (copy.kind) {
    case 'message':
      return copy.content;
    case 'person':
      return copy.person.motto;
    case 'group':
      return copy.about;
  }
}

export function Reports(props: SectionProps) {
  const { t } = useConsole();
  const [part, setPart] = useState<'reports' | 'decided'>('reports');
  const [opened, setOpened] = useState<number | null>(null);
  if (opened !== null) return <OneReport {...props} id={opened} onBack={() => setOpened(null)} />;
  return (
    <>
      <div className={styles.buttons} role="group" aria-label={t('state')}>
        {(['reports', 'decided'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
            {t(one === 'reports' ? 'waiting' : 'decided')}
          </button>
        ))}
      </div>
      <ReportList key={part} part={part} round={props.round} onOpen={setOpened} />
    </>
  );
}

interface ListProps {
  readonly part: 'reports' | 'decided';
  readonly round: number;
  readonly onOpen: (id: number) => void;
}

function ReportList({ part, round, onOpen }: ListProps) {
  const { t, language } = useConsole();
  const [page, setPage] = useState(1);
  const loaded = useShow<{ readonly rows: readonly Row[]; readonly total: number }>(part, { page }, round);
  const columns: readonly Column<Row>[] = [
    { title: t('number'), render: ({ id }) => id, sortBy: ({ id }) => id, isNumber: true },
    { title: t('when'), render: ({ atMs }) => timeText(atMs, language, t) },
    { title: t('reason'), render: ({ reason }) => reason },
    { title: t('about'), render: ({ copy }) => aboutText(copy) },
    { title: t('decision'), render: ({ decision }) => decision?.what ?? '–' },
    {
      title: t('actions'),
      isActions: true,
      render: ({ id }) => (
        <button type="button" aria-label={`${t('open')}: ${id}`} onClick={() => onOpen(id)}>
          {t('open')}
        </button>
      ),
    },
  ];
  return (
    <Shown of={loaded}>
      {({ rows, total }) => (
        <>
          <Table
            name={t('reports')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty={part === 'reports' ? 'noReports' : 'noDecided'}
          />
          <Pages page={page} total={total} size={PAGE} onPage={setPage} />
        </>
      )}
    </Shown>
  );
}

interface OneProps extends SectionProps {
  readonly id: number;
  readonly onBack: () => void;
}

/** Opening it is written down with the report (REPORT-5). */
function OneReport({ id, round, begin, commandBy, onBack }: OneProps) {
  const { t, language } = useConsole();
  const loaded = useShow<Report>('report', { id }, round);
  const button = (words: string) => (
    <button type="button" onClick={() => begin(words, { number: String(id) })}>
      {commandBy(words)?.name ?? words}
    </button>
  );
  return (
    <Shown of={loaded}>
      {(report) => (
        <article className={styles.report}>
          <h3>{t('reportTitle', { number: id })}</h3>
          <p>
            {t('reportBy', {
              name: report.reporter,
              when: timeText(report.atMs, language, t),
              reason: report.reason,
            })}
          </p>
          {report.words !== '' && <blockquote>{report.words}</blockquote>}
          <h4>{t('kept')}</h4>
          <p>{aboutText(report.copy)}</p>
          {copyText(report.copy) !== '' && <pre>{copyText(report.copy)}</pre>}
          {report.decision && (
            <p>
              {t('decision')}:{' '}
              {[report.decision.what, report.decision.by, report.decision.note].filter(Boolean).join(' · ')}
            </p>
          )}
          <h4>{t('looks')}</h4>
          <ul>
            {report.looks.map((look) => (
              <li key={`${look.atMs} ${look.by} ${look.did}`}>
                {timeText(look.atMs, language, t)} · {look.by} · {look.did}
              </li>
            ))}
          </ul>
          <div className={styles.buttons}>
            {report.decision === null && button('reports decide')}
            {report.fileId !== null && button('reports save')}
            <button type="button" onClick={onBack}>
              {t('back')}
            </button>
          </div>
        </article>
      )}
    </Shown>
  );
}
