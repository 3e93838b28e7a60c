import { useMemo } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { useAuthorName } from '../message/author.tsx';
import { MentionedIn } from '../message/mention.tsx';
import { type MessageRowActions, TimelineMessage } from '../message/message-row.tsx';
import { isReacted } from '../reactions/shown.ts';
import type { TimelineRow } from '../timeline.ts';
import styles from './thread.module.css';

/** A card with its author, above the answers; a long message scrolls separately, also by keys. */
export function FirstMessage({
  contact,
  row,
  actions,
}: {
  readonly contact: Contact;
  readonly row: TimelineRow | null;
  readonly actions: MessageRowActions;
}) {
  const { t } = useTranslation();
  const pending = useStore((state) => state.pending.react);
  const person = row?.message?.from ?? null;
  const author = useAuthorName(person);
  // The head of the card has the author and the time.
  const bare = useMemo(
    () => row && { ...row, first: false, last: false, timed: false, startsDay: false },
    [row],
  );
  if (row === null || bare === null) return <p className={styles.gone}>{t('thread.gone')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
    <div className={styles.first} role="region" aria-label={t('thread.first')} tabIndex={0}>
      {person !== null && (
        <p className={styles.author}>
          <Avatar id={person.id} name={author} src={person.avatar} size={32} />
          <bdi translate="no">{author}</bdi>
          <span>{fullTime(row.sentAtMs)}</span>
        </p>
      )}
      <MentionedIn value={contact.id}>
        <TimelineMessage
          row={bare}
          author={author}
          delivery={row.own ? 'sent' : null}
          turns={false}
          inGroup={contact.kind === 'group'}
          inThread
          mentionsMe={false}
          focusable={false}
          fresh={false}
          flash={false}
          reacted={isReacted(row, pending)}
          choice={null}
          actions={actions}
        />
      </MentionedIn>
    </div>
  );
}
