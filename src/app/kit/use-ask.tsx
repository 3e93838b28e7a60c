import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { type Ask, AskContext } from './ask-context.ts';
import { lazyAside } from './lazy-aside.ts';
import type { ConfirmWords } from './dialogs.tsx';

/** Comes with the first question, or before it (`layout/use-prepared-press.ts`). */
const ConfirmDialog = lazyAside(async () => ({ default: (await import('./dialogs.tsx')).ConfirmDialog }));

export { useAsk } from './ask-context.ts';

export function AskHost({ children }: { readonly children: ReactNode }) {
  const [words, setWords] = useState<ConfirmWords | null>(null);
  const [open, setOpen] = useState(false);
  const settle = useRef<(yes: boolean) => void>(() => undefined);
  const ask = useMemo<Ask>(
    () => (next) =>
      new Promise((resolve) => {
        settle.current(false);
        settle.current = resolve;
        setWords(next);
        setOpen(true);
      }),
    [],
  );
  const answer = (yes: boolean) => {
    setOpen(false);
    settle.current(yes);
  };
  return (
    <AskContext value={ask}>
      {children}
      {words !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog
            {...words}
            open={open}
            onConfirm={() => answer(true)}
            onClose={() => answer(false)}
          />
        </Suspense>
      )}
    </AskContext>
  );
}
