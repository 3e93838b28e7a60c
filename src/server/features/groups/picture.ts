import { groupOfStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { groupPictureAddress } from '../../files/faces.ts';

/**
 * Tells the members a new address of the group's picture when the first of them, or how they look, have
 * changed (FILE-11). After the command that changed them: drawing waits until somebody looks. That command is
 * kept, and whoever asked for it must not hear that nothing was done (COMMIT-3): the next change tells the
 * picture.
 */
export async function announcePicture(core: Core, stream: StreamId, by: UserId): Promise<void> {
  try {
    await announce(core, stream, by);
  } catch (error) {
    core.log.write('warn', 'picture of a group not told', { stream, error: String(error) });
  }
}

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
  const streams = await core.store.read((tx) => tx.members.streamsOf(user));
  for (const stream of streams) await announcePicture(core, stream, user);
}
