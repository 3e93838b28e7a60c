import { befriend, history, newGroup, signUp, type HttpUser } from '../support/http-user.ts';
import { callerOf } from './caller.ts';
import { openDevice } from './device.ts';
import { look, takenForAway, type Conversation, type Talker, type Verdict } from './verdict.ts';

/** Users who write to each other without end, and all their messages. */
export interface Crowd {
  /** Lets all users write in turn during the work. Returns the number of messages. */
  writeDuring(work: Promise<void>): Promise<number>;
  /** Removes one member of each group, who must not receive later messages. */
  sendGuestsAway(): Promise<void>;
  bringGuestsBack(): Promise<void>;
  /** The current faults. `whole` checks everything from the beginning, not only new messages. */
  verdict(whole: boolean): Promise<Verdict>;
  /** Pairs of connected users of whom one shows the other as away. */
  takenForAway(): readonly string[];
  /**
   * The time until each message of that period reached each device, sorted, and the number of missing ones.
   */
  arrivals(sinceMs: number, untilMs?: number): { readonly ms: readonly number[]; readonly missing: number };
  /** Devices with an open socket on a node. */
  on(url: string): number;
  /** How many sockets were closed with this code so far. */
  endings(code: number): number;
  stop(): Promise<void>;
}

/** Ten groups of six users among sixty, of whom five write. */
const GROUP = 6;
const TURN = 4;
const pauseMs = 40;

/** Rings of friends, and groups in which the last one comes and goes. */
export async function gather(size: number, urls: readonly string[]): Promise<Crowd> {
  const url = urls[0] ?? '';
  const numbers = Array.from({ length: size }, (_, at) => at);
  const users = await inTurns(numbers, (at) => signUp(url, `talker ${at}`));
  const conversations: Conversation[] = [];
  const begin = (name: string, members: Conversation['members'], guest: number | null) =>
    conversations.push({ name, members, guest, said: [], secret: new Set(), sure: { said: 0, n: 0 } });
  for (const [at, user] of users.entries()) {
    const next = users[(at + 1) % size] as HttpUser;
    await befriend(user, next);
    begin(
      `p${at}`,
      [
        { talker: at, place: String(next.id) },
        { talker: (at + 1) % size, place: String(user.id) },
      ],
      null,
    );
  }
  for (let at = 0; at + GROUP <= size; at += GROUP) {
    const members = users.slice(at, at + GROUP);
    // Only friends can be asked into a group; the second one is a friend already.
    for (const other of members.slice(2)) await befriend(members[0] as HttpUser, other);
    const place = await newGroup(members[0] as HttpUser, members.slice(1), `Group ${at}`);
    begin(
      `g${at}`,
      members.slice(0, -1).map((_, one) => ({ talker: at + one, place })),
      at + GROUP - 1,
    );
  }
  const talkers = await inTurns(numbers, async (at): Promise<Talker> => {
    const user = users[at] as HttpUser;
    const device = await openDevice(user.account, () => urls);
    const mine = conversations.flatMap(({ members }) => members.filter(({ talker }) => talker === at));
    for (const { place } of mine) await device.open(place);
    return { user: callerOf(user, urls), device };
  });
  return crowd(talkers, conversations);
}

/** A few at once: who signs in keeps the server busy with the hash of a password. */
async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += TURN)
    done.push(...(await Promise.all(all.slice(at, at + TURN).map(work))));
  return done;
}

/** A repeat may find that the work was done, because the first answer can be lost. */
async function finish(
  work: () => Promise<{ readonly code: number; readonly msg: string }>,
  already: () => Promise<boolean>,
): Promise<void> {
  const { code, msg } = await work();
  if (code !== 0 && !(await already())) throw new Error(`refused with ${code}: ${msg}`);
}

function crowd(talkers: readonly Talker[], conversations: readonly Conversation[]): Crowd {
  let [words, turn] = [0, 0];
  /** The time, chat and author of each message. */
  const sentMessage = new Map<
    string,
    { readonly ms: number; readonly where: Conversation; readonly by: number }
  >();
  const groups = conversations.filter(({ guest }) => guest !== null);
  /** Ordinals after which the guests were away. */
  const awaySince = new Map<Conversation, number>();
  const of = ({ members, guest }: Conversation) => ({
    owner: (talkers[members[0]?.talker ?? 0] as Talker).user,
    place: members[0]?.place ?? '',
    guest: (talkers[guest ?? 0] as Talker).user,
  });
  const isThere = async (group: Conversation): Promise<boolean> => {
    const { owner, place, guest } = of(group);
    const { data } = await owner.call<readonly { readonly user_id: number }[]>(
      '/enterprise/group/groupUserList',
      { group_id: place, page: 1, limit: 100 },
    );
    return data.some(({ user_id }) => user_id === guest.id);
  };
  const sayOne = async (): Promise<void> => {
    const at = (turn += 1) % talkers.length;
    const mine = conversations.filter(({ members }) => members.some((one) => one.talker === at));
    const where = mine[Math.floor(Math.random() * mine.length)];
    const place = where?.members.find((one) => one.talker === at)?.place;
    if (!where || place === undefined) return;
    const text = `word ${where.name} by ${at} no ${(words += 1)}.`;
    where.said.push(text);
    sentMessage.set(text, { ms: performance.now(), where, by: at });
    await talkers[at]?.device.say(place, text);
  };
  return {
    async writeDuring(work) {
      const before = words;
      const going = new Set([work]);
      void work.catch(() => undefined).finally(() => going.clear());
      while (going.size > 0) {
        await sayOne();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      await work;
      return words - before;
    },
    async sendGuestsAway() {
      await Promise.all(
        groups.map(async (group) => {
          const { owner, place, guest } = of(group);
          await finish(
            () => owner.call('/enterprise/group/removeUser', { id: place, user_id: guest.id }),
            async () => !(await isThere(group)),
          );
          const [newest] = (await history(owner, place)).slice(-1);
          awaySince.set(group, newest?.n ?? 0);
        }),
      );
    },
    async bringGuestsBack() {
      await Promise.all(
        groups.map(async (group) => {
          const { owner, place, guest } = of(group);
          for (const { content } of await history(owner, place, awaySince.get(group)))
            group.secret.add(content);
          await finish(
            () => owner.call('/enterprise/group/addGroupUser', { id: place, user_ids: [guest.id] }),
            () => isThere(group),
          );
        }),
      );
    },
    verdict: (whole) => look(talkers, conversations, whole),
    takenForAway: () => takenForAway(talkers, conversations),
    arrivals(sinceMs, untilMs = Number.POSITIVE_INFINITY) {
      const fresh = [...sentMessage].filter(([, { ms }]) => ms >= sinceMs && ms < untilMs);
      const all = fresh.flatMap(([text, { ms, where, by }]) => {
        const readers = where.members.filter(({ talker }) => talker !== by);
        return readers.map(
          ({ talker }) => (talkers[talker]?.device.heard.get(text) ?? Number.POSITIVE_INFINITY) - ms,
        );
      });
      const there = all.filter(Number.isFinite);
      return { ms: there.toSorted((a, b) => a - b), missing: all.length - there.length };
    },
    on: (url) => talkers.filter(({ device }) => device.node() === url).length,
    endings: (code) =>
      talkers.reduce((sum, { device }) => sum + device.endings.filter((one) => one === code).length, 0),
    stop: async () => void (await Promise.all(talkers.map(({ device }) => device.stop()))),
  };
}
