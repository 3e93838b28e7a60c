import { randomUUID } from 'node:crypto';
import type { Operation, Result } from './history.ts';
import { Recorder } from './recorder.ts';
import type { Ended } from './recorder.ts';

/** Somebody with an account, as the servers know them. */
export interface Asker {
  readonly id: number;
  readonly token: string;
}

/** Two friends, a group that the first one leads, and somebody whom that one lets in and sends away. */
export interface Company {
  readonly leader: Asker;
  readonly friend: Asker;
  readonly guest: Asker;
  readonly group: string;
}

/** People who only speak the contract ask any node without end, and write down what they were told. */
export interface Askers {
  readonly recorder: Recorder;
  /** Lets what is under way end, looks at everything once more, and stops. */
  stop(): Promise<void>;
}

const answerMs = 4_000;
/** A message is sent again until it is known what became of it, but not for ever. */
const giveUpMs = 60_000;
const pauseMs = 15;

interface Envelope {
  readonly code: number;
  readonly data: unknown;
}
type Row = Readonly<Record<string, unknown>>;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function startAskers(urls: () => readonly string[], { leader, friend, guest, group }: Company): Askers {
  const recorder = new Recorder();
  let going = true;
  const ask = async (who: Asker, path: string, body: object): Promise<Envelope | null> => {
    const all = urls();
    try {
      const response = await fetch((all[Math.floor(Math.random() * all.length)] ?? '') + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: who.token },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      });
      return response.status === 200 ? ((await response.json()) as Envelope) : null;
    } catch {
      return null;
    }
  };
  /** One operation from its beginning to its end. */
  const does = async (name: string, operation: Operation, work: () => Promise<Envelope | null>, read: (data: never) => Result): Promise<void> => {
    const end = recorder.invoke(name, operation);
    end(endedBy(await work(), read));
  };
  const send = (who: Asker, name: string, chat: string, to: string) => {
    const id = randomUUID();
    const body = { id, toContactId: to, is_group: to === group ? 1 : 0, type: 'text', content: `${name} ${id}` };
    const work = async (): Promise<Envelope | null> => {
      const until = Date.now() + giveUpMs;
      for (;;) {
        const answer = await ask(who, '/enterprise/im/sendMessage', body);
        if ((answer !== null && !mayRetry(answer)) || Date.now() > until) return answer;
        await sleep(200);
      }
    };
    return does(name, { does: 'send', chat, id }, work, (data: Row) => (typeof data['n'] === 'number' ? { n: data['n'] } : {}));
  };
  const readLog = (who: Asker, name: string, chat: string, to: string) =>
    does(name, { does: 'readLog', chat, above: 0 }, () => wholeChat((path, body) => ask(who, path, body), to), (rows: readonly Row[]) => ({ rows: rows.map(logRow) }));
  const write = (value: string) =>
    does('leader', { does: 'write', register: 'remark', value }, async () => ask(leader, '/enterprise/friend/setNickname', { friend_id: await friendship(), nickname: value }), () => ({}));
  const remark = (name: string) =>
    does(name, { does: 'read', register: 'remark' }, () => ask(leader, '/enterprise/im/getUserInfo', { user_id: friend.id }), (data: { friend?: { nickname?: string } }) => ({ value: data.friend?.nickname || null }));
  const put = (inside: boolean) =>
    does('leader', { does: 'put', set: 'group', member: String(guest.id), inside }, () =>
      inside ? ask(leader, '/enterprise/group/addGroupUser', { id: group, user_ids: [guest.id] }) : ask(leader, '/enterprise/group/removeUser', { id: group, user_id: guest.id }), () => ({}));
  const members = (name: string) =>
    does(name, { does: 'readSet', set: 'group' }, () => ask(friend, '/enterprise/group/groupUserList', { group_id: group, page: 1, limit: 100 }), (rows: readonly { user_id: number }[]) => ({ members: rows.map((row) => String(row.user_id)).filter((id) => id === String(guest.id)) }));
  let row = 0;
  const friendship = async (): Promise<number> => {
    if (row > 0) return row;
    const info = await ask(leader, '/enterprise/im/getUserInfo', { user_id: friend.id });
    row = (info?.data as { friend?: { friend_id?: number } } | undefined)?.friend?.friend_id ?? 0;
    return row;
  };
  const loops = [
    loop(() => going, () => send(leader, 'leader 1', 'two', String(friend.id))),
    loop(() => going, () => send(friend, 'friend 1', 'two', String(leader.id))),
    loop(() => going, () => send(leader, 'leader 2', 'group', group)),
    loop(() => going, () => send(friend, 'friend 2', 'group', group)),
    loop(() => going, async (no) => (no % 2 === 0 ? readLog(friend, 'reader 1', 'two', String(leader.id)) : readLog(leader, 'reader 1', 'group', group)), 500),
    loop(() => going, (no) => write(`name ${no}`), 100),
    loop(() => going, () => remark('reader 2'), 50),
    loop(() => going, (no) => put(no % 2 === 1), 300),
    loop(() => going, () => members('reader 3'), 50),
  ];
  return {
    recorder,
    async stop() {
      going = false;
      await Promise.all(loops);
      for (const [who, name] of [[leader, 'leader'], [friend, 'friend']] as const) {
        await readLog(who, `${name} at the end`, 'two', String(who === leader ? friend.id : leader.id));
        await readLog(who, `${name} at the end`, 'group', group);
      }
      await remark('leader at the end');
      await members('friend at the end');
    },
  };
}

async function loop(going: () => boolean, work: (no: number) => Promise<void>, everyMs = pauseMs): Promise<void> {
  for (let no = 1; going(); no += 1) {
    await work(no);
    await sleep(everyMs);
  }
}

/** Nothing was done; the same may be asked again. */
const mayRetry = ({ data }: Envelope): boolean => typeof data === 'object' && data !== null && 'retry_ms' in data;

function endedBy(answer: Envelope | null, read: (data: never) => Result): Ended {
  if (answer === null) return { phase: 'unknown' };
  if (answer.code !== 0) return { phase: 'fail' };
  return { phase: 'ok', result: read(answer.data as never) };
}

const logRow = (row: Row) => ({ n: Number(row['n']), id: String(row['id']), ...(row['type'] === 'event' ? { event: true as const } : {}) });

/** All of a chat, page by page from its newest message back; what is written meanwhile is not part of it. */
async function wholeChat(ask: (path: string, body: object) => Promise<Envelope | null>, to: string): Promise<Envelope | null> {
  let all: readonly Row[] = [];
  for (;;) {
    const before = all[0]?.['msg_id'];
    const answer = await ask('/enterprise/im/getMessageList', { toContactId: to, is_group: to.startsWith('group-') ? 1 : 0, page: 1, limit: 100, peek: 1, ...(before === undefined ? {} : { last_id: before }) });
    if (answer === null || answer.code !== 0) return answer;
    const rows = answer.data as readonly Row[];
    all = [...rows, ...all];
    if (rows.length < 100) return { code: 0, data: all };
  }
}
