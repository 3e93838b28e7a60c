import { ChevronRight, CircleAlert } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { UploadView } from '../../../client/interface/files.ts';
import { Link } from '../../kit/navigation.ts';
import { strandedChats } from '../../../client/state/unsent.ts';
import { contactId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useOwnSetting } from '../../kit/use-setting.ts';
import { readGoneChats } from '../../platform/gone-chats.ts';
import { GONE_CHATS } from '../../platform/settings.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useHasUnsent, useUnsent } from '../../shared/use-unsent.ts';
import styles from './bars.module.css';

/** Failed messages that no chat shows, each with a link to its text (LATER-14, SEND-21). */
export function UnsentBars() {
  const hasScheduled = useHasUnsent();
  const stranded = useStranded();
  return (
    <>
      {hasScheduled && <ScheduledBar />}
      {stranded.map((chat) => (
        <StrandedBar key={chat} chat={chat} />
      ))}
    </>
  );
}

function ScheduledBar() {
  const { rows, text } = useUnsent();
  return rows.length === 0 ? null : <Bar to={PATHS.later} text={text} />;
}

/** Removed chats with messages or files that were refused. */
function useStranded(): readonly string[] {
  const { uploads } = useClient();
  const files = useSyncExternalStore(
    useCallback((run) => uploads.subscribe(run), [uploads]),
    () => failedChats(uploads.get()),
  );
  const chats = useStore((state) => strandedChats(state, files));
  return chats === '' ? [] : chats.split(' ');
}

const failedChats = (files: readonly UploadView[]): string =>
  [...new Set(files.flatMap(({ to, state }) => (state === 'failed' ? [to] : [])))].join(' ');

/** The chat is gone, but its unsent messages are on its page. */
function StrandedBar({ chat }: { readonly chat: string }) {
  const { t } = useTranslation();
  const [gone] = useOwnSetting(GONE_CHATS);
  const name = readGoneChats(gone).find(({ id }) => id === chat)?.name ?? '';
  const text = name === '' ? t('home.unsentGone') : t('home.unsentGoneIn', { name });
  return <Bar to={pathTo('chat', { id: contactId(chat) })} text={text} />;
}

function Bar({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <div className={styles.announcement} role="status">
      <Link to={to} className={styles.announcementLink}>
        <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{text}</span>
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </Link>
    </div>
  );
}
