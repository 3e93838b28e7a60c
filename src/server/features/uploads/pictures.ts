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
import type { GivenFile, KeptFile, CheckedUpload } from './take.ts';

interface Body {
  readonly file: GivenFile | null;
}

const EMOJI: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
]);

export const isEmojiKind = (mime: string): boolean => EMOJI.has(mime);

/** A square picture encoded again from its pixels, which drops camera metadata (UP-SRV-9). */
export async function uploadAvatar(
  { core, session: { user } }: SignedIn,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const checked = await look(core, body.file);
  if (checked instanceof Refusal) return checked;
  if (checked.facts.kind !== 'image') return refusedUpload('pictureKind');
  if (checked.facts.width * checked.facts.height > limits.decodedPixelsMax)
    return refusedUpload('pictureLarge');
  const square = await squared(core, checked);
  if (square instanceof Refusal) return square;
  const stored = await storeSquare(core, user, square);
  if (stored instanceof Refusal) return stored;
  const src = core.settings.links?.picture(stored.row.key) ?? '';
  const refusal = await command(core, async (tx, record) => {
    const file = await addFile(tx, stored);
    if (file instanceof Refusal) return file;
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
async function storeSquare(core: Core, user: UserId, square: CheckedUpload): Promise<KeptFile | Refusal> {
  try {
    return await keepFile(core, user, square, 'avatar');
  } finally {
    await square.source.incoming.discard();
  }
}

async function squared(core: Core, upload: CheckedUpload): Promise<CheckedUpload | Refusal> {
  const ports = filesOf(core);
  if (ports instanceof Refusal) return ports;
  const { files, media } = ports;
  const bytes = await media
    .square(upload.source.incoming.scratch, limits.avatarPx)
    .catch((error: unknown) => {
      if (error instanceof TurnsFullError) throw error;
      return refusedUpload('pictureKind');
    });
  if (bytes instanceof Refusal) return bytes;
  const incoming = await files.receive();
  await incoming.write(bytes);
  const ended = await incoming.end();
  const facts = {
    ...upload.facts,
    mime: 'image/webp',
    ext: 'webp',
    width: limits.avatarPx,
    height: limits.avatarPx,
  };
  // The original is deleted; from here on the square replaces it.
  await upload.source.incoming.discard();
  return { ...upload, facts, ext: 'webp', source: { name: upload.name, incoming, ...ended } };
}

/** Its points stay as they are, since it may move; among the own emoji at once (EMOJI-2). */
export async function uploadEmoji(
  { core, session: { user } }: SignedIn,
  body: Body,
): Promise<EndpointAnswer | Refusal> {
  const checked = await look(core, body.file);
  if (checked instanceof Refusal) return checked;
  if (!isEmojiKind(checked.facts.mime) || checked.facts.kind !== 'image') return refusedUpload('pictureKind');
  const stored = await withStripped(core, checked, (stripped) => keepFile(core, user, stripped, 'emoji'));
  if (stored instanceof Refusal) return stored;
  const refusal = await orUndone(stored, () =>
    command(core, async (tx) => {
      if ((await tx.emoji.count(user)) >= limits.emojiMax)
        return new Refusal('emojiMany', { facts: { max: limits.emojiMax } });
      const file = await addFile(tx, stored);
      if (file instanceof Refusal) return file;
      await tx.emoji.save(user, file.id, file.name.replace(/\.[^.]*$/, ''));
      return null;
    }),
  );
  return refusal ?? { data: core.settings.links?.picture(stored.row.key) ?? '' };
}

/** Returns why a message's file cannot become an emoji: checked before it counts as a new file (LIMIT-14). */
export function checkEmoji(core: Core, file: FileRow): Refusal | null {
  const max = megabytes(core.config(), 'emoji');
  if (!isEmojiKind(file.mime)) return new Refusal('pictureKind');
  return file.sizeBytes > max * MEGABYTE ? new Refusal('fileLarge', { facts: { max } }) : null;
}

/** Copies a message's picture as an emoji file of this user; not referenced yet. */
export async function pictureCopy(core: Core, user: UserId, file: FileRow): Promise<KeptFile | Refusal> {
  const ports = filesOf(core);
  if (ports instanceof Refusal) return ports;
  const { files } = ports;
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
    const upload = { name: file.name, incoming, ...(await incoming.end()) };
    const checked = { source: upload, facts, name: file.name, ext: file.ext };
    return await withStripped(core, checked, (stripped) => keepFile(core, user, stripped, 'emoji'));
  } finally {
    await incoming.discard();
  }
}
