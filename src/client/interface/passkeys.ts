import type { PasskeyFacts } from '../../wire/answers/passkeys.ts';
import type { Answer } from './answer.ts';

export type Passkey = PasskeyFacts;

/** What a browser is asked: its own code reads it, and answers with a text. */
export type PasskeyQuestion = Readonly<Record<string, unknown>>;

/** Passkeys of one's own (PASSKEY-1), and logging in by one (PASSKEY-2). */
export interface PasskeyActions {
  /** The oldest first; `isPossible`: this server has an address that browsers make passkeys for. */
  passkeys(): Answer<{ readonly isPossible: boolean; readonly list: readonly Passkey[] }>;
  beginPasskey(password: string): Answer<PasskeyQuestion>;
  addPasskey(passkey: string, name: string): Answer;
  renamePasskey(id: Passkey['id'], name: string): Answer;
  removePasskey(id: Passkey['id']): Answer;
  /** For a login; `login` takes what the browser answers. */
  askPasskey(): Answer<PasskeyQuestion>;
}
