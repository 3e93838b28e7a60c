import type { Reason } from '../../src/server/kernel/texts.ts';
import type { AskedAct } from '../oracle/subject.ts';
import {
  pollIn,
  bodiesOf,
  chatIn,
  isOn,
  jsonOf,
  mentionsIn,
  number,
  numbers,
  cardUser,
  textOf,
} from './body.ts';
import type { RequestBody } from './body.ts';
import { OF_LIMITS, reasonOf } from './reasons.ts';
import { thingOf } from './people-of.ts';
import { inChat, SUBJECT_READERS } from './subjects.ts';
import type { RequestReader } from './subjects.ts';
import type { RecordedRequest } from './recorded.ts';

/** A requested action with its user; several for a request with many items. */
export interface Asking {
  readonly by: number;
  readonly act: AskedAct;
  /** The verdict the answer must show: 0, or a refusal. Null: no definite answer. */
  readonly verdict: { readonly code: number; readonly msg: string } | null;
}

interface Answered {
  readonly code: number;
  readonly msg: string;
  readonly data?: unknown;
}

/** Refusals for shape or content, or by a newer change, which do not concern rights. */
const OF_SHAPE: ReadonlySet<Reason | null> = new Set<Reason>([
  'badBody',
  'badField',
  'noField',
  'overtaken',
  'tooLarge',
  'pathUnknown',
  'tooLong',
  'typeUnknown',
  'needsUpload',
  'emptyMessage',
  'messageLong',
  'markupHeavy',
  'badExtends',
  'pollOptions',
  'pollLong',
  'idTaken',
  'arrayLarge',
  'forwardCount',
  'groupNameLength',
  'groupMany',
  'linksFull',
  'inviteMany',
  'needNotice',
  'timeWrong',
  'timersFull',
  'scheduledFull',
  'remindersFull',
  'needVerification',
  'needRemark',
  'badForm',
  'needOldPassword',
  'passwordWrong',
  'passwordTries',
  'demoMode',
  'hookUnknown',
  'hookMany',
  'hookAddress',
  'outgoingMany',
  'deliveryGone',
  'botNameLong',
  'tokenCall',
  'tokenReads',
  'tokenChats',
  'badButtons',
]);

/** No verdict: the login has ended, a retry is possible, or the request was unreadable. */
function verdictOf(answer: Answered | null): Asking['verdict'] {
  if (answer === null || answer.code === -1 || OF_SHAPE.has(reasonOf(answer.msg))) return null;
  const data = answer.data as { readonly retry_ms?: number; readonly gone?: number } | null | undefined;
  if (data && typeof data === 'object' && 'retry_ms' in data) return null;
  return answer.code !== 0 && OF_LIMITS.has(reasonOf(answer.msg))
    ? null
    : { code: answer.code, msg: answer.msg };
}

/** Calls of those who manage the hooks of a group. */
const HOOK_CALLS =
  'hooks edithook renewhook removehook outgoing editoutgoing removeoutgoing deliveries repeatdelivery'.split(
    ' ',
  );

const READERS: Readonly<Record<string, RequestReader>> = {
  ...SUBJECT_READERS,
  setchattop: inChat('id', (chat) => ({ kind: 'ownFlag', chat })),
  isnotice: inChat('id', (chat) => ({ kind: 'ownFlag', chat })),
  archivechat: inChat('id', (chat) => ({ kind: 'ownFlag', chat })),
  markunread: inChat('id', (chat, body) => ({
    kind: 'ownFlag',
    chat,
    n: isOn(body['on']) && textOf(body['n']) !== '' ? number(body['n']) : null,
  })),
  eraseaccount: () => ({ kind: 'endAccount' }),
  blockperson: (_by, body) => ({ kind: 'block', person: number(body['id']) }),
  report: (_by, body) => {
    const about = thingOf(textOf(body['kind']), textOf(body['id']).trim());
    return about && { kind: 'report', about };
  },
  delchat: inChat('id', (chat) => ({ kind: 'ownFlag', chat })),
  addgroupuser: inChat('id', (chat, body) => ({ kind: 'admit', chat, people: numbers(body['user_ids']) })),
  removeuser: inChat('id', (chat, body) => ({
    kind: 'remove',
    chat,
    person: number(body['user_id']),
    heir: number(body['heir']) || undefined,
  })),
  addgrouplink: inChat('id', (chat) => ({ kind: 'letIn', chat })),
  grouplinks: inChat('id', (chat) => ({ kind: 'letIn', chat })),
  grouprequests: inChat('id', (chat) => ({ kind: 'letIn', chat })),
  removegroup: inChat('id', (chat) => ({ kind: 'dissolve', chat })),
  clearmessage: inChat('id', (chat) => ({ kind: 'clear', chat })),
  editgroupname: inChat('id', (chat) => ({ kind: 'rename', chat })),
  groupsetting: inChat('id', (chat) => ({ kind: 'set', chat })),
  setnotice: inChat('id', (chat) => ({ kind: 'announce', chat })),
  setmanager: inChat('id', (chat, body) => ({ kind: 'promote', chat, person: number(body['user_id']) })),
  ...Object.fromEntries(
    ['addhook', 'addoutgoing'].map((call) => [call, inChat('id', (chat) => ({ kind: 'addProgram', chat }))]),
  ),
  ...Object.fromEntries(
    HOOK_CALLS.map((call) => [call, inChat('id', (chat): AskedAct => ({ kind: 'letIn', chat }))]),
  ),
  changeowner: inChat('id', (chat, body) => ({ kind: 'handOver', chat, person: number(body['user_id']) })),
  setnospeak: inChat('id', (chat, body) => ({ kind: 'silence', chat, person: number(body['user_id']) })),
};

