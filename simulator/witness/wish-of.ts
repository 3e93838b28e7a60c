import type { Wish } from '../oracle/rights.ts';
import { chatOf } from '../oracle/state.ts';
import type { Asked } from './witness.ts';

/** A wish with the one who has it; several from one request where it says many things. */
export interface Asking {
  readonly by: number;
  readonly wish: Wish;
  /** What the answer must say it was done with: 0, or a refusal. Null: no definite answer. */
  readonly verdict: { readonly code: number; readonly msg: string } | null;
}

interface Answered {
  readonly code: number;
  readonly msg: string;
  readonly data?: unknown;
}

/** Nothing was decided: the login has ended, or it may be tried again. */
function verdictOf(answer: Answered | null): Asking['verdict'] {
  if (answer === null || answer.code === -1) return null;
  const data = answer.data as { readonly retry_ms?: number; readonly gone?: number } | null | undefined;
  if (data && typeof data === 'object' && 'retry_ms' in data) return null;
  return { code: answer.code, msg: answer.msg };
}

type Body = Readonly<Record<string, unknown>>;
type Reader = (by: number, body: Body) => Wish | null;

const text = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? String(value) : '');
const number = (value: unknown): number => Number(text(value));
const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(number) : []);
const inChat = (field: string, make: (chat: string, body: Body) => Wish): Reader => (by, body) => {
  const chat = chatOf(by, text(body[field]));
  return chat === null ? null : make(chat, body);
};

const READERS: Readonly<Record<string, Reader>> = {
  undomessage: (_by, body) => ({ wants: 'recall', id: text(body['id']) }),
  delmessage: (_by, body) => ({ wants: 'erase', id: text(body['id']) }),
  setchattop: inChat('id', (chat) => ({ wants: 'ownFlag', chat })),
  isnotice: inChat('id', (chat) => ({ wants: 'ownFlag', chat })),
  delchat: inChat('id', (chat) => ({ wants: 'ownFlag', chat })),
  addgroupuser: inChat('id', (chat, body) => ({ wants: 'admit', chat, people: numbers(body['user_ids']) })),
  removeuser: inChat('id', (chat, body) => ({ wants: 'remove', chat, person: number(body['user_id']) })),
  removegroup: inChat('id', (chat) => ({ wants: 'dissolve', chat })),
  editgroupname: inChat('id', (chat) => ({ wants: 'rename', chat })),
  groupsetting: inChat('id', (chat) => ({ wants: 'set', chat })),
  setnotice: inChat('id', (chat) => ({ wants: 'announce', chat })),
  setmanager: inChat('id', (chat, body) => ({ wants: 'promote', chat, person: number(body['user_id']) })),
  changeowner: inChat('id', (chat, body) => ({ wants: 'handOver', chat, person: number(body['user_id']) })),
  setnospeak: inChat('id', (chat, body) => ({ wants: 'silence', chat, person: number(body['user_id']) })),
};

/** Calls whose names mean different things in different parts of the contract go by the whole path. */
const BY_PATH: Readonly<Record<string, Reader>> = {
  '/enterprise/friend/add': (_by, body) => ({ wants: 'apply', person: number(body['user_id']) }),
  '/enterprise/friend/del': (_by, body) => ({ wants: 'unfriend', person: number(body['id']) }),
  '/enterprise/friend/update': (_by, body) => ({ wants: 'answer', application: number(body['friend_id']) }),
  '/enterprise/group/add': (_by, body) => ({ wants: 'found', people: numbers(body['user_ids']) }),
};

/** What a request wants, as the oracle judges it; empty where it does not judge that call. */
export function askingsOf({ user, path, call, body, answer }: Asked): readonly Asking[] {
  if (user === null || body === null) return [];
  const read = JSON.parse(body) as Body | readonly Body[];
  if (call === 'sendmessage') return sends(user, read, answer);
  if (Array.isArray(read)) return [];
  if (call === 'forwardmessage') return forwards(user, read as Body, answer);
  const wish = (BY_PATH[path] ?? READERS[call])?.(user, read as Body) ?? null;
  return wish === null ? [] : [{ by: user, wish, verdict: verdictOf(answer) }];
}

function sends(by: number, read: Body | readonly Body[], answer: Answered | null): readonly Asking[] {
  const say = (body: Body): Wish | null => {
    const chat = chatOf(by, text(body['toContactId']));
    return chat === null ? null : { wants: 'say', chat, at: numbers(body['at']) };
  };
  const items = Array.isArray(read) ? (read as readonly Body[]) : [read as Body];
  const answers = Array.isArray(read) ? (Array.isArray(answer?.data) ? (answer.data as readonly Answered[]) : []) : [answer];
  return items.flatMap((item, at) => {
    const wish = say(item);
    return wish === null ? [] : [{ by, wish, verdict: verdictOf(answers[at] ?? null) }];
  });
}

function forwards(by: number, body: Body, answer: Answered | null): readonly Asking[] {
  const source: Asking = { by, wish: { wants: 'forward', row: number(body['msg_id']) }, verdict: verdictOf(answer) };
  if (!Array.isArray(answer?.data)) return [source];
  const each = (answer.data as readonly (Answered & { readonly toContactId: string })[]).flatMap((one): readonly Asking[] => {
    const chat = chatOf(by, text(one.toContactId));
    return chat === null ? [] : [{ by, wish: { wants: 'say', chat, at: [] }, verdict: verdictOf(one) }];
  });
  return [source, ...each];
}
