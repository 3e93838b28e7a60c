import type { SectionProps } from './console-app.tsx';
import { useConsole } from './context.ts';
import { timeText } from './format.ts';
import { Shown, Table } from './parts.tsx';
import type { Column } from './parts.tsx';
import { RowActions } from './row-actions.tsx';
import { useShow } from './use-show.ts';

interface Rows<T> {
  readonly rows: readonly T[];
}

interface Invitation {
  readonly code: string;
  readonly used: number;
  readonly max: number;
  readonly expiresAtMs: number;
  readonly role: 0 | 2;
  readonly group: number | null;
  readonly name: string;
  readonly email: string;
}

interface InvitationRows extends Rows<Invitation> {
  readonly invited: number;
  readonly came: number;
}

const madeFor = ({ name, email }: Invitation): string => [name, email].filter((one) => one !== '').join(', ');

export function Invitations(props: SectionProps) {
  const { t, language } = useConsole();
  const loaded = useShow<InvitationRows>('invitations', {}, props.round);
  const columns: readonly Column<Invitation>[] = [
    { title: t('code'), render: ({ code }) => <code>{code}</code>, sortBy: ({ code }) => code },
    { title: t('madeFor'), render: madeFor, sortBy: madeFor },
    {
      title: t('used'),
      render: ({ used, max }) => t('ofMost', { used, max }),
      sortBy: ({ used }) => used,
      isNumber: true,
    },
    {
      title: t('until'),
      render: ({ expiresAtMs }) => timeText(expiresAtMs, language, t),
      sortBy: ({ expiresAtMs }) => expiresAtMs,
    },
    { title: t('becomes'), render: ({ role }) => t(`role${role}`), sortBy: ({ role }) => role },
    { title: t('group'), render: ({ group }) => group ?? '–', sortBy: ({ group }) => group ?? 0 },
    {
      title: t('actions'),
      isActions: true,
      render: ({ code }) => <RowActions {...props} name={code} value={code} />,
    },
  ];
  return (
    <Shown of={loaded}>
      {({ rows, invited, came }) => (
        <>
          {invited > 0 && <p>{t('cameOf', { came, invited })}</p>}
          <Table
            name={t('invitations')}
            columns={columns}
            rows={rows}
            keyOf={({ code }) => code}
            empty="noInvitations"
          />
        </>
      )}
    </Shown>
  );
}

interface Notice {
  readonly id: number;
  readonly atMs: number;
  readonly title: string;
}

export function AnnouncementList(props: SectionProps) {
  const { t, language } = useConsole();
  const loaded = useShow<Rows<Notice>>('notices', {}, props.round);
  const columns: readonly Column<Notice>[] = [
    { title: t('number'), render: ({ id }) => id, sortBy: ({ id }) => id, isNumber: true },
    {
      title: t('when'),
      render: ({ atMs }) => timeText(atMs, language, t),
      sortBy: ({ atMs }) => atMs,
    },
    { title: t('headline'), render: ({ title }) => title, sortBy: ({ title }) => title },
    {
      title: t('actions'),
      isActions: true,
      render: ({ id, title }) => <RowActions {...props} name={title} value={String(id)} />,
    },
  ];
  return (
    <Shown of={loaded}>
      {({ rows }) => (
        <Table name={t('notices')} columns={columns} rows={rows} keyOf={({ id }) => id} empty="noNotices" />
      )}
    </Shown>
  );
}

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly badge: number;
}

export function Discover(props: SectionProps) {
  const { t } = useConsole();
  const loaded = useShow<Rows<Entry>>('discover', {}, props.round);
  const columns: readonly Column<Entry>[] = [
    { title: t('number'), render: ({ id }) => id, sortBy: ({ id }) => id, isNumber: true },
    { title: t('name'), render: ({ name }) => name, sortBy: ({ name }) => name },
    { title: t('address'), render: ({ url }) => url, sortBy: ({ url }) => url },
    { title: t('badge'), render: ({ badge }) => badge, sortBy: ({ badge }) => badge, isNumber: true },
    {
      title: t('actions'),
      isActions: true,
      render: ({ id, name }) => <RowActions {...props} name={name} value={String(id)} />,
    },
  ];
  return (
    <Shown of={loaded}>
      {({ rows }) => <Table name={t('discover')} columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </Shown>
  );
}
