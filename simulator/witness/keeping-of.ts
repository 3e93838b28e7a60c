import { SECURITY } from '../../src/domain/security-note.ts';
import { NOTES, keptText } from '../oracle/kept.ts';
import { textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, ToldDeed } from './told-deed.ts';

/** The event identifies the press; the request has its value. */
export function keeping(by: number, { name, op }: Facts<'kept'>, at: number, requests: Requests): ToldDeed {
  // Written by the server, when the ways into the account change (ACC-21).
  if (op === SECURITY) return { deed: { do: 'keep', by, name, value: NOTES }, asked: true };
  const body = requests.pick(
    'keep',
    at,
    by,
    (given) => textOf(given['op']) === op && textOf(given['name']) === name,
  );
  const value = body === null ? null : keptText(name, body['value'] ?? null);
  return {
    deed: { do: 'keep', by, name, value },
    asked: body !== null || endsDraft(by, name, op, at, requests),
  };
}

/** Sending or scheduling a draft ends it in the same command (DRAFT-4). */
function endsDraft(by: number, name: string, op: string, at: number, requests: Requests): boolean {
  const fits = (given: RequestBody): boolean =>
    textOf(given['ends_draft']) === op && name === `draft ${textOf(given['toContactId'])}`;
  return ['sendmessage', 'schedulemessage'].some((call) => requests.some(call, at, by, fits));
}
