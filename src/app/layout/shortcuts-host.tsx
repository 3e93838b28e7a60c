import { Suspense, useState } from 'react';
import { useHere, useNavigate } from '../kit/navigation.ts';
import { rows } from '../../client/state/selectors.ts';
import { useClient } from '../shared/client-context.ts';
import { useWindowKeys } from '../kit/use-window-keys.ts';
import { PATHS, pathTo } from '../paths/paths.ts';
import { lazyAside } from '../kit/lazy-aside.ts';

const ShortcutsSheet = lazyAside(() => import('../shared/shortcuts-sheet.tsx'));

/**
 * "?" shows the keyboard shortcuts; Alt with an arrow opens the chat before or after the open one (UI-56).
 */
export function ShortcutsHost() {
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
