import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Ask, ProofWays, Said } from '../platform/ask.ts';
import { ConsoleContext, useConsole } from './context.ts';
import { ProofDialog } from './proof-dialog.tsx';

type Answer = (isProved: boolean) => void;

/**
 * Asks for a fresh proof when the server requires one for a command of the children, and sends the command
 * again (CONSOLE-9).
 */
export function WithProof({ children }: { readonly children: ReactNode }) {
  const parts = useConsole();
  const [ways, setWays] = useState<ProofWays | null>(null);
  const waiting = useRef<Answer[]>([]);
  const ask = useMemo((): Ask => {
    const proved = (wanted: ProofWays) =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setWays(wanted);
      });
    const withProof = async <T,>(send: () => Promise<Said<T>>): Promise<Said<T>> => {
      const reply = await send();
      if (reply.kind !== 'unproved') return reply;
      return (await proved(reply.ways)) ? send() : reply;
    };
    return {
      ...parts.ask,
      run: (words, given) => withProof(() => parts.ask.run(words, given)),
      setLogo: (picture) => withProof(() => parts.ask.setLogo(picture)),
    };
  }, [parts.ask]);
  const close: Answer = (isProved) => {
    setWays(null);
    for (const answer of waiting.current.splice(0)) answer(isProved);
  };
  return (
    <ConsoleContext value={{ ...parts, ask }}>
      {children}
      {ways && <ProofDialog ways={ways} onClose={close} />}
    </ConsoleContext>
  );
}
