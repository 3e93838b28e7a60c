import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { useHere, useNavigate } from './kit/navigation.ts';
import type { Calls, CallView } from '../client/interface/calls.ts';
import type { Notice } from '../client/interface/client.ts';
import { unreachable } from '../domain/assert.ts';
import { CALL } from '../domain/call.ts';
import { type ContactId, personContact } from '../domain/ids.ts';
import type { tellOf, ReportedNotice } from './telling.ts';
import { pageTexts } from './i18n/index.ts';
import { textsNow } from './i18n/shown.ts';
import { useTranslation } from './i18n/use-translation.ts';
import { useClient, useSession } from './shared/client-context.ts';
import { showsChat } from './shared/shows-chat.ts';
import { useToasts } from './kit/toaster.tsx';
import { useAsk } from './kit/use-ask.tsx';
import { schedule } from './platform/time.ts';
import { isOpen, PATHS, pathTo } from './paths/paths.ts';

/** An ended session without a notice (ended by another tab) leaves after this. */
const UNREPORTED_MS = 3_000;

/**
 * True while an expired session still shows its page: the person first sees the message or confirms
 * the dialog (SESS-2); only then may the guard send them to the login page.
 */
const HeldContext = createContext(false);
export const useHeld = (): boolean => useContext(HeldContext);

/** The line of a ringing call is not announced, because the ring does that. */
const isRinging = (call: CallView | null, id: ContactId): boolean =>
  call !== null && call.stage === 'ringing' && personContact(call.peer) === id;

/** A live call is announced by its ring alone, also while the code of calls still loads (CALLUI-16). */
const isLiveCall = (calls: Calls, { id, preview }: Extract<Notice, { kind: 'arrived' }>): boolean =>
  isRinging(calls.get(), id) ||
  (preview.kind === 'call' && preview.call.code === CALL.ringing && calls.mayCall(id) !== 'unsupported');

let lateTell: typeof tellOf | null = null;

/** Plays message sounds; shows notifications of messages, reminders and removed chats. */
function useTelling(): (notice: ReportedNotice) => void {
  const { actions, calls, store } = useClient();
  const toasts = useToasts();
  const navigate = useNavigate();
  const tell = async (notice: ReportedNotice) => {
    // Its texts are loaded with it. A second import of the same code costs as much as a message.
    lateTell ??= (await Promise.all([import('./telling.ts'), pageTexts()]))[0].tellOf;
    await lateTell(
      { t: textsNow().t, actions, calls, store, toasts, go: (path) => void navigate(path) },
      notice,
    );
  };
  return (notice) => {
    if (notice.kind !== 'arrived' || !isLiveCall(calls, notice)) tell(notice).catch(() => undefined);
  };
}

/** Turns the client's one-time events into toasts, dialogs, sounds and notifications. */
export function NoticeHost({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { notices } = useClient();
  const session = useSession();
  const toasts = useToasts();
  const ask = useAsk();
  const navigate = useNavigate();
  const here = useHere();
  const [nextAtMs, setNextAtMs] = useState<number | null>(null);
  const [way, setWay] = useState<'stay' | 'leaving' | 'left'>('stay');
  const tell = useTelling();
  const toLogin = (): void => {
    setWay('left');
    setNextAtMs(null);
    const { pathname, search } = here();
    if (!isOpen(pathname)) void navigate(pathTo('login', { redirect: pathname + search }), { replace: true });
  };
  const expired = async (): Promise<void> => {
    setWay('leaving');
    await ask({ title: t('err.expired'), confirm: t('common.ok'), firm: true });
    toLogin();
  };
  const onNotice = useEffectEvent((notice: Notice) => {
    switch (notice.kind) {
      case 'message':
      case 'text':
        return toasts.show(notice.kind === 'message' ? notice.text : t(notice.key));
      case 'expired':
        // One dialog for all calls that failed together (ERR-5).
        return way === 'leaving' ? undefined : void expired();
      case 'kicked':
        toasts.show(t('err.kicked'), { ms: 6_000 });
        return toLogin();
      case 'toLogin':
        setWay('leaving');
        return setNextAtMs(notice.afterMs);
      case 'chatGone': {
        const isShown = showsChat(here(), notice.id);
        tell(notice);
        return isShown ? void navigate(PATHS.home, { replace: true }) : undefined;
      }
      case 'sent':
      case 'withdrawn':
        return undefined;
      case 'sound':
      case 'reminded':
      case 'arrived':
      case 'reworded':
      case 'missedCall':
      case 'groupCallBegan':
      case 'editRefused':
      case 'preferenceRefused':
        return tell(notice);
    }
    return unreachable(notice);
  });
  useEffect(() => notices.subscribe((notice) => onNotice(notice)), [notices]);
  const onDue = useEffectEvent(toLogin);
  useEffect(() => (nextAtMs === null ? undefined : schedule(nextAtMs, () => onDue())), [nextAtMs]);
  // The next user of the page must not see announcements for the previous one (SESS-7).
  const forget = useEffectEvent(() => toasts.say(''));
  useEffect(() => (session.name === 'signedIn' ? () => forget() : undefined), [session.name]);
  const expiredNow = session.name === 'ended' && session.why === 'expired';
  if (session.name === 'signedIn' && way === 'left') setWay('stay');
  useEffect(
    () => (expiredNow && way === 'stay' ? schedule(UNREPORTED_MS, () => setWay('left')) : undefined),
    [expiredNow, way],
  );
  return <HeldContext value={expiredNow && way !== 'left'}>{children}</HeldContext>;
}
