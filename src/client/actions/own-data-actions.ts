import { decodeArchive, decodeOwnData } from '../../wire/answers/own-data.ts';
import * as calls from '../../wire/calls/own-data.ts';
import { outcome, path } from '../connection/answers.ts';
import type { OwnDataActions } from '../interface/own-data.ts';
import { askAndRead, atField } from './ask-and-read.ts';
import type { ActionParts } from './parts.ts';

/** The user's own data: only the server knows it (DATA-5). */
export function ownDataActions(parts: ActionParts): OwnDataActions {
  const ask = askAndRead(parts);
  return {
    ownData: () => ask(calls.getOwnData, {}, decodeOwnData),
    exportData: (password) => ask(calls.exportData, { password }, decodeArchive),
    eraseAccount: (password) => outcome(parts.api.call(path(calls.eraseAccount), { password }, atField)),
  };
}
