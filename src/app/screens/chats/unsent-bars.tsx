import { ChevronRight, CircleAlert } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useNavigate } from '../../kit/navigation.ts';
import { failedScheduled, strandedChats } from '../../../client/state/unsent.ts';
import { contactId } from '../../../domain/ids.ts';
import type { ScheduledMessage } from '../../../domain/later.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useOwnSetting } from '../../kit/use-setting.ts';
import { goneChats } from '../../platform/gone-chats.ts';
import { GONE_CHATS } from '../../platform/gone-chats-setting.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';
import { useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import { useLater } from '../../shared/use-later.ts';
import { useLaterList } from '../../shared/use-later-list.ts';
import styles from './bars.module.css';

/** Messages that were not sent and that no chat shows, each with the way to its words (LATER-14, SEND-21). */
export function UnsentBars() {
  useLater();
  const failed = useStore(failedScheduled);
  const stranded = useStore(strandedChats);
  return (
    <>
      {failed > 0 && <ScheduledBar />}
      {stranded !== '' && stranded.split(' ').map((chat) => <StrandedBar key={chat} chat={chat} />)}
    </>
  );
}

/** Which failed messages were told on this device: their ids, as many as can be scheduled. */
const TOLD = 'unsent_told';
/** Long enough to be read by a user who looks up. */
const SHOWN_MS = 15_000;

/** One failed message with its chat and its reason, or how many there are. */
function ScheduledBar() {
  const { t } = useTranslation();
  const { scheduled } = useLaterList();
  const failed = scheduled.filter(({ why }) => why !== null);
  const [first] = failed;
  const text = useUnsentText(first);
  const whole = failed.length > 1 ? t('later.notSent', { count: failed.length }) : text;
  useToldOnce(failed, whole);
  if (first === undefined) return null;
  return <Bar to={PATHS.later} text={whole} />;
}

function useUnsentText(row: ScheduledMessage | undefined): string {
  const { t } = useTranslation();
  const contact = useStore((state) => (row === undefined ? undefined : state.contacts.get(row.to)));
  const why = row?.why ?? '';
  return contact
    ? t('later.notSentTo', { name: contactName(t, contact), why })
    : t('later.notSentWhy', { why });
}

/** Says it where the user is, once for each message. */
function useToldOnce(failed: readonly ScheduledMessage[], text: string): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [told, setTold] = useOwnSetting(TOLD);
  const ids = failed.map(({ id }) => id).join(' ');
  const onFailed = useEffectEvent((now: string) => {
    const known = new Set((told ?? '').split(' '));
    if (now === '' || now.split(' ').every((id) => known.has(id))) return;
    setTold(now);
    const open = () => void navigate(PATHS.later);
    toasts.show(text, { ms: SHOWN_MS, action: { label: t('later.show'), run: open } });
  });
  useEffect(() => onFailed(ids), [ids]);
}

/** The chat is gone, its unsent words are not: its page has them. */
function StrandedBar({ chat }: { readonly chat: string }) {
  const { t } = useTranslation();
  const [gone] = useOwnSetting(GONE_CHATS);
  const name = goneChats(gone).find(({ id }) => id === chat)?.name ?? '';
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