/** Calls whose names mean different things in different parts of the contract go by the whole path. */
const BY_PATH: Readonly<Record<string, RequestReader>> = {
  '/enterprise/friend/add': (_by, body) => ({ kind: 'apply', person: number(body['user_id']) }),
  '/enterprise/friend/del': (_by, body) => ({ kind: 'unfriend', person: number(body['id']) }),
  '/enterprise/friend/update': (_by, body) => ({ kind: 'answer', application: number(body['friend_id']) }),
  '/enterprise/friend/withdraw': (_by, body) => ({
    kind: 'withdraw',
    application: number(body['friend_id']),
  }),
  '/enterprise/group/add': (_by, body) => ({ kind: 'found', people: numbers(body['user_ids']) }),
};

/** The actions a request asks for, as the oracle checks them; empty for calls it does not check. */
export function askingsOf({ user, path, call, body, answer }: RecordedRequest): readonly Asking[] {
  if (user === null || body === null) return [];
  const [first] = bodiesOf(body);
  if (first === undefined) return [];
  const isList = Array.isArray(jsonOf(body));
  if (call === 'sendmessage') return sends(user, isList ? bodiesOf(body) : first, answer);
  if (isList) return [];
  if (call === 'forwardmessage') return forwards(user, first, answer);
  const act = (BY_PATH[path.toLowerCase()] ?? READERS[call])?.(user, first) ?? null;
  return act === null ? [] : [{ by: user, act, verdict: verdictOf(answer) }];
}

function sends(
  by: number,
  read: RequestBody | readonly RequestBody[],
  answer: Answered | null,
): readonly Asking[] {
  const say = (body: RequestBody): AskedAct | null => {
    const chat = chatIn(by, body['toContactId']);
    // The right to send an existing file is not checked here.
    if (number(body['file_id']) > 0) return null;
    if (chat === null) return null;
    return { kind: 'say', chat, at: mentionsIn(body), shows: cardUser(body), isPoll: pollIn(body) !== null };
  };
  const items = Array.isArray(read) ? (read as readonly RequestBody[]) : [read as RequestBody];
  const answers = Array.isArray(read)
    ? Array.isArray(answer?.data)
      ? (answer.data as readonly Answered[])
      : []
    : [answer];
  return items.flatMap((item, at) => {
    const act = say(item);
    return act === null ? [] : [{ by, act, verdict: verdictOf(answers[at] ?? null) }];
  });
}

function forwards(by: number, body: RequestBody, answer: Answered | null): readonly Asking[] {
  const source: Asking = {
    by,
    act: { kind: 'forward', row: number(body['msg_id']) },
    verdict: verdictOf(answer),
  };
  if (!Array.isArray(answer?.data)) return [source];
  const each = (answer.data as readonly (Answered & { readonly toContactId: string })[]).flatMap(
    (one): readonly Asking[] => {
      const chat = chatIn(by, one.toContactId);
      return chat === null ? [] : [{ by, act: { kind: 'say', chat, at: [] }, verdict: verdictOf(one) }];
    },
  );
  return [source, ...each];
}
