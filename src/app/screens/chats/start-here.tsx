import { rows } from '../../../client/state/selectors.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { Link } from '../../kit/navigation.ts';
import { useTouch } from '../../kit/use-media.ts';
import { pathTo } from '../../paths/paths.ts';
import { useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import styles from './start-here.module.css';

const SHOWN = 5;
const CTRL = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Where no chat is open: chats that mention the user first, then the newest ones, and the quick way (UI-156). */
export default function StartHere() {
  const { t } = useTranslation();
  const touch = useTouch();
  const mentions = useStore((state) => rows(state, 'at'));
  const all = useStore((state) => rows(state));
  const shown = [...new Set([...mentions, ...all])]
    .filter(({ kind }) => kind === 'person' || kind === 'group')
    .slice(0, SHOWN);
  return (
    <nav className={styles.start} aria-label={t('home.startHere')}>
      <ul>
        {shown.map((contact) => (
          <li key={contact.id}>
            <Link className={styles.chat} to={pathTo('chat', { id: contact.id })}>
              <span className={styles.face}>
                <Avatar id={contact.id} name={contact.displayName} src={contact.avatar} size={64} />
                {contact.mentions > 0 && (
                  <span className={styles.mention}>
                    <Badge count={contact.mentions} label={t('home.mentioned')} />
                  </span>
                )}
              </span>
              <span className={styles.name} dir="auto" title={contactName(t, contact)}>
                {contactName(t, contact)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {!touch && (
        <p className={styles.hint}>
          <kbd>{CTRL} K</kbd> {t('home.quickHint')}
        </p>
      )}
    </nav>
  );
}
