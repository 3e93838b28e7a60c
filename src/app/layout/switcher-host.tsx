import { lazy, Suspense, useEffect, useState } from 'react';

const Switcher = lazy(() => import('../screens/switcher/switcher.tsx'));

/** Ctrl or Cmd + K from anywhere; its code comes when it is first wanted. */
export function SwitcherHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Switcher onClose={() => setOpen(false)} />
    </Suspense>
  );
}
