import '../screens/chats/typing-line.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { watchForeignNodes } from '../platform/foreign-nodes.ts';
import { armSound } from '../platform/sound.ts';
import { useClient, useStore } from '../shared/client-context.ts';
import { useHere, useNavigate } from '../kit/navigation.ts';
import type { CallView } from '../../client/interface/calls.ts';
import { pageTexts } from '../i18n/index.ts';
import { useCall } from '../shared/use-call.ts';
import { useGroupCall } from '../shared/use-group-call.ts';
import { openSheet } from '../kit/open-sheet.ts';
import { hasUnsavedText } from '../kit/unsaved-page.ts';
import { useWide } from '../kit/use-media.ts';
import { callPath, endsOnPage } from '../screens/calls/call-path.ts';
import { PATHS, pathTo } from '../paths/paths.ts';
import { lazyAside } from '../kit/lazy-aside.ts';
import { preparedAside } from '../kit/prepared-aside.ts';
import { keepShownList } from './keep-shown-list.ts';
import { rows } from '../../client/state/selectors.ts';
import { useWindowKeys } from '../kit/use-on-top.ts';
import { savesData } from '../platform/saves-data.ts';
import { schedule } from '../platform/time.ts';
import { useUnread } from '../shared/use-unread.ts';
import { useHasUnsent, useLater } from '../shared/use-later-list.ts';
import { placeOfPath } from './routes.tsx';
import { useTypedAtEnd } from './use-typed-at-end.ts';
import { WindowTitle } from './window-title.tsx';

/** Loaded with the first call. If loading fails, calls do not ring but the app continues. */
const CallLayer = lazyAside(async () => {
  const [layer] = await Promise.all([import('../screens/calls/call-layer.tsx'), pageTexts()]);
  return layer;
});

const GroupCallLayer = lazyAside(async () => {
  const [layer] = await Promise.all([import('../screens/calls/group-call-layer.tsx'), pageTexts()]);
  return layer;
});

/** The group call of this device, over every page. */
function GroupCallHost() {
  const call = useGroupCall();
  return (
    <Suspense fallback={null}>{call !== null && <GroupCallLayer key={call.group} call={call} />}</Suspense>
  );
}

/** The call of this device, over every page. */
export function CallHost() {
  const call = useCall();
  useCallPage(call);
  if (call === null) return null;
  return (
    <Suspense fallback={null}>
      <CallLayer key={call.peer} call={call} />
    </Suspense>
  );
}

/**
 * Opens the page of each call (CALL-3): an outgoing and an accepted one at once, a ringing one in narrow
 * windows. Beside a list, a card over the open page asks first. Each page opens only once: a user who left it
 * stays away. A page would take an open sheet or unsaved text away: the call stays above them (CALLUI-23).
 */
function useCallPage(call: CallView | null): void {
  const wide = useWide();
  const here = useHere();
  const navigate = useNavigate();
  const { actions } = useClient();
  const opened = useRef<string | null>(null);
  const opening = call === null ? null : openingOf(call, wide);
  useEffect(() => {
    if (call === null || opening === null || opened.current === opening) return;
    const isOnPage = here().pathname === PATHS.call;
    const isAbove = hasUnsavedText() || (call.stage !== 'calling' && openSheet() !== null);
    if (call.stage === 'ringing' && isAbove && !isOnPage) return;
    opened.current = opening;
    if (isAbove && !isOnPage) return actions.minimiseCall(true);
    // The page itself follows the call that it shows.
    if (!isOnPage) void navigate(callPath(call));
  }, [call, opening, here, navigate, actions]);
}

function openingOf(call: CallView, wide: boolean): string | null {
  const { id, stage } = call;
  if (stage === 'ringing') return wide ? null : `${id} rings`;
  // A reloaded page stays open; only resuming the call opens its page.
  if (stage === 'returning') return null;
  return stage === 'ended' && !endsOnPage(call) ? null : `${id} runs`;
}

const AGAIN_MS = 100;
const AGAIN_MAX = 13;

/**
 * Loads failed styles again, each time after twice the wait. Their code is retried automatically and would
 * appear without its style, because no import requests the same style twice (UI-125).
 */
export function watchStyles(): () => void {
  const failures = new Map<string, number>();
  const again = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    const failed = failures.get(target.href) ?? 0;
    if (failed === AGAIN_MAX) return;
    failures.set(target.href, failed + 1);
    schedule(AGAIN_MS * 2 ** failed, () => target.replaceWith(target.cloneNode()));
  };
  // Such an event does not bubble, but it can be captured.
  addEventListener('error', again, true);
  return () => removeEventListener('error', again, true);
}

