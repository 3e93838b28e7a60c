import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';
import { useOwnSetting, useSetting } from '../../kit/app-setting.ts';
import { GONE_CHATS, readSetting, writeSetting } from '../../platform/settings.ts';
import {
  ChevronRight,
  CircleAlert,
  CircleMinus,
  History,
  MessageSquareOff,
  Moon,
  ShieldAlert,
  X,
} from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useMedia } from '../../kit/use-media.ts';
import { NIGHT, THEME, showLooks } from '../../platform/looks.ts';
import styles from './bars.module.css';
import { removalText } from '../../shared/gone-text.ts';
import { type GoneChat, closeGone, readGoneChats } from '../../platform/gone-chats.ts';
import { securityNotes } from '../../../client/state/kept-shown.ts';
import { quietHoursOf, quietUntil } from '../../../client/state/preferences.ts';
import { ownExtra } from '../../../client/state/profile-extras.ts';
import type { State } from '../../../client/state/state.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { clockTime, fullTime, useListTime } from '../../shared/use-display-time.ts';
import { Link } from '../../kit/navigation.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';
import type { UploadView } from '../../../client/interface/files.ts';
import { strandedChats } from '../../../client/state/unsent.ts';
import { ADMIN_NOTICE, contactId } from '../../../domain/ids.ts';
import { useHasUnsent, useUnsent } from '../../shared/use-later-list.ts';
import { AnnouncementBar } from './announcement-bar.tsx';

/** Optional bars above the list, loaded after it. */
export function ListBars() {
  const [removals] = useOwnSetting(GONE_CHATS);
  const isAnnounced = useStore((state) => (state.contacts.get(ADMIN_NOTICE)?.lastSentAtMs ?? 0) > 0);
  return (
    <>
      <SecurityBar />
      <DarkBar />
      <QuietBar />
      <BusyBar />
      <NewerKept />
      <UnsentBars />
      {removals !== null && <RemovedChatBars text={removals} />}
      {isAnnounced && <AnnouncementBar />}
    </>
  );
}

/** Reports data of a newer build once, and again after the server was upgraded and downgraded (STORE-16). */
function NewerKept() {
  const { actions } = useClient();
  const self = useStore((state) => state.self?.id ?? 0);
  const { value } = useLoad(String(self), () => actions.newerKept());
  const [closed, close] = useOwnSetting('newer_kept');
  const isOver = value === false && closed !== null;
  const onOver = useEffectEvent(() => close(null));
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  if (value !== true || closed !== null) return null;
  return <NewerBar onClose={() => close('closed')} />;
}

/** Chats that other users ended, each until it is closed (UI-97); a chat that returned is not shown. */
function RemovedChatBars({ text }: { readonly text: string }) {
  return readGoneChats(text).map((chat) => <RemovedChatBar key={chat.id} chat={chat} />);
}

function RemovedChatBar({ chat }: { readonly chat: GoneChat }) {
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

/** The server was downgraded: data of the newer version remains on this device (STORE-16). */
function NewerBar({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.announcement} role="status">
      <p className={styles.gone}>
        <History size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('home.newerKept')}</span>
      </p>
      <IconButton small label={t('home.closeNewerKept')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** Quiet hours hold: until when, and an end for this once (ALERT-6). */
export function QuietBar() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const hours = useStore(quietHoursOf);
  const endMs = useStore((state) => quietUntil(state));
  if (hours === null || endMs === null) return null;
  const end = () => {
    void actions.keepPreference('quiet', { ...hours, offUntilMs: endMs });
    toasts.show(t('quietHours.ended'), {
      action: { label: t('common.undo'), onSelect: () => void actions.keepPreference('quiet', hours) },
    });
  };
  return (
    <div className={styles.quiet} role="status">
      <p className={styles.gone}>
        <Moon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('quietHours.until', { time: clockTime(endMs) })}</span>
      </p>
      <Button kind="quiet" small onClick={end}>
        {t('quietHours.end')}
      </Button>
    </div>
  );
}

const ownStatus = (state: State) => ownExtra(state, 'status');

/** The user does not want to be disturbed: until when, and an end (PRES-5). */
export function BusyBar() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const status = useStore(ownStatus);
  if (status?.mode !== 'busy') return null;
  const end = () => {
    const { mode: _, ...rest } = status;
    void actions.keepPreference('status', rest.emoji === '' && rest.text === '' ? null : rest);
    toasts.show(t('status.busyEnded'), {
      action: { label: t('common.undo'), onSelect: () => void actions.keepPreference('status', status) },
    });
  };
  const { untilMs } = status;
  return (
    <div className={styles.quiet} role="status">
      <p className={styles.gone}>
        <CircleMinus size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {untilMs === null ? t('status.busy') : t('status.busyUntil', { time: fullTime(untilMs) })}
        </span>
      </p>
      <Button kind="quiet" small onClick={end}>
        {t('status.endBusy')}
      </Button>
    </div>
  );
}

/** Security changes of the account, on every device until the owner closes them (ACC-21). */
export function SecurityBar() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const notes = useStore(securityNotes);
  const time = useListTime();
  if (notes.length === 0) return null;
  return (
    <div className={styles.announcement} role="status">
      <Link to={PATHS.secure} className={styles.announcementLink}>
        <ShieldAlert size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.notes}>
          {notes.map(({ what, atMs, device }) => (
            <span key={`${what} ${atMs}`}>
              {[t(`security.${what}`), time(atMs), device].filter((part) => part !== '').join(' · ')}
            </span>
          ))}
        </span>
      </Link>
      <IconButton small label={t('security.close')} onClick={() => void actions.closeSecurityNotes()}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

const OFFERED = 'dark-offered';

/** Offers the dark look once on a dark system, until it is taken or closed (THEME-9). */
export function DarkBar() {
  const { t } = useTranslation();
  const night = useMedia(NIGHT);
  const [theme] = useSetting(THEME);
  const [isOver, end] = useState(() => readSetting(OFFERED) !== null);
  if (!night || theme !== null || isOver) return null;
  const answer = (take: boolean) => {
    writeSetting(OFFERED, '1');
    if (take) {
      writeSetting(THEME, 'system');
      showLooks(readSetting);
    }
    end(true);
  };
  return (
    <div className={styles.quiet} role="status">
      <p className={styles.gone}>
        <Moon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('home.darkOffer')}</span>
      </p>
      <Button kind="quiet" small onClick={() => answer(true)}>
        {t('home.darkTake')}
      </Button>
      <IconButton small label={t('home.darkClose')} onClick={() => answer(false)}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** Failed messages that no chat shows, each with a link to its text (LATER-14, SEND-21). */
function UnsentBars() {
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
    useCallback((listener) => uploads.subscribe(listener), [uploads]),
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
  const [removals] = useOwnSetting(GONE_CHATS);
  const name = readGoneChats(removals).find(({ id }) => id === chat)?.name ?? '';
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
