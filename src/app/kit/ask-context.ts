import { createContext, useContext } from 'react';
import { assert } from '../../domain/assert.ts';
import type { ConfirmWords } from './dialogs.tsx';

export type Ask = (words: ConfirmWords) => Promise<boolean>;
export const AskContext = createContext<Ask | null>(null);

/** Asks before something that cannot be undone: `if (await ask({...})) …`. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  assert(ask !== null, 'an AskHost above');
  return ask;
}
