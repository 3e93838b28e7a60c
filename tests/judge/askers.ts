import { randomUUID } from 'node:crypto';
import { askerOf, mayRetry, readChat, sleep, type Ask, type Asker, type Envelope, type Row } from './ask.ts';
import type { Operation, Result } from './history.ts';
import { Recorder, type Ended } from './recorder.ts';

/**
 * Two friends, a group of the first one, and a third user whom the first one adds and removes, and who is not
 * a friend of the second yet.
 */
export interface Company {
  readonly leader: Asker;
  readonly friend: Asker;
  readonly guest: Asker;
  readonly group: string;
}

/** Users of the base protocol who send requests to any node without end, and record the answers. */
export interface Askers {
  readonly recorder: Recorder;
  /** How many answers came with each HTTP status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Bodies of answers without a known outcome. */
  readonly unknown: readonly string[];
  /** Waits for unfinished requests, reads everything once more, and stops. */
  stop(): Promise<void>;
}

/** A message is sent again until it is known what became of it, but not for ever. */
const giveUpMs = 60_000;
/** The number of messages that a reader loads while others write. At the end all are read. */
const readBack = 300;

type Does = (
  name: string,
  operation: Operation,
  work: () => Promise<Envelope | null>,
  read: (data: never) => Result,
) => Promise<void>;

export function startAskers(urls: () => readonly string[], company: Company): Askers {
  const recorder = new Recorder();
  const statuses = new Map<number, number>();
  const unknown: string[] = [];
  const ask = askerOf(urls, (status, body) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (body !== '') unknown.push(body);
  });
  /** One operation from its beginning to its end. */
  const execute: Does = async (name, operation, work, read) => {
    const end = recorder.invoke(name, operation);
    end(endedBy(await work(), read));
  };
  let going = true;
  const every = (ms: number, work: (no: number) => Promise<void>) => loop(() => going, work, ms);
  const [chats, flags, people] = [
    chatsOf(ask, execute, company),
    flagsOf(ask, execute, company),
    peopleOf(ask, execute, company),
  ];
  const { leader, friend } = company;
  const loops = [
    every(40, () => chats.send(leader, 'leader 1', 'two')),
    every(40, () => chats.send(friend, 'friend 1', 'two')),
    every(40, () => chats.send(leader, 'leader 2', 'group')),
    every(40, () => chats.send(friend, 'friend 2', 'group')),
    every(500, (no) =>
      no % 2 === 0 ? chats.read(friend, 'reader 1', 'two') : chats.read(leader, 'reader 1', 'group'),
    ),
    every(250, () => chats.mark('friend 3')),
    every(200, () => chats.readMark('reader 4')),
    every(100, (no) => people.write(`name ${no}`)),
    every(50, () => people.remark('reader 2')),
    every(300, (no) => people.put(no % 2 === 1)),
    every(100, () => people.members('reader 3')),
    every(1_000, (no) => people.befriend(no % 2 === 1)),
    every(200, () => people.friends('reader 5')),
    every(200, (no) => flags.put(no)),
    every(200, () => flags.read('reader 6')),
  ];
  return {
    recorder,
    statuses,
    unknown,
    async stop() {
      going = false;
      await Promise.all(loops);
      for (const chat of ['two', 'group'] as const) {
        for (const who of [leader, friend]) await chats.read(who, `${who.id} at the end`, chat, 0);
      }
      await chats.readMark('friend at the end');
      await people.remark('leader at the end');
      await people.members('friend at the end');
      await people.friends('guest at the end');
      await flags.read('leader at the end');
    },
  };
}

/** Logs, and how far one of them has read. */
function chatsOf(ask: Ask, does: Does, { leader, friend, group }: Company) {
  const newest = { two: 0, group: 0 };
  let isMarked = false;
  const place = (who: Asker, chat: 'two' | 'group'): string =>
    chat === 'group' ? group : String((who === leader ? friend : leader).id);
  const read = (
    who: Asker,
    name: string,
    chat: 'two' | 'group',
    above = Math.max(0, newest[chat] - readBack),
  ): Promise<void> =>
    does(
      name,
      { does: 'readLog', chat, above },
      () => readChat((path, body) => ask(who, path, body), place(who, chat), above),
      (rows: readonly Row[]) => ({ rows: rows.map(logRow) }),
    );
  return {
    read,
    send(who: Asker, name: string, chat: 'two' | 'group'): Promise<void> {
      const id = randomUUID();
      const body = {
        id,
        toContactId: place(who, chat),
        is_group: chat === 'group' ? 1 : 0,
        type: 'text',
        content: `${name} ${id}`,
      };
      const work = async (): Promise<Envelope | null> => {
        const until = Date.now() + giveUpMs;
        for (;;) {
          const answer = await ask(who, '/enterprise/im/sendMessage', body);
          if ((answer !== null && !mayRetry(answer)) || Date.now() > until) return answer;
          await sleep(200);
        }
      };
      return does(name, { does: 'send', chat, id }, work, (data: Row) => {
        const n = data['n'];
        if (typeof n !== 'number') return {};
        newest[chat] = Math.max(newest[chat], n);
        return { n };
      });
    },
    async mark(name: string): Promise<void> {
      const to = newest.two;
      // The earlier position is unknown.
      if (to === 0) return;
      const work = () =>
        ask(friend, '/enterprise/im/setMsgIsRead', { toContactId: String(leader.id), messages: [{ n: to }] });
      await does(name, { does: 'advance', mark: 'two', to }, work, () => {
        isMarked = true;
        return {};
      });
    },
    async readMark(name: string): Promise<void> {
      if (!isMarked) return;
      await does(
        name,
        { does: 'readMark', mark: 'two' },
        () => ask(friend, '/enterprise/im/getContactInfo', { id: String(leader.id) }),
        (data: { mark: number }) => ({ mark: data.mark }),
      );
    },
  };
}

