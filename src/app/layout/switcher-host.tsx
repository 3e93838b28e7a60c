import { Suspense, useState } from 'react';
import { useWindowKeys } from '../kit/use-window-keys.ts';
import { lazyAside } from '../kit/lazy-aside.ts';

const Switcher = lazyAside(() => import('../screens/chats/switcher/switcher.tsx'));

/** Ctrl or Cmd + K from any page; its code is loaded on first use. */
export function SwitcherHost() {
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
