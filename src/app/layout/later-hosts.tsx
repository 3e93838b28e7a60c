import '../screens/chats/typing-line.tsx';
import { Suspense, useEffect, useState } from 'react';
import { watchForeignNodes } from '../platform/foreign-nodes.ts';
import { armSound } from '../platform/sound.ts';
import { useClient, useStore } from '../shared/client-context.ts';
import { CallHost } from './call-host.tsx';
import { keepShownList } from './keep-shown-list.ts';
import { useHere, useNavigate } from '../kit/navigation.ts';
import { rows } from '../../client/state/selectors.ts';
import { useWindowKeys } from '../kit/use-on-top.ts';
import { PATHS, pathTo } from '../paths/paths.ts';
import { lazyAside } from '../kit/lazy-aside.ts';
import { watchStyles } from './style-again.ts';
import { pageTexts } from '../i18n/index.ts';
import { useLater } from '../shared/use-later-list.ts';
import { useHasUnsent } from '../shared/use-unsent.ts';
import { placeOfPath } from './routes.tsx';

/** Parts of the frame that pages do not need for their display: loaded right after them. */
export default function LaterHosts() {
  usePreparedPress();
  const client = useClient();
  useEffect(() => keepShownList(client.store), [client]);
  useEffect(() => armSound(), []);
  useEffect(() => watchForeignNodes(), []);
  useEffect(() => watchStyles(), []);
  return (
    <>
      <SwitcherHost />
      <CallHost />
      <ShortcutsHost />
      <UnsentHost />
      <UpdateHost />
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

const Switcher = lazyAside(() => import('../screens/chats/switcher/switcher.tsx'));

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
    if (event.ctrlKey || event.metaKey || event.isComposing) return;
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
