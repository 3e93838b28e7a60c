import type { ForwardMark } from '../../../../domain/forward-mark.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Link } from '../../../kit/navigation.ts';
import { ERASED_NAME } from '../../../../domain/erased-name.ts';
import { ANNOUNCER, personContact } from '../../../../domain/ids.ts';
import { pathTo } from '../../../paths/paths.ts';
import { useStore } from '../../../shared/client-context.ts';
import { authorNameBy } from '../../../shared/contact-name.ts';
import styles from './message.module.css';

/**
 * Whose words these are, with the way to that user; in notes to self to the original, while the user has its
 * chat (FORWARD-2).
 */
export function ForwardLine({ mark: { author, place } }: { readonly mark: ForwardMark }) {
  const { t } = useTranslation();
  const title = useStore((state) => author && state.contacts.get(personContact(author.id))?.displayName);
  const hasChat = useStore((state) => place !== null && state.contacts.has(place.chat));
  const name = author && authorNameBy(t, title ?? undefined, { ...author, displayName: '', avatar: '' });
  const words = name === null ? t('msg.forwarded') : t('msg.forwardedFrom', { name });
  const isUser = author !== null && author.id !== ANNOUNCER && author.realname !== ERASED_NAME;
  const to =
    place !== null && hasChat
      ? pathTo('chat', { id: place.chat, msg_id: place.msgId })
      : isUser
        ? pathTo('userInfo', { id: personContact(author.id) })
        : null;
  return (
    <span className={styles.forward} dir="auto">
      {to === null ? words : <Link to={to}>{words}</Link>}
    </span>
  );
}
