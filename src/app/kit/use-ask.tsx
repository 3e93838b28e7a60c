import { createContext, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react';
import { lazyAside } from './lazy-aside.ts';
import { assert } from '../../domain/assert.ts';
import type { ConfirmWords } from './dialogs.tsx';

/** Comes with the first question, or before it (`layout/use-prepared-press.ts`). */
const ConfirmDialog = lazyAside(async () => ({ default: (await import('./dialogs.tsx')).ConfirmDialog }));

type Ask = (words: ConfirmWords) => Promise<boolean>;
const AskContext = createContext<Ask | null>(null);

/** Asks before something that cannot be undone: `if (await ask({...})) …`. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  assert(ask !== null, 'an AskHost above');
  return ask;
}

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
