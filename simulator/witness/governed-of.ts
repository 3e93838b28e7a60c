import type { EventFacts } from '../../src/ports/store.ts';
import type { OracleRole } from '../oracle/deeds.ts';
import { chatIn, number, objectOf, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { ToldDeed } from './told-deed.ts';

const about =
  (person: number) =>
  (body: RequestBody): boolean =>
    number(body['user_id']) === person;

/** An owner leaves, and this one owns it then. */
const inherits =
  (person: number) =>
  (body: RequestBody): boolean =>
    number(body['heir']) === person;

/** What leads a group: its name, its people, their roles, its rules. */
export function governed(chat: string, facts: EventFacts, at: number, requests: Requests): ToldDeed | null {
  if (!('by' in facts) || facts.by === null) return null;
  const { by } = facts;
  const there = (call: string, fits: (body: RequestBody) => boolean = () => true): boolean =>
    requests.some(call, at, by, (body) => chatIn(by, body['id']) === chat && fits(body));
  switch (facts.kind) {
    case 'rename':
      return {
        deed: { do: 'rename', by, chat, name: facts.name },
        asked: there('editgroupname', (body) => textOf(body['displayName']).trim() === facts.name),
      };
    case 'removed':
      return {
        deed: { do: 'remove', by, chat, person: facts.user },
        asked: there('removeuser', about(facts.user)),
      };
    case 'dissolved':
      return { deed: { do: 'dissolve', by, chat }, asked: there('removegroup') };
    case 'groupSetting':
      return setting(chat, by, at, requests);
    case 'manager':
      if (facts.user === null || facts.role === null) return null;
      return {
        deed: { do: 'promote', by, chat, person: facts.user, role: facts.role satisfies OracleRole },
        asked: there('setmanager', about(facts.user)),
      };
    case 'owner':
      return {
        deed: { do: 'handOver', by, chat, person: facts.user },
        asked: there('changeowner', about(facts.user)) || there('removeuser', inherits(facts.user)),
      };
    case 'muted':
      return {
        deed: { do: 'silence', by, chat, person: facts.user, untilSec: facts.untilSec },
        asked:
          there('setnospeak', about(facts.user)) ||
          there('changeowner', about(facts.user)) ||
          there('removeuser', inherits(facts.user)),
      };
    default:
      return null;
  }
}

function setting(chat: string, by: number, at: number, requests: Requests): ToldDeed {
  const request = requests.pick('groupsetting', at, by, (body) => chatIn(by, body['id']) === chat);
  const asked = objectOf(request?.['setting']);
  const flags = Object.fromEntries(
    ['invite', 'history', 'pin', 'media'].flatMap((key) =>
      asked[key] === undefined ? [] : [[key, Number(asked[key]) === 1]],
    ),
  );
  const slowSec = asked['slowSec'] === undefined ? {} : { slowSec: number(asked['slowSec']) };
  const nospeak = asked['nospeak'] === undefined ? {} : { nospeak: number(asked['nospeak']) as 0 | 1 | 2 };
  const texts = Object.fromEntries(
    ['about', 'rules'].flatMap((key) => (asked[key] === undefined ? [] : [[key, textOf(asked[key]).trim()]])),
  );
  return {
    deed: { do: 'set', by, chat, setting: { ...flags, ...slowSec, ...nospeak, ...texts } },
    asked: request !== null,
  };
}
