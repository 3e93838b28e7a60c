import { createContext, useCallback, useContext } from 'react';
import { assert } from '../../domain/assert.ts';
import type { ConfirmWords } from './dialogs.tsx';
import { type LiveHost, useLiveOwner } from './use-live.ts';

export type AskUser = (words: ConfirmWords) => Promise<boolean>;

export interface AskHostParts {
  readonly ask: AskUser;
  readonly host: LiveHost<ConfirmWords>;
  /** Resolves to the answer of the next question; an open question before it resolves to no. */
  readonly answered: () => Promise<boolean>;
}

export const AskContext = createContext<AskHostParts | null>(null);

function useAskHost(): AskHostParts {
  const parts = useContext(AskContext);
  assert(parts !== null, 'an AskHost above');
  return parts;
}

/** Asks before an irreversible action: `if (await ask({...})) …`. */
export const useAsk = (): AskUser => useAskHost().ask;

/**
 * The same for an action that may become forbidden while the question is open: `words` is called again after
 * each change, and null closes it with no (UI-150).
 */
export function useQuestion<Of extends readonly unknown[]>(
  words: (...of: Of) => ConfirmWords | null,
): (...of: Of) => Promise<boolean> {
  const { host, answered } = useAskHost();
  const open = useLiveOwner(host, words);
  return useCallback(
    (...of) => {
      const answer = answered();
      return open(...of) ? answer : Promise.resolve(false);
    },
    [answered, open],
  );
}
