import type { PasskeyFacts } from '../../wire/answers/passkeys.ts';
import type { Answer } from './answer.ts';

export type Passkey = PasskeyFacts;

/** The passkey challenge: the browser's own code reads it and returns a text. */
export type PasskeyQuestion = Readonly<Record<string, unknown>>;

/** The user's passkeys (PASSKEY-1), and login with one (PASSKEY-2). */
export interface PasskeyActions {
  /** The oldest first; `isPossible`: this server has an address that browsers make passkeys for. */
  passkeys(): Answer<{ readonly isPossible: boolean; readonly list: readonly Passkey[] }>;
  beginPasskey(password: string): Answer<PasskeyQuestion>;
  addPasskey(passkey: string, name: string): Answer;
  renamePasskey(id: Passkey['id'], name: string): Answer;
  removePasskey(id: Passkey['id']): Answer;
  /** Starts a login; `login` takes the browser's answer. */
  askPasskey(): Answer<PasskeyQuestion>;
}
