import type { SectionProps } from './console-app.tsx';
import styles from './console.module.css';
import { useConsole } from './context.ts';
import { bytesText, timeText } from './format.ts';
import { LongList } from './long-list.tsx';
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

export function Groups(props: SectionProps) {
  const { t, language } = useConsole();
  const everywhere = useShow<{ readonly days: number }>('retention');
  const standing = (days: number, other: string) => (days === 0 ? other : t('dayCount', { count: days }));
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
          {t('everywhere', { how: standing(everywhere.data.days, t('forGood')) })}{' '}
          <a href="#settings/messages">{t('everywhereLink')}</a>
        </p>
      )}
      <LongList part="groups" columns={columns} round={props.round} />
    </>
  );
}
