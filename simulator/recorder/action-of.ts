import type { EventFacts } from '../../src/ports/store.ts';
import { namesThem } from '../oracle/blocked.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatOf, partners } from '../oracle/state.ts';
import { chatIn, isOn, listIn, number, numbers, objectOf, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import { scheduledActions } from './later-of.ts';
import { flagOf, keeping } from './own-of.ts';
import { founded } from './founded-of.ts';
import { groupCallActions, isCallLine } from './group-calls-of.ts';
import { arrivals, discreet, ended, reported, ruled, shutOut, unfriended } from './people-of.ts';
import { governed } from './governed-of.ts';
import type { Requests } from './requests.ts';
import { hookBotIn, isBotAsked, markedName, REMOVES_BOT, RENAMES_BOT } from './programs-of.ts';
import { messageActions } from './said-of.ts';
import { copiedCard, actionsOfSubject, timed } from './subjects.ts';
import type { Facts, Ran, RecordedAction, RecordedEvent } from './recorded.ts';

/** Derives a command's actions from the ids of its events and the requests. */
export const actionsOf = (
  ran: Ran,
  at: number,
  requests: Requests,
  oracle: Oracle,
  count: (what: string) => void,
): readonly RecordedAction[] => [
  ...groupCallActions(ran, at, requests, oracle, () => count('job: DroppingGone')),
  ...otherActions(ran, at, requests, oracle),
];

function otherActions(ran: Ran, at: number, requests: Requests, oracle: Oracle): readonly RecordedAction[] {
  const find = <K extends EventFacts['kind']>(
    kind: K,
  ): readonly (RecordedEvent & { readonly facts: Facts<K> })[] =>
    ran.events.filter((one): one is RecordedEvent & { readonly facts: Facts<K> } => one.facts.kind === kind);
  const isRemoved = (bot: number): boolean => isBotAsked(oracle, bot, at, requests, REMOVES_BOT);
  const endings = ended(ran, at, requests, isRemoved);
  if (endings) return endings;
  const lines = find('message');
  const blocked = find('blocked')[0];
  if (blocked) return [shutOut(blocked, at, requests)];
  const added = find('added')[0];
  const joins = find('joined');
  const arrived = arrivals(ran);
  if (added && lines[0]) {
    const admission = admitted(added, lines[0].facts.msgId, at, requests);
    // The server adds users to its welcome group on its own (FIRST-2).
    const isLed = arrived.length > 0 && oracle.rules.welcome === added.stream;
    return [
      ...arrived,
      isLed ? { ...admission, isRequested: null } : (hookBotIn(ran, at, requests, admission) ?? admission),
    ];
  }
  if (joins[0]?.facts.via === 'group' && lines[0]) return [founded(joins, lines[0], ran, at, requests)];
  if (find('applicationDone')[0]?.facts.status === 1 && lines[0])
    return [...arrived, befriended(lines[0], at, requests, oracle, ran)];
  const left = find('left')[0];
  if (left?.facts.why === 'unfriended') return [unfriended(left, at, requests)];
  const timer = find('timer')[0];
  if (timer && lines[0]) return [...meetingActions(joins), timed(timer, lines[0].facts.msgId, at, requests)];
  const wasCleared = find('cleared').length > 0;
  return [
    ...clearings(ran),
    ...scheduledActions(ran, at, requests, oracle),
    ...arrived,
    ...ruled(ran),
    ...discreet(ran, at, requests),
    ...reported(ran, at, requests),
    ...meetingActions(joins),
    ...ran.events.flatMap((event): readonly RecordedAction[] => {
      const recorded = actionsOfSubject(event, ran, at, requests);
      if (recorded) return recorded;
      const entry =
        event.stream === 'notice' && event.facts.kind === 'message'
          ? announced(event.facts, ran)
          : event.facts.kind === 'profile'
            ? renaming(Number(event.stream.slice(1)), ran, at, requests, oracle)
            : single(event, at, requests, oracle, ran);
      if (entry?.action.do === 'say') requests.texts.set(entry.action.line.row, entry.action.line);
      // Marks moved by a clearing were not requested, and the oracle knows their effect.
      if (!entry || (wasCleared && entry.action.do === 'readMentions')) return [];
      // A hidden chat stays hidden for a user who blocked the sender, as the oracle knows.
      if (entry.action.do === 'hide' && find('message').length > 0) return [];
      const copied = event.facts.kind === 'message' ? copiedCard(event.facts, ran) : [];
      return [wasCleared && entry.action.do === 'read' ? { ...entry, isRequested: null } : entry, ...copied];
    }),
  ];
}

/** On a closed server two users have a chat as soon as one contacts the other. */
function meetingActions(joins: readonly { readonly facts: Facts<'joined'> }[]): readonly RecordedAction[] {
  const two = joins[0]?.facts.via === 'friend' ? partners(joins[0].facts.of) : null;
  return two ? [{ action: { do: 'meet', by: null, people: two }, isRequested: null }] : [];
}

/** These lines can no longer be used from then on, though no client was notified yet (GROUP-13). */
const clearings = ({ sweeps: parts = [] }: Ran): readonly RecordedAction[] =>
  parts.map(({ stream: chat, n }) => ({
    action: { do: 'clear', by: null, chat, n, notifiesLater: true },
    isRequested: null,
  }));

/** The operator announces without a request. */
function announced(
  { msgId: row, id, from: by }: Facts<'message'>,
  { announcements = [], words }: Ran,
): RecordedAction {
  // Of several simultaneous commands, it is the one with the written text.
  const mine = announcements.find((one) => one === words?.get(row)) ?? announcements.at(-1) ?? '';
  return {
    action: {
      do: 'say',
      by,
      chat: 'notice',
      line: { row, id, kind: 'text', words: mine, at: [], quotes: null },
    },
    isRequested: null,
  };
}

function admitted(
  { stream, facts }: RecordedEvent & { readonly facts: Facts<'added'> },
  row: number,
  at: number,
  requests: Requests,
): RecordedAction {
  const { by, users } = facts;
  // A user who joins by a code admits no one, even if they had asked earlier.
  const isAlone = users.length === 1 && users[0] === by;
  const joins = isAlone
    ? requests.all('joingroup', at, by, (body) => textOf(body['group_id']) === stream)
    : [];
  const came = joins.length > 0;
  const makers = joins.flatMap((body) => requests.makersOf(textOf(body['token'] ?? body['inviteUid'])));
  // A user who used a code before joins by that one, whichever they name now (GROUP-17).
  const codesOf = makers.length === 0 && requests.hasShown(by) ? [null] : makers;
  const letInBy = isAlone
    ? requests.askers(
        'answergrouprequest',
        at,
        (body, lead) => chatIn(lead, body['id']) === stream && number(body['user_id']) === by,
      )
    : [];
  const isLetIn = letInBy.length > 0;
  const isAsked =
    came ||
    isLetIn ||
    requests.some(
      'addgroupuser',
      at,
      by,
      (body) =>
        chatIn(by, body['id']) === stream && users.every((one) => numbers(body['user_ids']).includes(one)),
    );
  return {
    action: {
      do: 'admit',
      by,
      chat: stream,
      people: users,
      row,
      ...(isLetIn && { letInBy }),
      ...(came && { codesOf }),
    },
    isRequested: isAsked,
  };
}

function befriended(
  line: RecordedEvent & { readonly facts: Facts<'message'> },
  at: number,
  requests: Requests,
  oracle: Oracle,
  ran: Ran,
): RecordedAction {
  const by = line.facts.from;
  const [a, b] = partners(line.stream) ?? [0, 0];
  const other = a === by ? b : a;
  const theirs = (id: number): boolean =>
    oracle.applications.get(id)?.by === other && oracle.applications.get(id)?.to === by;
  const isAsked =
    requests.some('update', at, by, (body) => isOn(body['status']) && theirs(number(body['friend_id']))) ||
    // A bot and its owner are friends from the start (BOT-1).
    (ran.programs ?? []).some((one) => one.what === 'bot' && one.user === other && one.owner === by) ||
    // Both asked: the second one accepts.
    (oracle.tie(other, by)?.state === 'asked' &&
      requests.some('add', at, by, (body) => number(body['user_id']) === other));
  return { action: { do: 'befriend', by, with: other, row: line.facts.msgId }, isRequested: isAsked };
}

/** The action of a single event; null for events that only follow from another. */
function single(
  { stream, facts }: RecordedEvent,
  at: number,
  requests: Requests,
  oracle: Oracle,
  ran: Ran,
): RecordedAction | null {
  const own = Number(stream.slice(1));
  switch (facts.kind) {
    case 'message':
      if (isCallLine(oracle, stream, facts.id)) return null;
      return messageActions(stream, facts, at, requests, oracle, ran.words?.get(facts.msgId));
    case 'cleared':
      return { action: { do: 'clear', by: facts.by, chat: stream, n: facts.n }, isRequested: null };
    case 'application':
      return {
        action: { do: 'apply', by: facts.from, to: own, application: facts.friendId },
        isRequested: requests.some('add', at, facts.from, (body) => number(body['user_id']) === own),
      };
    case 'applicationDone':
      return applicationEnded(facts, own, at, requests);
    case 'remark':
      return {
        action: { do: 'remark', by: own, about: facts.user, name: facts.name },
        isRequested: requests.some(
          'setnickname',
          at,
          own,
          (body) => textOf(body['nickname']).trim() === facts.name,
        ),
      };
    default:
      return (
        ofOneself(stream, facts, at, requests, oracle, ran) ??
        governed(stream, facts, ran, at, requests, oracle)
      );
  }
}

/** Declined by the recipient, or withdrawn by the requester. */
function applicationEnded(
  { friendId, withdrawnBy }: Facts<'applicationDone'>,
  own: number,
  at: number,
  requests: Requests,
): RecordedAction {
  const [by, call] = withdrawnBy === undefined ? [own, 'update'] : [withdrawnBy, 'withdraw'];
  return {
    action: { do: withdrawnBy === undefined ? 'refuse' : 'withdraw', by, application: friendId },
    isRequested: requests.some(call, at, by, (body) => number(body['friend_id']) === friendId),
  };
}

function ofOneself(
  stream: string,
  facts: EventFacts,
  at: number,
  requests: Requests,
  oracle: Oracle,
  ran: Ran,
): RecordedAction | null {
  const own = Number(stream.slice(1));
  const mine = (call: string, of: string, fits: (body: RequestBody) => boolean = () => true): boolean =>
    requests.some(
      call,
      at,
      own,
      (body) => chatIn(own, body['id'] ?? body['toContactId']) === of && fits(body),
    );
  switch (facts.kind) {
    case 'read':
      return {
        action: { do: 'read', by: facts.user, chat: stream, n: facts.mark },
        isRequested: hasLooked(facts.user, stream, at, requests),
      };
    case 'mark':
      if (facts.seen !== undefined)
        return {
          action: { do: 'see', by: own, chat: facts.of, n: facts.seen },
          isRequested: ran.groupCalls?.has(facts.of) ? null : answered(own, facts.of, at, requests),
        };
      return {
        action: { do: 'read', by: own, chat: facts.of, n: facts.mark },
        isRequested: hasLooked(own, facts.of, at, requests),
      };
    case 'mentionMark':
      // Nothing was read: values outside the marks are sent again.
      if (facts.recount) return null;
      if (facts.one !== undefined)
        return {
          action: { do: 'readMentions', by: own, chat: facts.of, n: facts.mark, alone: facts.one },
          isRequested: mine('readatmsg', facts.of, (body) => Number(body['n']) === facts.one),
        };
      return {
        action: {
          do: 'readMentions',
          by: own,
          chat: facts.of,
          n: mentionRead(own, facts, at, requests, oracle),
        },
        isRequested: null,
      };
    case 'kept':
      return keeping(own, facts, at, requests);
    default:
      return flagOf(own, facts, mine);
  }
}

/** Marks are written at most once a second: a message shown may have been sent a while ago. */
const hasLooked = (by: number, chat: string, at: number, requests: Requests): boolean =>
  ['setmsgisread', 'getmessagelist'].some((call) =>
    requests.ever(call, at, by, (body) => chatIn(by, body['toContactId']) === chat),
  );

/** The newest mention among the lines a user reported as seen; null if all are. */
function mentionRead(
  by: number,
  { of: chat, mark }: Facts<'mentionMark'>,
  at: number,
  requests: Requests,
  oracle: Oracle,
): number | null {
  const mentions = (oracle.chats.get(chat)?.lines ?? []).filter((line) => namesThem(line, by));
  const newest = (body: RequestBody): number => {
    const ids = listIn(body['messages'])
      .map(objectOf)
      .flatMap((one) => [textOf(one['id']), textOf(one['msg_id'])]);
    return Math.max(
      0,
      ...mentions
        .filter((line) => ids.includes(line.id) || ids.includes(String(line.row)))
        .map((line) => line.n),
    );
  };
  return requests.some(
    'setmsgisread',
    at,
    by,
    (body) => chatIn(by, body['toContactId']) === chat && newest(body) === mark,
  )
    ? mark
    : null;
}

/**
 * Returns true if the user answered or refused a call there, or left it by a call of their own, perhaps to
 * the same user (CALL-9); the node that tracks it may do so after the requested one gave up.
 */
const answered = (by: number, chat: string, at: number, requests: Requests): boolean =>
  requests.ever('sendtomsg', at, by, (body) => {
    const event = textOf(body['event']);
    return (
      event === 'calling' ||
      (chatOf(by, textOf(body['toContactId'])) === chat && ['acceptRtc', 'hangup'].includes(event))
    );
  });

/**
 * A user's new name; null if only other fields changed. Of several unanswered requests, it is the one that
 * asked for the written name.
 */
function renaming(
  by: number,
  { people = [] }: Ran,
  at: number,
  requests: Requests,
  oracle: Oracle,
): RecordedAction | null {
  const newName = people.find(({ id, patch }) => id === by && patch.realname !== undefined)?.patch.realname;
  if (newName === undefined) return null;
  const isNameRequest = (body: RequestBody): boolean => textOf(body['realname']).trim() === newName;
  const isAsked =
    requests.pick('updateuserinfo', at, by, isNameRequest) !== null ||
    isBotAsked(oracle, by, at, requests, RENAMES_BOT, (body) => markedName(textOf(body['name'])) === newName);
  return { action: { do: 'call', by, name: newName }, isRequested: isAsked };
}
