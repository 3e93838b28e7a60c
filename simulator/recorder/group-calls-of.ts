import type { GroupCallRow } from '../../src/ports/store.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { refusedUnder } from '../oracle/rights.ts';
import type { OracleCall } from '../oracle/state.ts';
import { chatIn, isOn, number, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { Ran, RecordedAction } from './recorded.ts';

/** Why a device left that no request names: its user may no longer take part, or its socket is gone. */
type Departure = 'follows' | 'lost';

/** The message of a call's record has the call's id. */
export const isCallLine = (oracle: Oracle, stream: string, id: string): boolean =>
  oracle.chats.get(stream)?.call?.id === id;

/** Changes of the calls of groups: the rows after the command, beside what the oracle knows. */
export function groupCallActions(
  ran: Ran,
  at: number,
  requests: Requests,
  oracle: Oracle,
  lost: () => void,
): readonly RecordedAction[] {
  return [...(ran.groupCalls ?? [])].flatMap(([chat, after]) => {
    const before = oracle.chats.get(chat)?.call ?? null;
    const change: Change = { chat, before, after, ran, at, requests, oracle };
    return [
      ...bans(change),
      ...joins(change),
      ...leaves(change, lost),
      ...handChanges(change),
      ...end(change),
    ];
  });
}

interface Change {
  readonly chat: string;
  readonly before: OracleCall | null;
  readonly after: GroupCallRow | null;
  readonly ran: Ran;
  readonly at: number;
  readonly requests: Requests;
  readonly oracle: Oracle;
}

const inCall =
  (by: number, chat: string, device?: string) =>
  (body: RequestBody): boolean =>
    chatIn(by, body['toContactId']) === chat && (device === undefined || textOf(body['device']) === device);

/** Names a manager who asked and may remove the user. */
function bans({ chat, before, after, at, requests, oracle }: Change): readonly RecordedAction[] {
  const isNew = (person: number): boolean => before?.removed.has(person) !== true;
  return (after?.removed ?? []).filter(isNew).map((person) => {
    const askers = requests.askers(
      'removefromgroupcall',
      at,
      (body, by) => inCall(by, chat)(body) && number(body['user_id']) === person,
    );
    const mayBan = (by: number): boolean =>
      refusedUnder(oracle, by, { kind: 'banFromCall', chat, person }).includes(null);
    const by = askers.find(mayBan) ?? askers[0] ?? 0;
    return { action: { do: 'banFromCall', by, chat, person }, isRequested: askers.length > 0 };
  });
}

function joins({ chat, before, after, at, requests }: Change): readonly RecordedAction[] {
  return (after?.devices ?? [])
    .filter(({ device }) => before?.devices.has(device) !== true)
    .map(({ device, user: by }) => ({
      action: { do: 'joinCall', by, chat, device, call: after?.id ?? '' },
      isRequested: requests.some('joingroupcall', at, by, inCall(by, chat, device)),
    }));
}

/** A device that its user replaced by another one follows from the join. */
function leaves(change: Change, lost: () => void): readonly RecordedAction[] {
  const { chat, before, after, at, requests } = change;
  const present = new Set(after?.devices.map(({ device }) => device));
  const users = new Set(after?.devices.map(({ user }) => Number(user)));
  return [...(before?.devices ?? [])]
    .filter(([device, { user }]) => !present.has(device) && !users.has(user))
    .map(([device, { user }]) => {
      const isAsked = requests.some('leavegroupcall', at, user, inCall(user, chat, device));
      if (!isAsked && departure(change, user) === 'lost') lost();
      return {
        action: { do: 'leaveCall', by: isAsked ? user : null, chat, device },
        isRequested: isAsked ? true : null,
      };
    });
}

function departure({ chat, before, after, ran }: Change, user: number): Departure {
  const isBanned = after?.removed.some((one) => one === user) === true && before?.removed.has(user) !== true;
  const isOut = ran.events.some(
    ({ stream, facts }) =>
      stream === chat && (facts.kind === 'dissolved' || (facts.kind === 'removed' && facts.user === user)),
  );
  const isAway = ran.people?.some(({ id, patch }) => id === user && patch.active === false) === true;
  return isBanned || isOut || isAway ? 'follows' : 'lost';
}

function handChanges({ chat, before, after, at, requests }: Change): readonly RecordedAction[] {
  return (after?.devices ?? [])
    .filter(({ device, isHandRaised }) => isHandRaised !== (before?.devices.get(device)?.hand ?? false))
    .map(({ device, user: by, isHandRaised: on }) => ({
      action: { do: 'raiseHand', by, chat, device, on },
      isRequested: requests.some(
        'raisehand',
        at,
        by,
        (body) => inCall(by, chat, device)(body) && isOn(body['on']) === on,
      ),
    }));
}

function end({ chat, before, after, ran }: Change): readonly RecordedAction[] {
  if (before === null || after !== null) return [];
  const record = ran.events.find(
    ({ stream, facts }) => stream === chat && facts.kind === 'message' && facts.id === before.id,
  );
  const row = record?.facts.kind === 'message' ? record.facts.msgId : null;
  return [{ action: { do: 'endCall', by: null, chat, row }, isRequested: null }];
}
