import { NOTICE_STREAM, privateStream, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ConversationView, ReadTx } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { inAlbum } from '../../frames/album.ts';
import { contactRow, favouritesRow, noticeRow, strangerRow } from '../../frames/contact-row.ts';
import type { ContactRow, StaticPlace } from '../../frames/contact-row.ts';
import { type Ties, tiesOf } from './registers.ts';
import { everyone } from '../contacts/everyone.ts';
import { readLong, rowCost } from '../../kernel/long-read.ts';
import type { Steps } from '../../kernel/long-read.ts';
import { signedCursor } from '../../kernel/cursor.ts';

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
  /** Of the house, as this node knew it: who is in the list follows from it (CONF-6). */
  readonly mode: 1 | 2;
  /** Whom the asker has blocked; absent: nobody (BLOCK-7). */
  readonly blocked?: readonly UserId[];
}

export async function contactsAnswer(core: Core, user: UserId): Promise<ContactsAnswer> {
  const { settings } = core;
  const mode = core.config().sysInfo.runMode;
  const stream = userStream(user);
  return readLong(core.store, async (tx, steps) => {
    const epoch = await tx.history.epoch();
    const now = await tx.streams.now();
    const asked = { core, tx, user, ties: await tiesOf(core, tx, user) };
    const { rows, partners } = await conversationRows(asked, steps);
    if (mode === 1) rows.push(...(await unspokenRows(asked, partners, steps)));
    const favourites = await staticPlace(tx, stream, null);
    const notice = await staticPlace(tx, NOTICE_STREAM, (await tx.notices.mark(user)) ?? 0);
    const pending = await tx.friends.pending(user);
    rows.push(noticeRow(notice, settings), favouritesRow(favourites, user, settings));
    return {
      rows,
      count: pending.count,
      page: pending.newestAtMs,
      cursor: signedCursor(core, epoch, now),
      epoch,
      seq: favourites.seq,
      mode,
      ...asked.ties.told,
    };
  });
}

interface Asked {
  readonly core: Core;
  readonly tx: ReadTx;
  readonly user: UserId;
  readonly ties: Ties;
}

/** People first, then groups; and who those people are. */
async function conversationRows(
  { tx, user, ties: { context } }: Asked,
  steps: Steps,
): Promise<{ readonly rows: ContactRow[]; readonly partners: ReadonlySet<UserId> }> {
  const [people, groups]: [ContactRow[], ContactRow[]] = [[], []];
  const partners = new Set<UserId>();
  const streams = await tx.members.streamsOf(user);
  await steps.did(streams.length);
  await steps.inParts(
    streams,
    async (part) => {
      const views = await tx.conversations.of(user, part);
      const names = await speakers(
        tx,
        views.filter((view) => view.group),
      );
      for (const view of views) {
        if (view.partner) {
          partners.add(view.partner.user.id);
          people.push(contactRow(view, user, context));
        } else if (view.group)
          groups.push(contactRow(view, user, context, view.last ? names.get(view.last.from)?.realname : ''));
      }
    },
    rowCost,
  );
  return { rows: [...people, ...groups], partners };
}

/** Whoever wrote the last message of one of these groups: often nobody whom the reader knows. */
const speakers = (tx: ReadTx, groups: readonly ConversationView[]) =>
  tx.users.byIds([...new Set(groups.flatMap(({ last }) => last?.from ?? []))]);

/** Everybody of a closed organisation with whom nothing was said yet (CONF-6). */
async function unspokenRows(
  { tx, user, ties: { context, told } }: Asked,
  known: ReadonlySet<UserId>,
  steps: Steps,
): Promise<readonly ContactRow[]> {
  const rows: ContactRow[] = [];
  const left = new Set([...known, user, ...(told.blocked ?? [])]);
  for (const other of await everyone(tx, steps)) {
    if (left.has(other.id)) continue;
    rows.push(strangerRow(other, privateStream(user, other.id), user, context));
    await steps.did(1);
  }
  return rows;
}

/** `mark` null: what is there is one's own and read. */
export async function staticPlace(tx: ReadTx, stream: StreamId, mark: number | null): Promise<StaticPlace> {
  const row = await tx.streams.get(stream);
  const count = row?.count ?? 0;
  const last = count > 0 ? await tx.messages.last(stream, 0) : null;
  return { stream, seq: row?.head ?? 0, count, mark: mark ?? count, last: last && (await inAlbum(tx, last)) };
}
