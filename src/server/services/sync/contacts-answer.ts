import { NOTICE_STREAM, privateStream, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ConversationView, ReadTx, UserRow } from '../../../ports/store.ts';
import type { Core } from '../../core.ts';
import { inAlbum } from '../../frames/album.ts';
import { contactRow, favouritesRow, noticeRow, strangerRow } from '../../frames/contact-row.ts';
import type { ContactRow, StaticPlace } from '../../frames/contact-row.ts';
import { rowContext } from './registers.ts';
import { everyone } from '../contacts/everyone.ts';
import { signedCursor } from './cursor.ts';

/** All of `getContacts`, of one moment (STREAM-8). */
export interface ContactsAnswer {
  readonly rows: readonly ContactRow[];
  /** Waiting applications, and the time in ms of the newest; the envelope's `count` and `page`. */
  readonly count: number;
  readonly page: number;
  readonly cursor: string;
  readonly epoch: string;
  /** Head of the own stream. */
  readonly seq: number;
}

export async function contactsAnswer(core: Core, user: UserId): Promise<ContactsAnswer> {
  const context = rowContext(core);
  const { settings } = core;
  const stream = userStream(user);
  return core.store.read(async (tx) => {
    const epoch = await tx.history.epoch();
    const now = await tx.streams.now();
    const views = await tx.conversations.all(user);
    const people = views.filter((view) => view.partner);
    const others = core.config().sysInfo.runMode === 1 ? await unspoken(tx, user, people) : [];
    const groups = views.filter((view) => view.group);
    const names = await speakers(tx, groups);
    const favourites = await staticPlace(tx, stream, null);
    const notice = await staticPlace(tx, NOTICE_STREAM, (await tx.notices.mark(user)) ?? 0);
    const pending = await tx.friends.pending(user);
    return {
      rows: [
        ...people.map((view) => contactRow(view, user, context)),
        ...groups.map((view) => contactRow(view, user, context, view.last ? names.get(view.last.from)?.realname : '')),
        ...others.map((other) => strangerRow(other, privateStream(user, other.id), context)),
        noticeRow(notice, settings),
        favouritesRow(favourites, user, settings),
      ],
      count: pending.count,
      page: pending.newestAtMs,
      cursor: signedCursor(core, epoch, now),
      epoch,
      seq: favourites.seq,
    };
  });
}

/** Whoever wrote the last message of one of these groups: often nobody whom the reader knows. */
const speakers = (tx: ReadTx, groups: readonly ConversationView[]) => tx.users.byIds([...new Set(groups.flatMap(({ last }) => last?.from ?? []))]);

/** Everybody of a closed organisation with whom nothing was said yet (CONF-6). */
async function unspoken(tx: ReadTx, user: UserId, known: readonly ConversationView[]): Promise<readonly UserRow[]> {
  const named = new Set([user, ...known.map((view) => view.partner?.user.id)]);
  return (await everyone(tx)).filter(({ id }) => !named.has(id));
}

/** `mark` null: what is there is one's own and read. */
export async function staticPlace(tx: ReadTx, stream: StreamId, mark: number | null): Promise<StaticPlace> {
  const row = await tx.streams.get(stream);
  const count = row?.count ?? 0;
  const last = count > 0 ? await tx.messages.last(stream, 0) : null;
  return { stream, seq: row?.head ?? 0, count, mark: mark ?? count, last: last && (await inAlbum(tx, last)) };
}
