import { stemOf } from '../oracle/answers/files.ts';
import type { EmojiAction } from '../oracle/answers/own-emoji.ts';
import { NOTES, valueText } from '../oracle/kept.ts';
import { isOn, number, numbers, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { EmojiWritten, Facts, RecordedAction } from './recorded.ts';
import { INBOX, SECURITY } from '../../src/domain/kept.ts';
import type { EventFacts } from '../../src/ports/store.ts';

/** The state of a chat in a user's own list; null for other events. */
export function flagOf(
  by: number,
  facts: EventFacts,
  mine: (call: string, of: string, fits?: (body: RequestBody) => boolean) => boolean,
): RecordedAction | null {
  switch (facts.kind) {
    case 'top':
      return {
        action: { do: 'pin', by, chat: facts.of, on: facts.on },
        isRequested: mine('setchattop', facts.of, (body) => isOn(body['is_top']) === facts.on),
      };
    case 'notice':
      if (facts.due === true)
        return { action: { do: 'hearAgain', by: null, person: by, chat: facts.of }, isRequested: null };
      return {
        action: {
          do: 'notify',
          by,
          chat: facts.of,
          on: facts.on,
          atOnly: facts.atOnly ?? false,
          untilMs: facts.untilMs ?? null,
        },
        isRequested: mine('isnotice', facts.of, (body) => {
          const on = isOn(body['is_notice']);
          const flags = [on, !on && isOn(body['at_only']), on ? 0 : number(body['quiet_until'] ?? 0)];
          return flags.join() === [facts.on, facts.atOnly ?? false, facts.untilMs ?? 0].join();
        }),
      };
    case 'archive': {
      const on = facts.to !== null;
      return {
        action: { do: 'archive', by, chat: facts.of, on },
        isRequested: mine('archivechat', facts.of, (body) => isOn(body['on']) === on),
      };
    }
    case 'unread': {
      const { of: chat, on, n = null } = facts;
      const from = ({ n: value }: RequestBody) => (on && textOf(value) !== '' ? number(value) : null);
      return {
        action: { do: 'markUnread', by, chat, on, n },
        isRequested: mine('markunread', chat, (body) => isOn(body['on']) === on && from(body) === n),
      };
    }
    case 'hide':
      return { action: { do: 'hide', by, chat: facts.of }, isRequested: mine('delchat', facts.of) };
    default:
      return null;
  }
}

/** The event identifies the press; the request has its value. */
export function keeping(
  by: number,
  { name, op }: Facts<'kept'>,
  at: number,
  requests: Requests,
): RecordedAction {
  // Written by the server, when the ways into the account change (ACC-21).
  if (op === SECURITY) return { action: { do: 'keep', by, name, value: NOTES }, isRequested: true };
  // The server merges the marks of the inbox (INBOX-4).
  if (op === INBOX) {
    const isRequested = requests.ever('inboxdone', at, by, () => true);
    return { action: { do: 'keep', by, name, value: NOTES }, isRequested };
  }
  const body = requests.pick(
    'keep',
    at,
    by,
    (body) => textOf(body['op']) === op && textOf(body['name']) === name,
  );
  const value = body === null ? null : valueText(name, body['value'] ?? null);
  return {
    action: { do: 'keep', by, name, value },
    isRequested: body !== null || endsDraft(by, name, op, at, requests),
  };
}

/** Sending or scheduling a draft ends it in the same command (DRAFT-4). */
function endsDraft(by: number, name: string, op: string, at: number, requests: Requests): boolean {
  const fits = (body: RequestBody): boolean =>
    textOf(body['ends_draft']) === op && name === `draft ${textOf(body['toContactId'])}`;
  return ['sendmessage', 'schedulemessage'].some((call) => requests.some(call, at, by, fits));
}

/** The written change as an action, and whether it was requested. */
export function emojiAction(
  change: EmojiWritten,
  at: number,
  requests: Requests,
): { readonly action: EmojiAction; readonly isRequested: boolean } {
  const { by } = change;
  if (change.what !== 'put') {
    const call = change.what === 'move' ? 'move' : 'del';
    const isAsked = requests.some(call, at, by, (body) => numbers(body['ids']).join() === change.ids.join());
    return { action: { do: change.what, by, ids: change.ids }, isRequested: isAsked };
  }
  const bodies = [
    ...requests.all('uploademoji', at, by, () => true),
    ...requests.all('add', at, by, (body) => number(body['file_id']) > 0),
  ];
  // The order of simultaneous ones is unknown.
  const names = new Set(
    bodies.map((body) => {
      const file = requests.fileOf(body);
      return file && stemOf(file.name);
    }),
  );
  const [name] = names.size === 1 ? names : [];
  return { action: { do: 'put', by, emoji: { id: change.id, name } }, isRequested: bodies.length > 0 };
}
