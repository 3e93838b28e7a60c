import type { SectionProps } from './console-app.tsx';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import { timeText } from './format.ts';
import { Shown, Table } from './parts.tsx';
import type { Column } from './parts.tsx';
import { useShow } from './use-show.ts';

interface Entry {
  readonly n: number;
  readonly atMs: number;
  readonly sentence: string;
  readonly details: string;
  /** The words of the entry itself, as an export has them. */
  readonly raw: string;
}

interface Chain {
  readonly head: { readonly n: number; readonly hash: string };
  readonly rows: readonly Entry[];
}

/** The newest entries as sentences with names (CONSOLE-12). */
export function Audit({ round }: SectionProps) {
  const { t, language } = useConsole();
  const loaded = useShow<Chain>('audit', {}, round);
  const columns: readonly Column<Entry>[] = [
    { title: t('number'), render: ({ n }) => n, isNumber: true },
    { title: t('when'), render: ({ atMs }) => timeText(atMs, language, t) },
    {
      title: t('what'),
      render: ({ sentence, details, raw }) => (
        <span title={raw} dir="auto">
          {sentence}
          {details !== '' && <small className={styles.details}>{details}</small>}
        </span>
      ),
    },
  ];
  return (
    <Shown of={loaded}>
      {({ head, rows }) => (
        <>
          <Table name={t('audit')} columns={columns} rows={rows} keyOf={({ n }) => n} />
          <p className={styles.note}>{t('chain', { n: head.n, hash: head.hash })}</p>
        </>
      )}
    </Shown>
  );
}
