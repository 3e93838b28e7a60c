import type { SectionProps } from './console-app.tsx';
import { useConsole } from './context.ts';
import { bytesText, timeText, usageText } from './format.ts';
import { LongList } from './long-list.tsx';
import type { Column } from './parts.tsx';
import { RowActions } from './row-actions.tsx';

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
  readonly lastLoginAtMs: number;
  readonly logins: number;
  readonly fileBytes: number;
  readonly today: { readonly messages: Used; readonly files: Used; readonly bytes: Used };
}

export function People(props: SectionProps) {
  const { t, language } = useConsole();
  const columns: readonly Column<Person>[] = [
    { title: t('number'), render: ({ id }) => id, isNumber: true },
    { title: t('account'), render: ({ account }) => account },
    { title: t('name'), render: ({ realname }) => realname },
    { title: t('role'), render: ({ role }) => t(`role${role}`) },
    { title: t('state'), render: ({ active }) => (active ? t('active') : t('disabled')) },
    { title: t('logins'), render: ({ logins }) => logins, isNumber: true },
    { title: t('lastLogin'), render: ({ lastLoginAtMs }) => timeText(lastLoginAtMs, language, t) },
    { title: t('files'), render: ({ fileBytes }) => bytesText(fileBytes), isNumber: true },
    {
      title: t('today'),
      render: ({ today: { messages, bytes } }) => (
        <>
          {usageText(messages.used, messages.max, t)}
          <br />
          {usageText(bytes.used, bytes.max, t, bytesText)}
        </>
      ),
    },
    {
      title: t('actions'),
      render: ({ account }) => <RowActions {...props} name={account} value={account} />,
    },
  ];
  return <LongList part="people" columns={columns} round={props.round} />;
}
