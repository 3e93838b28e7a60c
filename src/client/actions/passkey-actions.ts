import { decodePasskeys, decodeQuestion } from '../../wire/answers/passkeys.ts';
import * as calls from '../../wire/calls/passkeys.ts';
import { outcome, path } from '../connection/answers.ts';
import type { PasskeyActions } from '../interface/passkeys.ts';
import { askAndRead, atField } from './ask-and-read.ts';
import type { ActionParts } from './parts.ts';

/** Passkeys: only the server knows them, and only the browser uses them (PASSKEY-1). */
export function passkeyActions(parts: ActionParts): PasskeyActions {
  const ask = askAndRead(parts);
  const tell = (call: Parameters<typeof path>[0], body: object) =>
    outcome(parts.api.call(path(call), body, atField));
  return {
    passkeys: () => ask(calls.getPasskeys, {}, decodePasskeys),
    beginPasskey: (password) => ask(calls.beginPasskey, { password }, decodeQuestion),
    addPasskey: (passkey, name) => tell(calls.addPasskey, { passkey, name }),
    renamePasskey: (id, name) => tell(calls.renamePasskey, { id, name }),
    removePasskey: (id) => tell(calls.removePasskey, { id }),
    askPasskey: () => ask(calls.askPasskey, {}, decodeQuestion),
  };
}
