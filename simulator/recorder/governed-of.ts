import type { EventFacts } from '../../src/ports/store.ts';
import type { OracleRole } from '../oracle/actions.ts';
import { NEW_GROUP, SETTING_NAMES, type Setting } from '../oracle/group-settings.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatIn, number, objectOf, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { Ran, RecordedAction } from './recorded.ts';

const about =
  (person: number) =>
  (body: RequestBody): boolean =>
    number(body['user_id']) === person;

/** An owner leaves, and this one owns it then. */
const inherits =
  (person: number) =>
  (body: RequestBody): boolean =>
    number(body['heir']) === person;

/** The offered lengths of a mute, by their number in a request (GROUP-17). */
const OFFERED_SEC: readonly number[] = [600, 3_600, 10_800, 86_400];

/** The end of a requested mute, in seconds: one of the offered times, or days. */
function silenceIn(body: RequestBody, nowMs: number): number {
  const forSec = OFFERED_SEC[number(body['noSpeakTimer']) - 1] ?? (number(body['noSpeakDay']) || 0) * 86_400;
  return forSec === 0 ? 0 : Math.floor(nowMs / 1_000) + forSec;
}

/** Group management: name, members, roles, permissions. */
export function governed(
  chat: string,
  facts: EventFacts,
  ran: Ran,
  at: number,
  requests: Requests,
  oracle: Oracle,
): RecordedAction | null {
  const by = 'by' in facts ? facts.by : null;
  if (by === null) return null;
  const there = (call: string, fits: (body: RequestBody) => boolean = () => true): boolean =>
    requests.some(call, at, by, (body) => chatIn(by, body['id']) === chat && fits(body));
  switch (facts.kind) {
    case 'rename':
      return {
        action: { do: 'rename', by, chat, name: facts.name },
        isRequested: there('editgroupname', (body) => textOf(body['displayName']).trim() === facts.name),
      };
    case 'removed':
      return {
        action: { do: 'remove', by, chat, person: facts.user },
        isRequested: there('removeuser', about(facts.user)),
      };
    case 'dissolved':
      return { action: { do: 'dissolve', by, chat }, isRequested: there('removegroup') };
    case 'groupSetting':
      return setting(chat, by, ran, at, requests, oracle);
    case 'manager':
      if (facts.user === null || facts.role === null) return null;
      return {
        action: { do: 'promote', by, chat, person: facts.user, role: facts.role satisfies OracleRole },
        isRequested: there('setmanager', about(facts.user)),
      };
    case 'owner':
      return {
        action: { do: 'handOver', by, chat, person: facts.user },
        isRequested: there('changeowner', about(facts.user)) || there('removeuser', inherits(facts.user)),
      };
    case 'muted':
      return {
        action: { do: 'silence', by, chat, person: facts.user, untilSec: facts.untilSec },
        isRequested:
          there(
            'setnospeak',
            (body) => about(facts.user)(body) && silenceIn(body, ran.nowMs) === facts.untilSec,
          ) ||
          (facts.untilSec === 0 &&
            (there('changeowner', about(facts.user)) || there('removeuser', inherits(facts.user)))),
      };
    default:
      facts.kind satisfies Elsewhere;
      return null;
  }
}

/** Kinds whose action other files derive, or which follow from one: a new kind does not compile until it is listed. */
type Elsewhere =
  | 'added'
  | 'anew'
  | 'application'
  | 'applicationDone'
  | 'archive'
  | 'blocked'
  | 'call'
  | 'cleared'
  | 'delete'
  | 'edited'
  | 'follow'
  | 'groupCall'
  | 'hide'
  | 'joined'
  | 'kept'
  | 'later'
  | 'left'
  | 'mark'
  | 'mentionMark'
  | 'message'
  | 'notice'
  | 'pinned'
  | 'pollClosed'
  | 'previewed'
  | 'profile'
  | 'reacted'
  | 'read'
  | 'recall'
  | 'remark'
  | 'reminded'
  | 'session'
  | 'timer'
  | 'top'
  | 'unpinned'
  | 'unread'
  | 'updated'
  | 'voted';

/**
 * Of several unanswered requests, it is one that asked for the written setting: all fields it names are so
 * then, and it names all changed ones.
 */
function setting(
  chat: string,
  by: number,
  { groupSetting }: Ran,
  at: number,
  requests: Requests,
  oracle: Oracle,
): RecordedAction {
  const was = oracle.chats.get(chat)?.group?.setting;
  const isThere = (body: RequestBody): boolean => chatIn(by, body['id']) === chat;
  const explains = (body: RequestBody): boolean => {
    const setting = settingIn(body);
    const now = { ...was, ...setting } as Partial<Setting>;
    return (
      isThere(body) &&
      SETTING_NAMES.every((key) => groupSetting?.[key] === undefined || now[key] === groupSetting[key])
    );
  };
  const request =
    requests.pick('groupsetting', at, by, explains) ?? requests.pick('groupsetting', at, by, isThere);
  return {
    action: { do: 'set', by, chat, setting: settingIn(request) },
    isRequested: request !== null,
  };
}

/** The settings a request asked for. */
function settingIn(body: RequestBody | null): Partial<Setting> {
  const setting = objectOf(body?.['setting']);
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => setting[name] !== undefined).map((name) => [
      name,
      READERS[typeof NEW_GROUP[name] as keyof typeof READERS](setting[name]),
    ]),
  );
}

const READERS = {
  boolean: (value: unknown) => Number(value) === 1,
  number,
  string: (value: unknown) => textOf(value).trim(),
};
