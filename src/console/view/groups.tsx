import { useState } from 'react';
import type { SectionProps } from './console-app.tsx';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import { FIRST_PAGE, Finder } from './finder.tsx';
import { bytesText, timeText } from './format.ts';
import { Pages, Shown, Table } from './parts.tsx';
import type { Column } from './parts.tsx';
import { RowActions } from './row-actions.tsx';
import { useShow } from './use-show.ts';

interface Group {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly members: number;
  readonly retentionDays: number;
  readonly createdAtMs: number;
  readonly fileBytes: number;
}

const PAGE = 50;

export function Groups(props: SectionProps) {
  const { t, language } = useConsole();
  const [wanted, setWanted] = useState(FIRST_PAGE);
  const everywhere = useShow<{ readonly days: number }>('retention');
  const loaded = useShow<{ readonly rows: readonly Group[]; readonly total: number }>(
    'groups',
    { ...wanted },
    props.round,
  );
  const standing = (days: number, other: string) => (days === 0 ? other : t('days', { count: days }));
  const columns: readonly Column<Group>[] = [
    { title: t('number'), render: ({ id }) => id, isNumber: true },
    { title: t('name'), render: ({ name }) => name },
    { title: t('owner'), render: ({ owner }) => owner },
    { title: t('members'), render: ({ members }) => members, isNumber: true },
    { title: t('retention'), render: ({ retentionDays }) => standing(retentionDays, t('asEverywhere')) },
    { title: t('created'), render: ({ createdAtMs }) => timeText(createdAtMs, language, t) },
    { title: t('files'), render: ({ fileBytes }) => bytesText(fileBytes), isNumber: true },
    {
      title: t('actions'),
      render: ({ id, name }) => <RowActions {...props} name={name} value={String(id)} />,
    },
  ];
  return (
    <>
      {everywhere.kind === 'data' && (
        <p className={styles.note}>
          {t('everywhere', { how: standing(everywhere.data.days, t('forGood')) })}
        </p>
      )}
      <Finder wanted={wanted} onWanted={setWanted} />
      <Shown of={loaded}>
        {({ rows, total }) => (
          <>
            <Table name={t('groups')} columns={columns} rows={rows} keyOf={({ id }) => id} />
            <Pages
              page={wanted.page}
              total={total}
              size={PAGE}
              onPage={(page) => setWanted({ ...wanted, page })}
            />
          </>
        )}
      </Shown>
    </>
  );
}
