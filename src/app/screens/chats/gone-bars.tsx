import { MessageSquareOff, X } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { useStore } from '../../shared/client-context.ts';
import { removalText } from '../../shared/gone-text.ts';
import { closeGone, type GoneChat, readGoneChats } from '../../platform/gone-chats.ts';
import styles from './bars.module.css';

/** Chats that other users ended, each until it is closed (UI-97); a chat that returned is not shown. */
export function RemovedChatBars({ kept }: { readonly kept: string }) {
  return readGoneChats(kept).map((chat) => <Bar key={chat.id} chat={chat} />);
}

function Bar({ chat }: { readonly chat: GoneChat }) {
  const { t } = useTranslation();
  const isBack = useStore((state) => state.contacts.has(chat.id));
  if (isBack) return null;
  const text = removalText(t, chat);
  return (
    <div className={styles.announcement} role="status">
      <p className={styles.gone}>
        <MessageSquareOff size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{text}</span>
      </p>
      <IconButton small label={t('home.closeGone', { name: chat.name })} onClick={() => closeGone(chat.id)}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
