import { RUN_MODE } from '../../../domain/config.ts';
import { isGuest } from '../../../domain/guests.ts';
import { NOTICE_STREAM, privateStream, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { isRich } from '../../../domain/rich-text.ts';
import type { ConversationView, LastRow, ReadTx, UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { inAlbum } from '../../frames/album.ts';
import { contactRow, favouritesRow, noticeRow, strangerRow } from '../../frames/contact-row.ts';
import type { ContactRow, StaticPlace } from '../../frames/contact-row.ts';
import { textLength } from '../../frames/history.ts';
import { viewsWithNamesNow } from '../../frames/mention-names.ts';
import { selfData } from '../../frames/self-data.ts';
import { type ProfileData, profilesWithExtras } from '../../frames/profile-data.ts';
import { type Ties, tiesOf } from './registers.ts';
import { everyone } from '../../kernel/everyone.ts';
import { readLong } from '../../kernel/long-read.ts';
import type { Steps } from '../../kernel/long-read.ts';
import { WrittenList } from '../../kernel/written-list.ts';
import { chapterNow } from '../../kernel/chapters.ts';
import { signedCursor } from '../../kernel/cursor.ts';

/** All of `getContacts`, of one moment (STREAM-8). */
export interface ContactsAnswer {
  readonly rows: WrittenList<ContactRow>;
  /** Waiting applications, and the time in ms of the newest; the envelope's `count` and `page`. */
  readonly count: number;
  readonly page: number;
  readonly cursor: string;
  readonly epoch: string;
  /** Head of the own stream. */
  readonly seq: number;
  /** The server's mode, as this node knew it: it determines the members of the list (CONF-6). */
  readonly mode: 1 | 2;
  /** Revision of the configuration on this node: a client with an older one fetches it (CONF-2b). */
  readonly rev: number;
  /** Users the caller has blocked; absent: none (BLOCK-7). */
  readonly blocked?: readonly UserId[];
  /** Contacts with a status or other extras (PRES-4c). */
  readonly profiles: readonly ProfileData[];
  /** The caller's own facts: their own-stream events may be among the missed ones (ACC-11). */
  readonly self?: ReturnType<typeof selfData>;
}

export async function contactsAnswer(core: Core, user: UserId): Promise<ContactsAnswer> {
  const { settings } = core;
  const {
    sysInfo: { runMode: mode },
    rev = 0,
  } = core.config();
  const stream = userStream(user);
  return readLong(core.store, async (tx, steps) => {
    const epoch = await tx.history.epoch();
    const now = await tx.streams.now();
    const chapter = await chapterNow(core, tx);
    const request = { core, tx, user, ties: await tiesOf(core, tx, user) };
    const { rows, partners } = await conversationRows(request, steps);
    const self = await tx.users.byId(user);
    const isOfGuest = isGuest(self);
    const unspoken =
      mode === RUN_MODE.closed && !isOfGuest ? await unspokenUsers(request, partners, steps) : [];
    rows.add(await unspokenRows(request, unspoken, steps));
    const favourites = await staticPlace(tx, stream, null);
    const notice = await noticePlace(tx, user);
    const pending = await tx.friends.pending(user);
    const contacts = [...partners, ...unspoken.map(({ id }) => id)];
    const visibleIds = contacts.filter((id) => !request.ties.apart.has(id));
    rows.add([noticeRow(notice, settings), favouritesRow(favourites, user, settings)]);
    return {
      rows,
      count: pending.count,
      page: pending.newestAtMs,
      cursor: signedCursor(core, epoch, now, chapter),
      epoch,
      seq: favourites.seq,
      // As in the configuration of a guest.
      mode: isOfGuest ? RUN_MODE.closed : mode,
      rev,
      ...request.ties.blockList,
      profiles: await profilesWithExtras(tx, visibleIds, core.clock.nowMs()),
      ...(self && { self: selfData(self) }),
    };
  });
}

interface ListRequest {
  readonly core: Core;
  readonly tx: ReadTx;
  readonly user: UserId;
  readonly ties: Ties;
}

/** One-to-one conversations first, then groups; and the users in them. */
async function conversationRows(
  { tx, user, ties: { context } }: ListRequest,
  steps: Steps,
): Promise<{ readonly rows: WrittenList<ContactRow>; readonly partners: ReadonlySet<UserId> }> {
  const [people, groups] = [new WrittenList<ContactRow>(), new WrittenList<ContactRow>()];
  const partners = new Set<UserId>();
  for (let part = await tx.conversations.part(user, null); part;) {
    const [paired, grouped]: [ContactRow[], ConversationView[]] = [[], []];
    for (const view of await viewsWithNamesNow(tx, part.views)) {
      if (view.group) grouped.push(view);
      if (view.partner) {
        partners.add(view.partner.user.id);
        paired.push(contactRow(view, user, context));
        await steps.readText(markedLength(view.last));
      }
    }
    const names = await speakers(tx, grouped);
    people.add(paired);
    const rows: ContactRow[] = [];
    for (const view of grouped) {
      rows.push(contactRow(view, user, context, view.last ? names.get(view.last.from)?.realname : ''));
      await steps.readText(markedLength(view.last));
    }
    groups.add(rows);
    await steps.did(part.views.length);
    part = await tx.conversations.part(user, part.last);
  }
  people.append(groups);
  return { rows: people, partners };
}

/** Characters of a text that is listed without its marks; others are listed as they are. */
export const markedLength = (last: LastRow | null): number =>
  last !== null && isRich(last.extra) ? textLength(last) : 0;

/** Senders of these groups' last messages: often unknown to the reader. */
const speakers = (tx: ReadTx, groups: readonly ConversationView[]) =>
  tx.users.byIds([...new Set(groups.flatMap(({ last }) => last?.from ?? []))]);

/** Users of a closed organisation without any conversation yet (CONF-6). */
async function unspokenUsers(
  { tx, user, ties: { blockList } }: ListRequest,
  listedIds: ReadonlySet<UserId>,
  steps: Steps,
): Promise<readonly UserRow[]> {
  const left = new Set([...listedIds, user, ...(blockList.blocked ?? [])]);
  return (await everyone(tx, steps)).filter(({ id }) => !left.has(id));
}

async function unspokenRows(
  { user, ties: { context } }: ListRequest,
  users: readonly UserRow[],
  steps: Steps,
): Promise<readonly ContactRow[]> {
  const rows: ContactRow[] = [];
  for (const other of users) {
    rows.push(strangerRow(other, privateStream(user, other.id), user, context));
    await steps.did(1);
  }
  return rows;
}

/** The announcements; a withdrawn one counts as own (COUNT-17). */
export async function noticePlace(tx: ReadTx, user: UserId): Promise<StaticPlace> {
  const place = await staticPlace(tx, NOTICE_STREAM, (await tx.notices.mark(user)) ?? 0);
  const { count, mark } = place;
  return count > mark ? { ...place, own: await tx.messages.ownAfter(NOTICE_STREAM, user, mark) } : place;
}

/** `mark` null: all content is the user's own and read. */
async function staticPlace(tx: ReadTx, stream: StreamId, mark: number | null): Promise<StaticPlace> {
  const row = await tx.streams.get(stream);
  const count = row?.count ?? 0;
  const last = count > 0 ? await tx.messages.last(stream, 0) : null;
  return {
    stream,
    seq: row?.head ?? 0,
    count,
    mark: mark ?? count,
    own: 0,
    last: last && (await inAlbum(tx, last)),
  };
}
