import { decodeFound, decodeOpenIds, decodeTrip } from '../../wire/answers/openids.ts';
import * as calls from '../../wire/calls/openid.ts';
import { outcome, path } from '../connection/answers.ts';
import type { OpenIdActions } from '../interface/openids.ts';
import { askAndRead, atField } from './ask-and-read.ts';
import type { ActionParts } from './parts.ts';

/** Login through a provider: the browser itself navigates there and returns (OIDC-3). */
export function openIdActions(parts: ActionParts): OpenIdActions {
  const ask = askAndRead(parts);
  return {
    beginOpenId: (provider) => ask(calls.beginOpenId, { provider }, decodeTrip),
    finishOpenId: (provider, answer) => ask(calls.finishOpenId, { provider, answer }, decodeFound),
    openIds: () => ask(calls.getOpenIds, {}, decodeOpenIds),
    removeOpenId: (id, password) =>
      outcome(parts.api.call(path(calls.removeOpenId), { id, password }, atField)),
  };
}
