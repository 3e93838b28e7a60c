import type { SectionProps } from './console-app.tsx';
import { useConsole } from './context.ts';
import { bytesText, timeText, usageText } from './format.ts';
import { LongList } from './long-list.tsx';
import type { Column } from './parts.tsx';
import { RowActions } from './row-actions.tsx';
import tables from './table.module.css';

interface Used {
  readonly used: number;
  readonly max: number;
}

interface Person {
  readonly id: number;
  readonly account: string;
  readonly realname: string;
  readonly role: 0 | 1 | 2;
  readonly active: boolean;
  /** Username of the owner, if this is a bot (BOT-8). */
  readonly botOf: string | null;
  readonly lastLoginAtMs: number;
  readonly logins: number;
  readonly fileBytes: number;
  readonly today: { readonly messages: Used; readonly files: Used; readonly bytes: Used };
}

export function People(props: SectionProps) {
  const { t, language } = useConsole();
  const roleText = ({ role, botOf }: Person) =>
    botOf === null ? t(`role${role}`) : t('botOf', { owner: botOf });
  const stateText = ({ active }: Person) => (active ? t('active') : t('disabled'));
  const columns: readonly Column<Person>[] = [
    { title: t('number'), render: ({ id }) => id, sortBy: ({ id }) => id, order: 'number', isNumber: true },
    { title: t('account'), render: ({ account }) => account, sortBy: ({ account }) => account },
    { title: t('name'), render: ({ realname }) => realname, sortBy: ({ realname }) => realname },
    { title: t('role'), render: roleText, sortBy: roleText },
    { title: t('state'), render: stateText, sortBy: stateText },
    { title: t('logins'), render: ({ logins }) => logins, sortBy: ({ logins }) => logins, isNumber: true },
    {
      title: t('lastLogin'),
      render: ({ lastLoginAtMs }) => (
        <span className={tables.whole}>{timeText(lastLoginAtMs, language, t)}</span>
      ),
      sortBy: ({ lastLoginAtMs }) => lastLoginAtMs,
    },
    {
      title: t('files'),
      render: ({ fileBytes }) => bytesText(fileBytes, language),
      sortBy: ({ fileBytes }) => fileBytes,
      order: 'room',
      isNumber: true,
    },
    {
      title: t('today'),
      render: ({ today: { messages, bytes } }) => (
        <>
          {usageText(messages.used, messages.max, t)} ·{' '}
          {usageText(bytes.used, bytes.max, t, (value) => bytesText(value, language))}
        </>
      ),
      sortBy: ({ today }) => today.messages.used,
    },
    {
      title: t('actions'),
      isActions: true,
      render: ({ account }) => <RowActions {...props} name={account} value={account} />,
    },
  ];
  return <LongList part="people" columns={columns} round={props.round} />;
}
