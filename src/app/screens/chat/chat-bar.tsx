import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { totals } from '../../../client/store/selectors.ts';
import type { Contact } from '../../../client/store/state.ts';
import { IconButton } from '../../kit/button.tsx';
import { useStore } from '../../kit/client-context.ts';
import { contactName } from '../../kit/contact-name.ts';
import { ConnectionStrip } from '../../kit/connection-strip.tsx';
import { usePane } from '../../kit/pane-context.ts';
import { TopBar } from '../../kit/top-bar.tsx';
import { CHAT } from '../../kit/use-back.ts';
import { useVeryWide } from '../../kit/use-media.ts';
import styles from './chat.module.css';

/** Name, who is there, the unread of other chats, and the way to the chat's info. */
export function ChatBar({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const veryWide = useVeryWide();
  const pane = usePane();
  const all = useStore((state) => totals(state).unread);
  const showsOnline = useStore((state) => state.config.chatInfo.online);
  const others = Math.max(0, all - (contact.isNotice && contact.last ? contact.unread : 0));
  const online = contact.kind === 'person' && showsOnline && contact.isOnline;
  const infoOpen = pathname !== CHAT;
  const hasInfo = contact.kind === 'person' || contact.kind === 'group';
  const query = `?id=${encodeURIComponent(contact.id)}`;
  return (
    <>
      <TopBar
        title={contactName(t, contact)}
        subtitle={contact.kind === 'group' && contact.group ? t('chat.members', { count: contact.group.members }) : online ? <Online /> : undefined}
        backCount={others}
        end={
          hasInfo && (
            <IconButton
              label={t('title.chatInfo')}
              aria-expanded={veryWide ? infoOpen : undefined}
              onClick={() => void navigate(infoOpen && veryWide ? `${CHAT}${query}` : `/pages/message/detail${query}`, { replace: infoOpen })}
            >
              <Ellipsis size={24} strokeWidth={1.75} />
            </IconButton>
          )
        }
      />
      {pane === 'single' && <ConnectionStrip />}
    </>
  );
}

function Online() {
  const { t } = useTranslation();
  return (
    <span className={styles.online}>
      <span className={styles.onlineDot} />
      {t('chat.online')}
    </span>
  );
}
