import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { MEGABYTE, uploadLimits as limits } from '../../../domain/limits.ts';
import type { FileRow } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { megabytes } from '../../kernel/form-kind.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { Refused } from '../../kernel/refused.ts';
import { announceFace } from '../groups/picture.ts';
import { addFile, filesOf, keepFile, look, refusedUpload } from './take.ts';
import type { Given, KeptFile, Known } from './take.ts';

interface Body {
  readonly file: Given | null;
}

const EMOJI: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * A square of its own, made anew from the points: nothing that a camera wrote into the file goes on
 * (UP-SRV-9).
 */
export async function uploadAvatar(
  { core, session: { user } }: SignedIn,
  body: Body,
): Promise<EndpointAnswer> {
  const known = await look(core, body.file);
  if (known.facts.kind !== 'image') throw refusedUpload('pictureKind');
  if (known.facts.width * known.facts.height > limits.decodedPixelsMax) throw refusedUpload('pictureLarge');
  const kept = await keepFile(core, user, await squared(core, known), 'avatar');
  const src = core.settings.links?.picture(kept.row.key) ?? '';
  await command(core, async (tx, record) => {
    await addFile(tx, kept);
    await tx.users.update(user, { avatar: src });
    await tx.profiles.noteChange(user);
    await record.event(userStream(user), { kind: 'profile', shown: true });
  });
  await announceFace(core, user);
  return { data: src };
}

async function squared(core: Core, known: Known): Promise<Known> {
  const { files, media } = filesOf(core);
  const bytes = await media.square(known.given.incoming.scratch, limits.avatarPx).catch((error: unknown) => {
    throw error instanceof Refused ? error : refusedUpload('pictureKind');
  });
  const incoming = await files.receive();
  await incoming.write(bytes);
  const ended = await incoming.end();
  const facts = {
    ...known.facts,
    mime: 'image/webp',
    ext: 'webp',
    width: limits.avatarPx,
    height: limits.avatarPx,
  };
  // The original goes; from here on the square is what was given.
  await known.given.incoming.discard();
  return { ...known, facts, ext: 'webp', given: { name: known.name, incoming, ...ended } };
}

/** Kept as it is, since it may move; among the own emoji at once (EMOJI-2). */
export async function uploadEmoji(
  { core, session: { user } }: SignedIn,
  body: Body,
): Promise<EndpointAnswer> {
  const known = await look(core, body.file);
  if (!EMOJI.has(known.facts.mime) || known.facts.kind !== 'image') throw refusedUpload('pictureKind');
  const kept = await keepFile(core, user, known, 'emoji');
  try {
    await command(core, async (tx) => {
      if ((await tx.emoji.count(user)) >= limits.emojiMax)
        throw new Refused('emojiMany', { facts: { max: limits.emojiMax } });
      const { id, name } = await addFile(tx, kept);
      await tx.emoji.put(user, id, name.replace(/\.[^.]*$/, ''));
    });
  } catch (error) {
    await kept.undo();
    throw error;
  }
  return { data: core.settings.links?.picture(kept.row.key) ?? '' };
}

/** The picture of a message as an emoji of this person's own; nothing names it yet. */
export async function pictureCopy(core: Core, user: UserId, file: FileRow): Promise<KeptFile> {
  const max = megabytes(core.config(), 'emoji');
  if (!EMOJI.has(file.mime)) throw new Refused('pictureKind');
  if (file.sizeBytes > max * MEGABYTE) throw new Refused('fileLarge', { facts: { max } });
  const { files } = filesOf(core);
  const stored = await files.open(file.key);
  if (!stored) throw new Refused('fileUnknown');
  const incoming = await files.receive();
  try {
    await incoming.write(new Uint8Array(await new Response(stored.body).arrayBuffer()));
    const facts = {
      kind: 'image',
      mime: file.mime,
      ext: file.ext,
      ...(file.details ?? { width: 0, height: 0, durationSec: null }),
    } as const;
    return await keepFile(
      core,
      user,
      {
        given: { name: file.name, incoming, ...(await incoming.end()) },
        facts,
        name: file.name,
        ext: file.ext,
      },
      'emoji',
    );
  } finally {
    await incoming.discard();
  }
}
