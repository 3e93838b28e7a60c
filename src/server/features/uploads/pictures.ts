import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { MEGABYTE } from '../../kernel/limits.ts';
import { uploadLimits as limits } from '../../../domain/limits.ts';
import type { FileRow } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { megabytes } from '../../kernel/form-kind.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { TurnsFullError } from '../../kernel/turns.ts';
import { announceFace } from '../groups/picture.ts';
import { addFile, filesOf, keepFile, look, orUndone, refusedUpload, withStripped } from './take.ts';
import type { Given, KeptFile, Known } from './take.ts';

interface Body {
  readonly file: Given | null;
}

const EMOJI: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** A square picture encoded again from its pixels, which drops camera metadata (UP-SRV-9). */
export async function uploadAvatar(
  { core, session: { user } }: SignedIn,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const known = await look(core, body.file);
  if (known instanceof Refusal) return known;
  if (known.facts.kind !== 'image') return refusedUpload('pictureKind');
  if (known.facts.width * known.facts.height > limits.decodedPixelsMax) return refusedUpload('pictureLarge');
  const square = await squared(core, known);
  if (square instanceof Refusal) return square;
  const kept = await keptSquare(core, user, square);
  if (kept instanceof Refusal) return kept;
  const src = core.settings.links?.picture(kept.row.key) ?? '';
  const refusal = await command(core, async (tx, record) => {
    const done = await addFile(tx, kept);
    if (done instanceof Refusal) return done;
    await tx.users.update(user, { avatar: src });
    await tx.profiles.noteChange(user);
    await record.event(userStream(user), { kind: 'profile', shown: true });
    return null;
  });
  if (refusal) return refusal;
  await announceFace(core, user);
  return { data: src };
}

/** Discards the new file if the same square is already stored. */
async function keptSquare(core: Core, user: UserId, square: Known): Promise<KeptFile | Refusal> {
  try {
    return await keepFile(core, user, square, 'avatar');
  } finally {
    await square.given.incoming.discard();
  }
}

async function squared(core: Core, known: Known): Promise<Known | Refusal> {
  const found = filesOf(core);
  if (found instanceof Refusal) return found;
  const { files, media } = found;
  const bytes = await media.square(known.given.incoming.scratch, limits.avatarPx).catch((error: unknown) => {
    if (error instanceof TurnsFullError) throw error;
    return refusedUpload('pictureKind');
  });
  if (bytes instanceof Refusal) return bytes;
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
  // The original is deleted; from here on the square replaces it.
  await known.given.incoming.discard();
  return { ...known, facts, ext: 'webp', given: { name: known.name, incoming, ...ended } };
}

/** Its points stay as they are, since it may move; among the own emoji at once (EMOJI-2). */
export async function uploadEmoji(
  { core, session: { user } }: SignedIn,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const known = await look(core, body.file);
  if (known instanceof Refusal) return known;
  if (!EMOJI.has(known.facts.mime) || known.facts.kind !== 'image') return refusedUpload('pictureKind');
  const kept = await withStripped(core, known, (stripped) => keepFile(core, user, stripped, 'emoji'));
  if (kept instanceof Refusal) return kept;
  const refusal = await orUndone(kept, () =>
    command(core, async (tx) => {
      if ((await tx.emoji.count(user)) >= limits.emojiMax)
        return new Refusal('emojiMany', { facts: { max: limits.emojiMax } });
      const file = await addFile(tx, kept);
      if (file instanceof Refusal) return file;
      await tx.emoji.put(user, file.id, file.name.replace(/\.[^.]*$/, ''));
      return null;
    }),
  );
  return refusal ?? { data: core.settings.links?.picture(kept.row.key) ?? '' };
}

/** Returns why a message's file cannot become an emoji: checked before it counts as a new file (LIMIT-14). */
export function demandEmoji(core: Core, file: FileRow): Refusal | null {
  const max = megabytes(core.config(), 'emoji');
  if (!EMOJI.has(file.mime)) return new Refusal('pictureKind');
  return file.sizeBytes > max * MEGABYTE ? new Refusal('fileLarge', { facts: { max } }) : null;
}

/** Copies a message's picture as an emoji file of this user; not referenced yet. */
export async function pictureCopy(core: Core, user: UserId, file: FileRow): Promise<KeptFile | Refusal> {
  const found = filesOf(core);
  if (found instanceof Refusal) return found;
  const { files } = found;
  const stored = await files.open(file.key);
  if (!stored) return new Refusal('fileUnknown');
  const incoming = await files.receive();
  try {
    await incoming.write(new Uint8Array(await new Response(stored.body).arrayBuffer()));
    const facts = {
      kind: 'image',
      mime: file.mime,
      ext: file.ext,
      ...(file.details ?? { width: 0, height: 0, durationSec: null }),
    } as const;
    const given = { name: file.name, incoming, ...(await incoming.end()) };
    const known = { given, facts, name: file.name, ext: file.ext };
    return await withStripped(core, known, (stripped) => keepFile(core, user, stripped, 'emoji'));
  } finally {
    await incoming.discard();
  }
}
