import { useEffect, useState } from 'react';
import type { Said } from '../platform/ask.ts';
import { useConsole } from './context.ts';

export type Loaded<T> = { readonly kind: 'loading' } | Exclude<Said<T>, { kind: 'file' }>;

/** A part as the server has it now, and again whenever the question or `round` changes. */
export function useShow<T>(
  part: string,
  more: Readonly<Record<string, string | number>> = {},
  round = 0,
): Loaded<T> {
  const { ask } = useConsole();
  const question = JSON.stringify([part, more, round]);
  const [loaded, setLoaded] = useState<{ readonly question: string; readonly answer: Loaded<T> } | null>(
    null,
  );
  useEffect(() => {
    let isOld = false;
    const [requestPart, facts] = JSON.parse(question) as [string, Readonly<Record<string, string | number>>];
    const load = async (): Promise<void> => {
      const answer = await ask.show<T>(requestPart, facts);
      if (!isOld && answer.kind !== 'file') setLoaded({ question, answer });
    };
    void load();
    return () => void (isOld = true);
  }, [ask, question]);
  // Old content stays until the newer answer arrives, if it is of the same part.
  if (loaded === null) return { kind: 'loading' };
  const [was] = JSON.parse(loaded.question) as [string];
  return was === part ? loaded.answer : { kind: 'loading' };
}
