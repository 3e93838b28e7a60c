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
  readonly by: string;
  readonly what: string;
  readonly about: string;
  readonly facts: string;
}

interface Chain {
  readonly head: { readonly n: number; readonly hash: string };
  readonly rows: readonly Entry[];
}

export function Audit({ round }: SectionProps) {
  const { t, language } = useConsole();
  const loaded = useShow<Chain>('audit', {}, round);
  const columns: readonly Column<Entry>[] = [
    { title: t('number'), render: ({ n }) => n, isNumber: true },
    { title: t('when'), render: ({ atMs }) => timeText(atMs, language, t) },
    { title: t('who'), render: ({ by }) => by },
    { title: t('what'), render: ({ what }) => what },
    { title: t('about'), render: ({ about }) => about },
    { title: t('facts'), render: ({ facts }) => (facts === '{}' ? '' : <code>{facts}</code>) },
  ];
  return (
    <Shown of={loaded}>
      {({ head, rows }) => (
        <>
          <p className={styles.note}>{t('chain', { n: head.n, hash: head.hash })}</p>
          <Table name={t('audit')} columns={columns} rows={rows} keyOf={({ n }) => n} />
        </>
      )}
    </Shown>
  );
}
