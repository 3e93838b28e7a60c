import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { Core } from '../../core.ts';
import { contactRow, staticRows } from '../../frames/contact-row.ts';
import type { ContactRow } from '../../frames/contact-row.ts';
import { encodeCursor } from './cursor.ts';
import { onlineIn } from './registers.ts';

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
  const epoch = await core.store.epoch();
  const online = onlineIn(core);
  const stream = userStream(user);
  return core.store.read(async (tx) => {
    const now = await tx.streams.now();
    const views = await tx.conversations.all(user);
    const people = views.filter((view) => view.partner);
    const groups = views.filter((view) => view.group);
    const own = await tx.streams.get(stream);
    const last = own && own.count > 0 ? await tx.messages.last(stream, 0) : null;
    const pending = await tx.friends.pending(user);
    const seq = own?.head ?? 0;
    return {
      rows: [
        ...[...people, ...groups].map((view) => contactRow(view, user, online, core.settings)),
        ...staticRows({ stream, seq, count: own?.count ?? 0, last }),
      ],
      count: pending.count,
      page: pending.newestAtMs,
      cursor: encodeCursor({ epoch, tx: now, page: null }),
      epoch,
      seq,
    };
  });
}
