import { groupOfStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { notifyAfter } from '../../kernel/notify-after.ts';
import { groupPictureAddress } from '../../files/faces.ts';

/**
 * Sends members a new address of the group's picture if its first members, or their looks, have changed
 * (FILE-11). Runs after that command: drawing waits until a client requests it. After a failure the next
 * change announces the picture.
 */
export const announcePicture = (core: Core, stream: StreamId, by: UserId): Promise<void> =>
  notifyAfter(core.log, 'picture of a group not told', { stream }, () => announce(core, stream, by));

async function announce(core: Core, stream: StreamId, by: UserId): Promise<void> {
  const group = groupOfStream(stream);
  if (!core.uploads || group === null) return;
  const now = await core.store.read(async (tx) =>
    (await tx.groups.byId(group))?.avatar === (await groupPictureAddress(core, tx, stream)) ? null : stream,
  );
  if (now === null) return;
  await command(core, async (tx, record) => {
    const avatar = await groupPictureAddress(core, tx, stream);
    if ((await tx.groups.byId(group))?.avatar === avatar || !(await tx.groups.byId(group))) return;
    await tx.groups.update(group, { avatar });
    await record.event(stream, { kind: 'manager', by, user: null, role: null });
  });
}

/** Groups whose picture shows this person may look different now. */
export async function announceFace(core: Core, user: UserId): Promise<void> {
  if (!core.uploads) return;
  await notifyAfter(core.log, 'pictures of groups not told', { user }, async () => {
    const streams = await core.store.read((tx) => tx.members.streamsOf(user));
    for (const stream of streams) await announcePicture(core, stream, user);
  });
}
