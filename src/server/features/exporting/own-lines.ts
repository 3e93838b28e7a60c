import { groupOfStream, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ReadTx, Store, UserRow } from '../../../ports/store.ts';
import { erasingLimits as limits } from '../../kernel/limits.ts';

/** One line: its kind, and the stored fields without credentials. */
type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** A user's data, line by line (DATA-4): nothing other users wrote, and of friends only their names here. */
export async function* ownLines(store: Store, user: UserId): AsyncGenerator<Line> {
  yield* await store.read((tx) => ownFacts(tx, user));
  for (const stream of await store.read((tx) => tx.erasing.placesOf(user)))
    yield* readOwnLines(store, stream, user);
  yield* readOwnLines(store, userStream(user), user);
  for (let before = 0; ;) {
    const from = before;
    const [rows, viewers] = await store.read(async (tx) => {
      const page = await tx.moments.page(user, {
        author: user,
        before: from,
        limit: limits.step,
        everyone: false,
      });
      return [page, await tx.moments.viewers(page.map(({ id }) => id))] as const;
    });
    for (const { id, content, pictures, createdAtMs, limited } of rows) {
      const audience = limited ? viewers.filter(({ moment }) => moment === id).map((one) => one.user) : null;
      yield { kind: 'moment', id, at: timeOf(createdAtMs), content, pictures, seenBy: audience };
    }
    if (rows.length < limits.step) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

function profileLine(row: UserRow): Line {
  const { id, account, realname, email, motto, sex, role, createdAtMs, lastLoginAtMs, privacy } = row;
  const times = { made: timeOf(createdAtMs), lastLogin: timeOf(lastLoginAtMs), from: row.lastLoginIp };
  return { kind: 'profile', id, account, realname, email, motto, sex, role, privacy, ...times };
}

async function ownFacts(tx: ReadTx, user: UserId): Promise<readonly Line[]> {
  const row = await tx.users.byId(user);
  const [tokens, passkeys] = [await tx.tokens.ofUser(user, 0), await tx.passkeys.ofUser(user)];
  const bots = await tx.bots.ofOwner(user);
  const accessTokens = await tx.accessTokens.ofUsers([user, ...bots.map((one) => one.user)]);
  const digest = await tx.mailDigests.get(user);
  const friends = await tx.friends.of(user);
  const [people, names] = [await tx.users.byIds(friends), await tx.friends.nicknames(user, friends)];
  const groups: Line[] = [];
  for (const stream of await tx.members.streamsOf(user)) {
    const id = groupOfStream(stream);
    const group = id === null ? null : await tx.groups.byId(id);
    if (group) groups.push({ kind: 'group', id, name: group.name, owner: group.owner === user });
  }
  return [
    ...(row ? [profileLine(row)] : []),
    ...tokens.map(({ device, createdAtMs, lastUse }) => ({
      kind: 'login',
      device,
      since: timeOf(createdAtMs),
      place: lastUse.place,
    })),
    ...passkeys.map(({ name, createdAtMs }) => ({ kind: 'passkey', name, since: timeOf(createdAtMs) })),
    ...accessTokens.map(({ name, createdAtMs }) => ({ kind: 'token', name, since: timeOf(createdAtMs) })),
    ...friends.map((id) => ({
      kind: 'friend',
      id,
      name: people.get(id)?.realname ?? '',
      called: names.get(id) ?? '',
    })),
    ...groups,
    ...(await tx.preferences.of(user)).map(({ name, value }) => ({ kind: 'kept', name, value })),
    ...(digest ? [{ kind: 'mailDigest', language: digest.language }] : []),
  ];
}

async function* readOwnLines(store: Store, stream: StreamId, user: UserId): AsyncGenerator<Line> {
  for (let after = 0; ;) {
    const from = after;
    const messages = await store.read(async (tx) =>
      tx.messages.byMsgIds(await tx.erasing.messagesIn(stream, user, from, limits.step)),
    );
    const rows = [...messages.values()].toSorted((a, b) => a.n - b.n);
    for (const { id, n, sentAtMs, type, content, extra } of rows)
      yield { kind: 'message', in: stream, n, id, at: timeOf(sentAtMs), type, content, extra };
    if (rows.length < limits.step) return;
    after = rows.at(-1)?.n ?? 0;
  }
}

/** A file of JSON lines, generated while it is read. */
export function ownFile(store: Store, user: UserId): ReadableStream<Uint8Array> {
  const [lines, encoder] = [ownLines(store, user), new TextEncoder()];
  return new ReadableStream({
    pull: async (to) => {
      const next = await lines.next();
      if (next.done) to.close();
      else to.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
    },
  });
}