/** Parts of the frame that pages do not need for their display: loaded right after them. */
export default function LaterHosts() {
  usePreparedPress();
  useTypedAtEnd();
  const client = useClient();
  useEffect(() => keepShownList(client.store), [client]);
  useEffect(() => armSound(), []);
  useEffect(() => watchForeignNodes(), []);
  useEffect(() => watchStyles(), []);
  return (
    <>
      <SwitcherHost />
      <CallHost />
      <GroupCallHost />
      <ShortcutsHost />
      <UnsentHost />
      <UpdateHost />
      <IconBadge />
      <WindowTitle />
    </>
  );
}

const UnsentTeller = lazyAside(async () => {
  const [code] = await Promise.all([import('./unsent-teller.tsx'), pageTexts()]);
  return code;
});

/** Loads the list of scheduled messages on every page, so that a failure is noticed (LATER-14). */
function UnsentHost() {
  useLater();
  const hasUnsent = useHasUnsent();
  return <Suspense fallback={null}>{hasUnsent && <UnsentTeller />}</Suspense>;
}

const PhoneHost = lazyAside(() => import('./phone-host.tsx'));
const StartCheck = lazyAside(() => import('../screens/account/settings/start-check.tsx'));

/** Looks once for a newer version, when everything else has come (UPD-6). */
function UpdateHost() {
  const ready = useStore((state) => state.sync.ready && state.connection.name === 'open');
  if (!ready) return null;
  return (
    <Suspense fallback={null}>
      <StartCheck />
      <PhoneHost />
    </Suspense>
  );
}

const Switcher = preparedAside(() => import('../screens/chats/switcher/switcher.tsx'));

/** Ctrl or Cmd + K from any page; its code is loaded on first use. */
function SwitcherHost() {
  const [open, setOpen] = useState(false);
  useWindowKeys((event) => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey ||
      event.key.toLowerCase() !== 'k'
    )
      return;
    event.preventDefault();
    setOpen(!open);
  });
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Switcher onClose={() => setOpen(false)} />
    </Suspense>
  );
}

const FIRST_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const;
const loadOverlays = () =>
  Promise.all([
    ...(savesData() ? [] : [Switcher.prepare()]),
    import('../kit/overlays/menu-popup.tsx'),
    import('../kit/overlays/action-sheet.tsx'),
    import('../kit/overlays/dialog-frame.tsx'),
    import('../kit/dialogs.tsx'),
    import('../screens/chats/add-menu.tsx'),
    import('../screens/chats/row-menu.tsx'),
  ]);

/** Prefetches the code that the next press most likely needs, as soon as the pointer or a key moves. */
function usePreparedPress(): void {
  useEffect(() => {
    const chat = placeOfPath(PATHS.chat);
    const loads = [...(chat.kind === 'page' ? [chat.route.load] : []), loadOverlays, pageTexts];
    const fetchAll = () => {
      for (const type of FIRST_EVENTS) removeEventListener(type, fetchAll);
      // The real use tries again, and reports the failure.
      for (const load of loads) load().catch(() => undefined);
    };
    for (const type of FIRST_EVENTS) addEventListener(type, fetchAll);
    return () => {
      for (const type of FIRST_EVENTS) removeEventListener(type, fetchAll);
    };
  }, []);
}

const ShortcutsSheet = lazyAside(() => import('../shared/shortcuts-sheet.tsx'));

/**
 * "?" shows the keyboard shortcuts; Alt with an arrow opens the chat before or after the open one (UI-56).
 */
function ShortcutsHost() {
  const [open, setOpen] = useState(false);
  const step = useStep();
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.altKey && by !== undefined) {
      event.preventDefault();
      return step(by);
    }
    if (event.key !== '?' || event.altKey || writes(event.target)) return;
    event.preventDefault();
    setOpen(true);
  });
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutsSheet onClose={() => setOpen(false)} />
    </Suspense>
  );
}

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** The next or previous chat of the list; without an open one the first or last. */
function useStep(): (by: number) => void {
  const { store } = useClient();
  const navigate = useNavigate();
  const address = useHere();
  return (by) => {
    const { pathname, search } = address();
    const list = rows(store.get());
    const here =
      pathname === PATHS.chat
        ? list.findIndex((one) => one.id === new URLSearchParams(search).get('id'))
        : -1;
    const next = here === -1 ? list.at(by > 0 ? 0 : -1) : list[here + by];
    if (next !== undefined)
      void navigate(pathTo('chat', { id: next.id }), { replace: pathname === PATHS.chat });
  };
}

/** The number on the icon of an installed app, if it has one. */
function IconBadge(): null {
  const unread = useUnread();
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Refused outside an installed app, which has no badge.
    (unread === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unread)).catch(() => undefined);
  }, [unread]);
  return null;
}
