import { UserPlus, UsersRound } from 'lucide-react';
import { memo } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '../../kit/navigation.ts';
import { unreachable } from '../../../domain/assert.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { cx } from '../../kit/class-names.ts';
import { useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import { Username } from '../../shared/username.tsx';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import type { AddressBookLine } from './book-lines.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';
import styles from './contacts-page.module.css';

/** Equal lines skip the render. */
export const BookLine = memo(function BookLine({
  line,
  waiting,
}: {
  readonly line: Exclude<AddressBookLine, { readonly kind: 'foot' }>;
  readonly waiting: number;
}) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const online = useStore((state) => state.config.chatInfo.online);
  const current = (to: string) => cx(styles.row, `${pathname}${search}` === to && styles.current);
  switch (line.kind) {
    case 'invites':
      return (
        <Link to={PATHS.newFriends} data-row="" className={current(PATHS.newFriends)}>
          <span className={cx(styles.entry, styles.amber)}>
            <UserPlus size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <span className={styles.name}>{t('contacts.newInvites')}</span>
          <Badge count={waiting} label={t('contacts.waiting', { count: waiting })} />
        </Link>
      );
    case 'groups':
      return (
        <Link to={PATHS.groupList} data-row="" className={current(PATHS.groupList)}>
          <span className={cx(styles.entry, styles.blue)}>
            <UsersRound size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <span className={styles.name}>{t('contacts.groups')}</span>
        </Link>
      );
    case 'letter':
      return <h2 className={styles.letter}>{line.letter}</h2>;
    case 'contact': {
      const { contact } = line;
      const name = contactName(t, contact);
      const to =
        contact.kind === 'person'
          ? pathTo('userInfo', { id: contact.id })
          : pathTo('chat', { id: contact.id });
      const dot = online && contact.kind === 'person' && contact.isOnline;
      return (
        <Link to={to} data-row="" className={current(to)}>
          <Avatar id={contact.id} name={name} src={contact.avatar} size={40} online={dot} />
          <span className={styles.name} title={name} dir="auto">
            <bdi>{name}</bdi>
            <Username of={line.username} />
          </span>
          {dot && <VisuallyHidden>{t('a11y.online')}</VisuallyHidden>}
        </Link>
      );
    }
  }
  return unreachable(line);
});
