import { type ReactNode, Suspense, useMemo, useRef } from 'react';
import { type AskUser, AskContext, type AskHostParts } from './ask-context.ts';
import { lazyAside } from './lazy-aside.ts';
import type { ConfirmWords } from './dialogs.tsx';
import { type Follow, useLiveHost } from './use-live.ts';

/** Loaded with the first question, or before it (`layout/later-hosts.tsx`). */
const ConfirmDialog = lazyAside(async () => ({ default: (await import('./dialogs.tsx')).ConfirmDialog }));

export { useAsk, useQuestion } from './ask-context.ts';

export function AskHost({ follow, children }: { readonly follow: Follow; readonly children: ReactNode }) {
  const settle = useRef<(yes: boolean) => void>(() => undefined);
  const { host, content, isOpen, close } = useLiveHost<ConfirmWords>(follow, () => settle.current(false));
  const parts = useMemo<AskHostParts>(() => {
    const answered = () => {
      settle.current(false);
      return new Promise<boolean>((resolve) => {
        settle.current = resolve;
      });
    };
    const ask: AskUser = (words) => {
      const answer = answered();
      host.open(() => words, words);
      return answer;
    };
    return { ask, host, answered };
  }, [host]);
  const answer = (yes: boolean) => {
    close();
    settle.current(yes);
  };
  return (
    <AskContext value={parts}>
      {children}
      {content !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog
            {...content}
            open={isOpen}
            onConfirm={() => answer(true)}
            onClose={() => answer(false)}
          />
        </Suspense>
      )}
    </AskContext>
  );
}
