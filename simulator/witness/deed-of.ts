import type { EventFacts } from '../../src/ports/store.ts';
import type { Deed, OracleRole, Rules } from '../oracle/deeds.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatOf, partners } from '../oracle/state.ts';
import { bodiesOf, chatIn, listIn, number, numbers, objectOf, isOn, textOf, wasRefused } from './body.ts';
import type { RequestBody } from './body.ts';
import type { WitnessedRequest, Ran } from './witness.ts';

/** A deed, and whether somebody asked for it. */
export interface ToldDeed {
  readonly deed: Deed;
  /** Null: nobody needed to ask. */
  readonly asked: boolean | null;
}

type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { kind: K }>;
type Event = Ran['events'][number];
type Request = { readonly one: WitnessedRequest; readonly body: RequestBody };

/** Requests of a run by call, as a deed looks for the one that explains it. */
export class Requests {
  readonly #byCall = new Map<string, Request[]>();
  readonly #sends = new Map<string, readonly Request[]>();
  readonly #claimed = new Set<WitnessedRequest>();
  /** What lines said at first: a copy may be made of one that is taken back meanwhile. */
  readonly said = new Map<number, { readonly kind: string; readonly words: string }>();

  constructor(private readonly digest: (text: string) => string) {}

  learn(one: WitnessedRequest): void {
    for (const body of bodiesOf(one.body)) {
      const list = this.#byCall.get(one.call) ?? [];
      list.push({ one, body });
      this.#byCall.set(one.call, list);
      if ((one.call !== 'sendmessage' && one.call !== 'uploadfile') || one.user === null) continue;
      const name = `${one.user} ${textOf(body['id'])}`;
      this.#sends.set(name, [...(this.#sends.get(name) ?? []), { one, body }]);
    }
  }

  /** Somebody asked for it before the command ran, and had no answer yet. */
  some(call: string, ran: number, by: number, fits: (body: RequestBody) => boolean): boolean {
    return (this.#byCall.get(call) ?? []).some(
      ({ one, body }) => one.user === by && explains(one, ran) && fits(body),
    );
  }

  copyId(by: number, op: string, to: string): string {
    return this.digest(`${by} ${op} ${to}`).slice(0, 32);
  }

  /** What a message said; whoever uses its id again says something else, and is refused. */
  send(by: number, id: string, ran: number): RequestBody | null {
    const known = this.#sends.get(`${by} ${id}`) ?? [];
    return (known.find(({ one }) => explains(one, ran)) ?? known[0])?.body ?? null;
  }