/** Pins and mutes of one user: two sets of chats. */
function flagsOf(ask: Ask, does: Does, { leader, friend, group }: Company) {
  const chats = { two: String(friend.id), group };
  return {
    put(no: number): Promise<void> {
      const [member, inside, isPin] = [no % 2 === 0 ? 'two' : 'group', no % 8 < 4, no % 4 < 2] as const;
      const id = chats[member];
      const work = () =>
        isPin
          ? ask(leader, '/enterprise/im/setChatTop', { id, is_top: inside ? 1 : 0 })
          : ask(leader, '/enterprise/im/isNotice', { id, is_notice: inside ? 0 : 1 });
      return does(
        'leader 3',
        { does: 'put', set: isPin ? 'pinned' : 'muted', member, inside },
        work,
        () => ({}),
      );
    },
    async read(name: string): Promise<void> {
      for (const [set, field, value] of [
        ['pinned', 'is_top', 1],
        ['muted', 'is_notice', 0],
      ] as const) {
        await does(
          name,
          { does: 'readSet', set },
          () => ask(leader, '/enterprise/im/getContacts', {}),
          (rows: readonly Row[]) => ({
            members: (['two', 'group'] as const).filter((chat) =>
              rows.some((row) => String(row['id']) === chats[chat] && row[field] === value),
            ),
          }),
        );
      }
    },
  };
}

/** A name that one gives to the other, who is in the group, and who is whose friend. */
function peopleOf(ask: Ask, does: Does, { leader, friend, guest, group }: Company) {
  let row = 0;
  type Info = { readonly friend?: { readonly friend_id?: number; readonly nickname?: string } | '' };
  const infoOf = (who: Asker, of: Asker) => ask(who, '/enterprise/im/getUserInfo', { user_id: of.id });
  const friendship = async (): Promise<number> => {
    if (row > 0) return row;
    const { friend: found } = ((await infoOf(leader, friend))?.data ?? {}) as Info;
    row = (found || {}).friend_id ?? 0;
    return row;
  };
  /** Simultaneous requests make the users friends at once. The result of all other orders is not certain. */
  const unite = async (): Promise<Envelope | null> => {
    for (const [who, other] of [
      [friend, guest],
      [guest, friend],
    ] as const) {
      const answer = await ask(who, '/enterprise/friend/add', { user_id: other.id, remark: 'again' });
      if ((answer?.data as { status?: number } | undefined)?.status === 1) return answer;
    }
    return null;
  };
  return {
    write: (value: string): Promise<void> =>
      does(
        'leader',
        { does: 'write', register: 'remark', value },
        async () =>
          ask(leader, '/enterprise/friend/setNickname', { friend_id: await friendship(), nickname: value }),
        () => ({}),
      ),
    remark: (name: string): Promise<void> =>
      does(
        name,
        { does: 'read', register: 'remark' },
        () => infoOf(leader, friend),
        ({ friend: found }: Info) => ({ value: (found || {}).nickname || null }),
      ),
    put: (inside: boolean): Promise<void> =>
      does(
        'leader',
        { does: 'put', set: 'group', member: 'guest', inside },
        () =>
          inside
            ? ask(leader, '/enterprise/group/addGroupUser', { id: group, user_ids: [guest.id] })
            : ask(leader, '/enterprise/group/removeUser', { id: group, user_id: guest.id }),
        () => ({}),
      ),
    members: (name: string): Promise<void> =>
      does(
        name,
        { does: 'readSet', set: 'group' },
        () => ask(friend, '/enterprise/group/groupUserList', { group_id: group, page: 1, limit: 100 }),
        (rows: readonly { user_id: number }[]) => ({
          members: rows.some((one) => one.user_id === guest.id) ? ['guest'] : [],
        }),
      ),
    befriend: (inside: boolean): Promise<void> =>
      does(
        'friend 4',
        { does: 'put', set: 'friends', member: 'friend and guest', inside },
        () => (inside ? unite() : ask(friend, '/enterprise/friend/del', { id: guest.id })),
        () => ({}),
      ),
    friends: (name: string): Promise<void> =>
      does(
        name,
        { does: 'readSet', set: 'friends' },
        () => infoOf(guest, friend),
        ({ friend: found }: Info) => ({ members: found ? ['friend and guest'] : [] }),
      ),
  };
}

async function loop(
  going: () => boolean,
  work: (no: number) => Promise<void>,
  everyMs: number,
): Promise<void> {
  for (let no = 1; going(); no += 1) {
    await work(no);
    await sleep(everyMs);
  }
}

function endedBy(answer: Envelope | null, read: (data: never) => Result): Ended {
  if (answer === null) return { phase: 'unknown' };
  if (answer.code !== 0) return { phase: 'fail' };
  return { phase: 'ok', result: read(answer.data as never) };
}

const logRow = (row: Row) => ({
  n: Number(row['n']),
  id: String(row['id']),
  ...(row['type'] === 'event' ? { event: true as const } : {}),
});
