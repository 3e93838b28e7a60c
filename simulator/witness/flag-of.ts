import type { EventFacts } from '../../src/ports/store.ts';
import { isOn, number, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { ToldDeed } from './told-deed.ts';

/** The state of a chat in a user's own list; null for other events. */
export function flagOf(
  by: number,
  facts: EventFacts,
  mine: (call: string, of: string, fits?: (body: RequestBody) => boolean) => boolean,
): ToldDeed | null {
  switch (facts.kind) {
    case 'top':
      return {
        deed: { do: 'pin', by, chat: facts.of, on: facts.on },
        asked: mine('setchattop', facts.of, (body) => isOn(body['is_top']) === facts.on),
      };
    case 'notice':
      if (facts.due === true)
        return { deed: { do: 'hearAgain', by: null, person: by, chat: facts.of }, asked: null };
      return {
        deed: {
          do: 'notify',
          by,
          chat: facts.of,
          on: facts.on,
          atOnly: facts.atOnly ?? false,
          untilMs: facts.untilMs ?? null,
        },
        asked: mine('isnotice', facts.of, (body) => {
          const on = isOn(body['is_notice']);
          const asked = [on, !on && isOn(body['at_only']), on ? 0 : number(body['quiet_until'] ?? 0)];
          return asked.join() === [facts.on, facts.atOnly ?? false, facts.untilMs ?? 0].join();
        }),
      };
    case 'archive': {
      const on = facts.to !== null;
      return {
        deed: { do: 'archive', by, chat: facts.of, on },
        asked: mine('archivechat', facts.of, (body) => isOn(body['on']) === on),
      };
    }
    case 'unread': {
      const { of: chat, on, n = null } = facts;
      const from = ({ n: named }: RequestBody) => (on && textOf(named) !== '' ? number(named) : null);
      return {
        deed: { do: 'markUnread', by, chat, on, n },
        asked: mine('markunread', chat, (body) => isOn(body['on']) === on && from(body) === n),
      };
    }
    case 'hide':
      return { deed: { do: 'hide', by, chat: facts.of }, asked: mine('delchat', facts.of) };
    default:
      return null;
  }
}