  /**
   * The one that explains it where several fit: rather one whose answer came after the command than one that
   * was never answered, and none twice.
   */
  pick(
    call: string,
    ran: number,
    by: number,
    fits: (body: RequestBody, one: WitnessedRequest) => boolean,
  ): RequestBody | null {
    const open = (this.#byCall.get(call) ?? []).filter(
      ({ one, body }) => one.user === by && explains(one, ran) && fits(body, one),
    );
    const fresh = open.filter(({ one }) => !this.#claimed.has(one));
    const found = fresh.find(({ one }) => one.until !== null) ?? fresh[0] ?? open[0];
    if (found) this.#claimed.add(found.one);
    return found?.body ?? null;
  }

  /** The same without a limit above: what is written later by a timer. */
  ever(call: string, ran: number, by: number, fits: (body: RequestBody) => boolean): boolean {
    return (this.#byCall.get(call) ?? []).some(
      ({ one, body }) => one.user === by && one.from <= ran && fits(body),
    );
  }
}

/**
 * It came before the command ran, was not answered by then, and was not refused: a refusal leaves nothing
 * behind.
 */
const explains = (one: WitnessedRequest, ran: number): boolean =>
  one.from <= ran && (one.until ?? Infinity) > ran && !wasRefused(one);

/** What a command did, told from the ids of its events, with what the requests said. */
export function deedsOf(ran: Ran, at: number, requests: Requests, oracle: Oracle): readonly ToldDeed[] {
  const find = <K extends EventFacts['kind']>(kind: K): readonly (Event & { readonly facts: Facts<K> })[] =>
    ran.events.filter((one): one is Event & { readonly facts: Facts<K> } => one.facts.kind === kind);
  const lines = find('message');
  const added = find('added')[0];
  const joins = find('joined');
  if (added && lines[0]) return [admitted(added, lines[0].facts.msgId, at, requests)];
  if (joins[0]?.facts.via === 'group' && lines[0]) return [founded(joins, lines[0], at, requests)];
  if (find('applicationDone')[0]?.facts.status === 1 && lines[0])
    return [befriended(lines[0], at, requests, oracle)];
  const left = find('left')[0];
  if (left?.facts.why === 'unfriended') return [unfriended(left, at, requests)];
  const wasCleared = find('cleared').length > 0;
  return [
    ...ruled(ran),
    ...met(joins),
    ...ran.events.flatMap((event): readonly ToldDeed[] => {
      const told =
        event.stream === 'notice' && event.facts.kind === 'message'
          ? announced(event.facts, ran.said ?? '')
          : event.facts.kind === 'profile'
            ? called(Number(event.stream.slice(1)), ran, at, requests)
            : single(event, at, requests, oracle);
      if (told?.deed.do === 'say') requests.said.set(told.deed.line.row, told.deed.line);
      // Whose marks move because what was before is cleared has asked for nothing, and what follows of it the
      // oracle knows.
      if (!told || (wasCleared && told.deed.do === 'readMentions')) return [];
      return [wasCleared && told.deed.do === 'read' ? { ...told, asked: null } : told];
    }),
  ];
}

/** What whoever runs the server has changed for everybody. */
function ruled({ config, people = [] }: Ran): readonly ToldDeed[] {
  const appointed = people.filter(
    ({ patch: { role, active } }) => role !== undefined || active !== undefined,
  );
  const told: ToldDeed[] = appointed.map(({ id, patch: { role, active } }) => ({
    deed: {
      do: 'appoint',
      by: null,
      person: id,
      ...(role === undefined ? {} : { staff: role > 0 }),
      ...(active === undefined ? {} : { active }),
    },
    asked: null,
  }));
  if (config === undefined) return told;
  const { chatInfo, sysInfo } = config;
  const rules: Rules = {
    privately: chatInfo.simpleChat,
    founding: chatInfo.groupChat,
    groupMax: chatInfo.groupUserMax,
    recallSec: chatInfo.redoTimeSec,
    erasing: chatInfo.dbDelMsg,
    closed: sysInfo.runMode === 1,
  };
  return [...told, { deed: { do: 'configure', by: null, rules }, asked: null }];
}

/** In a closed house two have a chat as soon as one turns to the other. */
function met(joins: readonly { readonly facts: Facts<'joined'> }[]): readonly ToldDeed[] {
  const two = joins[0]?.facts.via === 'friend' ? partners(joins[0].facts.of) : null;
  return two ? [{ deed: { do: 'meet', by: null, people: two }, asked: null }] : [];
}

/** Whoever runs the server asks nobody: they do it. */
const announced = ({ msgId: row, id, from: by }: Facts<'message'>, words: string): ToldDeed => ({
  deed: { do: 'say', by, chat: 'notice', line: { row, id, kind: 'text', words, at: [], quotes: null } },
  asked: null,
});

function admitted(
  { stream, facts }: Event & { readonly facts: Facts<'added'> },
  row: number,
  at: number,
  requests: Requests,
): ToldDeed {
  const { by, users } = facts;
  const asked =
    requests.some(
      'addgroupuser',
      at,
      by,
      (body) =>
        chatIn(by, body['id']) === stream && users.every((one) => numbers(body['user_ids']).includes(one)),
    ) ||
    (users.length === 1 &&
      users[0] === by &&
      requests.some('joingroup', at, by, (body) => textOf(body['group_id']) === stream));
  return { deed: { do: 'admit', by, chat: stream, people: users, row }, asked };
}

function founded(
  joins: readonly { readonly stream: string }[],
  line: Event & { readonly facts: Facts<'message'> },
  at: number,
  requests: Requests,
): ToldDeed {
  const by = line.facts.from;
  const people = joins.map(({ stream }) => Number(stream.slice(1)));
  const request = requests.pick('add', at, by, (body, one) => {
    const wanted = new Set([by, ...numbers(body['user_ids'])]);
    const told = (one.answer?.data as { readonly id?: unknown } | null)?.id;
    return (
      one.path.endsWith('/group/add') &&
      (one.answer === null || told === line.stream) &&
      wanted.size === people.length &&
      people.every((each) => wanted.has(each))
    );
  });
  return {
    deed: {
      do: 'found',
      by,
      chat: line.stream,
      // Without a name it is given one.
      name: textOf(request?.['name']).trim() || '群聊',
      people,
      row: line.facts.msgId,
    },
    asked: request !== null,
  };
}

function befriended(
  line: Event & { readonly facts: Facts<'message'> },
  at: number,
  requests: Requests,
  oracle: Oracle,
): ToldDeed {
  const by = line.facts.from;
  const [a, b] = partners(line.stream) ?? [0, 0];
  const other = a === by ? b : a;
  const theirs = (id: number): boolean =>
    oracle.applications.get(id)?.by === other && oracle.applications.get(id)?.to === by;
  const asked =
    requests.some('update', at, by, (body) => isOn(body['status']) && theirs(number(body['friend_id']))) ||
    // Both asked: the second one accepts.
    (oracle.tie(other, by)?.state === 'asked' &&
      requests.some('add', at, by, (body) => number(body['user_id']) === other));
  return { deed: { do: 'befriend', by, with: other, row: line.facts.msgId }, asked };
}

function unfriended(
  { facts }: Event & { readonly facts: Facts<'left'> },
  at: number,
  requests: Requests,
): ToldDeed {
  const [a, b] = partners(facts.of) ?? [0, 0];
  const other = a === facts.by ? b : a;
  return {
    deed: { do: 'unfriend', by: facts.by, with: other },
    asked: requests.some('del', at, facts.by, (body) => number(body['id']) === other),
  };
}

/** What one event tells by itself; null for what only follows from another one. */
function single({ stream, facts }: Event, at: number, requests: Requests, oracle: Oracle): ToldDeed | null {
  const own = Number(stream.slice(1));
  const mine = (call: string, of: string, fits: (body: RequestBody) => boolean = () => true): boolean =>
    requests.some(
      call,
      at,
      own,
      (body) => chatIn(own, body['id'] ?? body['toContactId']) === of && fits(body),
    );
  switch (facts.kind) {
    case 'message':
      return said(stream, facts, at, requests);
    case 'recall':
      return {
        deed: { do: 'recall', by: facts.by, row: facts.msgId },
        asked: requests.some('undomessage', at, facts.by, (body) => textOf(body['id']) === facts.id),
      };
    case 'delete':
      return {
        deed: { do: 'erase', by: facts.from, row: facts.msgId },
        asked:
          stream === 'notice'
            ? null
            : requests.some('delmessage', at, facts.from, (body) => textOf(body['id']) === facts.id),
      };
    case 'read':
      return {
        deed: { do: 'read', by: facts.user, chat: stream, n: facts.mark },
        asked: looked(facts.user, stream, at, requests),
      };
    case 'mark':
      if (facts.seen !== undefined)
        return {
          deed: { do: 'see', by: own, chat: facts.of, n: facts.seen },
          asked: answered(own, facts.of, at, requests),
        };
      return {
        deed: { do: 'read', by: own, chat: facts.of, n: facts.mark },
        asked: looked(own, facts.of, at, requests),
      };
    case 'mentionMark':
      return {
        deed: { do: 'readMentions', by: own, chat: facts.of, n: named(own, facts, at, requests, oracle) },
        asked: null,
      };
    case 'top':
      return {
        deed: { do: 'pin', by: own, chat: facts.of, on: facts.on },
        asked: mine('setchattop', facts.of, (body) => isOn(body['is_top']) === facts.on),
      };
    case 'notice':
      return {
        deed: { do: 'notify', by: own, chat: facts.of, on: facts.on },
        asked: mine('isnotice', facts.of, (body) => isOn(body['is_notice']) === facts.on),
      };
    case 'hide':
      return { deed: { do: 'hide', by: own, chat: facts.of }, asked: mine('delchat', facts.of) };
    case 'cleared':
      return { deed: { do: 'clear', by: facts.by, chat: stream, n: facts.n }, asked: null };
    case 'application':
      return {
        deed: { do: 'apply', by: facts.from, to: own, application: facts.friendId },
        asked: requests.some('add', at, facts.from, (body) => number(body['user_id']) === own),
      };
    case 'applicationDone':
      return {
        deed: { do: 'refuse', by: own, application: facts.friendId },
        asked: requests.some('update', at, own, (body) => number(body['friend_id']) === facts.friendId),
      };
    case 'remark':
      return {
        deed: { do: 'remark', by: own, about: facts.user, name: facts.name },
        asked: requests.some(
          'setnickname',
          at,
          own,
          (body) => textOf(body['nickname']).trim() === facts.name,
        ),
      };
    default:
      return governed(stream, facts, at, requests);
  }
}

/** Marks are written at most once a second: what was shown may have been said a while ago. */
const looked = (by: number, chat: string, at: number, requests: Requests): boolean =>
  ['setmsgisread', 'getmessagelist'].some((call) =>
    requests.ever(call, at, by, (body) => chatIn(by, body['toContactId']) === chat),
  );

/**
 * The newest mention among the lines that somebody said they had seen; null where they have seen them all.
 */
function named(
  by: number,
  { of: chat, mark }: Facts<'mentionMark'>,
  at: number,
  requests: Requests,
  oracle: Oracle,
): number | null {
  const mentions = (oracle.chats.get(chat)?.lines ?? []).filter(
    (line) => line.at.includes(0) || line.at.includes(by),
  );
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
 * Took or refused a call there, or left it by calling somebody; the node that follows it may do so after the
 * one that was asked has given up.
 */
const answered = (by: number, chat: string, at: number, requests: Requests): boolean =>
  requests.ever('sendtomsg', at, by, (body) => {
    const event = textOf(body['event']);
    return (
      event === 'calling' ||
      (chatOf(by, textOf(body['toContactId'])) === chat && ['acceptRtc', 'hangup'].includes(event))
    );
  });

function said(chat: string, facts: Facts<'message'>, at: number, requests: Requests): ToldDeed | null {
  const { from: by, id, msgId: row } = facts;
  const line = (
    kind: string,
    words: string,
    at_: readonly number[] = [],
    quotes: number | null = null,
  ): ToldDeed['deed'] => ({ do: 'say', by, chat, line: { row, id, kind, words, at: at_, quotes } });
  if (facts.notice) return noticed(chat, facts, at, requests, line);
  const sent = requests.send(by, id, at);
  if (sent)
    return {
      deed: line(
        textOf(sent['type']),
        WITH_WORDS.has(sent['type']) ? textOf(sent['content']) : '',
        numbers(sent['at']),
        sent['pid'] ? number(sent['pid']) : null,
      ),
      asked: chatIn(by, sent['toContactId']) === chat,
    };
  // The node that follows the call may do it after the one that was asked has given up.
  if (
    requests.ever(
      'sendtomsg',
      at,
      by,
      (body) => textOf(body['id']) === id && chatIn(by, body['toContactId']) === chat,
    )
  )
    return { deed: line('webrtc', ''), asked: true };
  return forwarded(chat, facts, at, requests, line);
}

/** Kinds whose words are what was written; of the others they are the server's. */
const WITH_WORDS: ReadonlySet<unknown> = new Set(['text', 'location', 'contact']);
/** What stands before a group's notice in its chat. */
const HEAD = '<h3>群公告</h3>';

/** A group's notice is said to everybody. */
function noticed(
  chat: string,
  { from: by }: Facts<'message'>,
  at: number,
  requests: Requests,
  line: (kind: string, words: string, at_: readonly number[]) => ToldDeed['deed'],
): ToldDeed {
  const request = requests.pick('setnotice', at, by, (body) => chatOf(by, textOf(body['id'])) === chat);
  return { deed: line('text', HEAD + textOf(request?.['notice']), [0]), asked: request !== null };
}

/**
 * The id of a copy follows from the operation and its target, so that a repeat makes no second one; who named
 * no operation was given one that nobody knows.
 */
function forwarded(
  chat: string,
  { from: by, id }: Facts<'message'>,
  at: number,
  requests: Requests,
  line: (kind: string, words: string) => ToldDeed['deed'],
): ToldDeed {
  let source = 0;
  const asked = requests.some('forwardmessage', at, by, (body) => {
    const targets = listIn(body['user_ids']).map(textOf);
    const fits = targets.some(
      (one) =>
        chatOf(by, one) === chat &&
        (textOf(body['op']) === '' || requests.copyId(by, textOf(body['op']), one) === id),
    );
    if (fits) source = number(body['msg_id']);
    return fits;
  });
  const { kind, words } = requests.said.get(source) ?? { kind: 'text', words: '' };
  // A notice that is passed on is none any more.
  return { deed: line(kind, words.replace(HEAD, '群公告<br>')), asked };
}

/**
 * How somebody is called from now on; null where only something else of them changed. Of several requests
 * that nobody heard an answer to it is the one that asked for what was written.
 */
function called(by: number, { people = [] }: Ran, at: number, requests: Requests): ToldDeed | null {
  const written = people.find(({ id, patch }) => id === by && patch.realname !== undefined)?.patch.realname;
  if (written === undefined) return null;
  const asks = (body: RequestBody): boolean => textOf(body['realname']).trim() === written;
  const asked = requests.pick('updateuserinfo', at, by, asks) !== null;
  return { deed: { do: 'call', by, name: written }, asked };
}

const about =
  (person: number) =>
  (body: RequestBody): boolean =>
    number(body['user_id']) === person;

function governed(chat: string, facts: EventFacts, at: number, requests: Requests): ToldDeed | null {
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
        asked: there('changeowner', about(facts.user)),
      };
    case 'muted':
      return {
        deed: { do: 'silence', by, chat, person: facts.user, untilSec: facts.untilSec },
        asked: there('setnospeak', about(facts.user)) || there('changeowner', about(facts.user)),
      };
    default:
      return null;
  }
}

function setting(chat: string, by: number, at: number, requests: Requests): ToldDeed {
  const request = requests.pick('groupsetting', at, by, (body) => chatIn(by, body['id']) === chat);
  const asked = objectOf(request?.['setting']);
  const flags = Object.fromEntries(
    ['invite', 'history'].flatMap((key) =>
      asked[key] === undefined ? [] : [[key, Number(asked[key]) === 1]],
    ),
  );
  const nospeak = asked['nospeak'] === undefined ? {} : { nospeak: number(asked['nospeak']) as 0 | 1 | 2 };
  return { deed: { do: 'set', by, chat, setting: { ...flags, ...nospeak } }, asked: request !== null };
}
