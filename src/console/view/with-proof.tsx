import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Ask, ProofWays } from '../platform/ask.ts';
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
    return {
      ...parts.ask,
      async run(words, given) {
        const said = await parts.ask.run(words, given);
        if (said.kind !== 'unproved') return said;
        return (await proved(said.ways)) ? parts.ask.run(words, given) : said;
      },
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
