import { rows } from '../../../client/state/selectors.ts';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { Link } from '../../kit/navigation.ts';
import { useTouch } from '../../kit/use-media.ts';
import { pathTo } from '../../paths/paths.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import styles from './start-here.module.css';

const SHOWN_MAX = 5;
/** Rows of each list above the faces. */
const ROWS = 3;
/** Drafts are looked for in the newest chats. */
const LOOKED_AT = 100;
const DRAFT_SHOWN = 120;
const CTRL = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/**
 * Where no chat is open: chats that mention the user, then drafts, then the newest chats, and the quick way.
 * Beside contacts: profiles of those with the newest chats (UI-156).
 */
export default function StartHere({ people = false }: { readonly people?: boolean }) {
  return people ? <NewestPeople /> : <NewestChats />;
}

function NewestPeople() {
  const { t } = useTranslation();
  const chats = useStore((state) => rows(state));
  const newest = chats.filter(({ kind }) => kind === 'person').slice(0, SHOWN_MAX);
  return (
    <nav className={styles.start} aria-label={t('home.startHere')}>
      <Faces contacts={newest} page="userInfo" />
    </nav>
  );
}

function NewestChats() {
  const { t } = useTranslation();
  const touch = useTouch();
  const { actions } = useClient();
  const mentions = useStore((state) => rows(state, 'at'));
  const all = useStore((state) => rows(state));
  // A draft of another device may be new.
  useStore((state) => state.kept.drafts);
  const chats = all.filter(({ kind }) => kind === 'person' || kind === 'group' || kind === 'favourites');
  const mentioned = mentions.slice(0, ROWS).map((contact) => ({ contact, words: '' }));
  const drafts = chats
    .slice(0, LOOKED_AT)
    .map((contact) => ({ contact, words: actions.draft(contact.id).text.slice(0, DRAFT_SHOWN).trim() }))
    .filter(({ contact, words }) => words !== '' && !mentions.includes(contact))
    .slice(0, ROWS);
  const above = new Set([...mentioned, ...drafts].map(({ contact }) => contact.id));
  const newest = chats.filter(({ id, kind }) => kind !== 'favourites' && !above.has(id)).slice(0, SHOWN_MAX);
  return (
    <nav className={styles.start} aria-label={t('home.startHere')}>
      <Open title={t('home.mentioned')} chats={mentioned} />
      <Open title={t('home.drafts')} chats={drafts} />
      <Faces contacts={newest} page="chat" />
      {!touch && (
        <p className={styles.hint}>
          <kbd>{CTRL} K</kbd> {t('home.quickHint')}
        </p>
      )}
    </nav>
  );
}

function Faces({
  contacts,
  page,
}: {
  readonly contacts: readonly Contact[];
  readonly page: 'chat' | 'userInfo';
}) {
  const { t } = useTranslation();
  return (
    <ul className={styles.faces}>
      {contacts.map((contact) => (
        <li key={contact.id}>
          <Link className={styles.chat} to={pathTo(page, { id: contact.id })}>
            <Avatar id={contact.id} name={contact.displayName} src={contact.avatar} size={64} />
            <span className={styles.name} dir="auto" title={contactName(t, contact)}>
              {contactName(t, contact)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Chats that wait for the user. */
function Open({
  title,
  chats,
}: {
  readonly title: string;
  readonly chats: readonly { readonly contact: Contact; readonly words: string }[];
}) {
  const { t } = useTranslation();
  if (chats.length === 0) return null;
  return (
    <section className={styles.open} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {chats.map(({ contact, words }) => (
          <li key={contact.id}>
            <Link className={styles.row} to={pathTo('chat', { id: contact.id })}>
              <Avatar id={contact.id} name={contact.displayName} src={contact.avatar} size={40} />
              <span className={styles.words}>
                <span dir="auto">{contactName(t, contact)}</span>
                {words !== '' && (
                  <span className={styles.soft} dir="auto">
                    {words}
                  </span>
                )}
              </span>
              <Badge count={contact.mentions} label={t('home.mentioned')} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
