import { isEmojiName, stickerLimits as limits } from '../../../domain/stickers.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { ReadTx, WriteTx } from '../../../ports/store.ts';
import { type Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { isEmojiKind } from '../uploads/pictures.ts';
import { addFile, filesOf, keepFile, look, orUndone, withStripped } from '../uploads/take.ts';

/** Emoji of the server, which every user may use by name (EMOJI-7). */
export async function serverEmojiRows({ settings }: Core, tx: ReadTx) {
  const all = await tx.packs.server();
  const files = await tx.files.byIds(all.map(({ fileId }) => fileId));
  return all.flatMap(({ fileId, name }) => {
    const key = files.get(fileId)?.key;
    const src = key === undefined ? undefined : settings.links?.picture(key);
    return src === undefined ? [] : [{ name, src }];
  });
}

export async function listServerEmoji({ core }: SignedIn): Promise<EndpointAnswer> {
  const rows = await core.store.read((tx) => serverEmojiRows(core, tx));
  return { data: rows, count: rows.length };
}

interface NewEmoji {
  readonly user: UserId;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Checks and stores the picture; `within` runs the write in the caller's transaction. A picture is judged by
 * its bytes, and loses what says where and with what it was made (EMOJI-8).
 */
export async function addServerEmoji(
  core: Core,
  { user, name, bytes }: NewEmoji,
  within: (work: (tx: WriteTx) => Promise<Refusal | null>) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  if (!isEmojiName(name)) return new Refusal('emojiName');
  const ports = filesOf(core);
  if (ports instanceof Refusal) return ports;
  if (bytes.byteLength > limits.serverBytesMax)
    return new Refusal('emojiLarge', { facts: { kb: limits.serverBytesMax / 1_024 } });
  const incoming = await ports.files.receive();
  try {
    await incoming.write(bytes);
    const checked = await look(core, { name, incoming, ...(await incoming.end()) });
    if (checked instanceof Refusal) return checked;
    const { kind, mime, width, height } = checked.facts;
    if (kind !== 'image' || !isEmojiKind(mime)) return new Refusal('pictureKind');
    if (Math.max(width, height) > limits.serverSideMax) return new Refusal('pictureLarge');
    const stored = await withStripped(core, checked, (clean) => keepFile(core, user, clean, 'emoji'));
    if (stored instanceof Refusal) return stored;
    return await orUndone(stored, () =>
      within(async (tx) => {
        const existing = await tx.packs.server();
        if (existing.some((one) => one.name === name)) return new Refusal('emojiTaken', { facts: { name } });
        if (existing.length >= limits.serverMax)
          return new Refusal('emojiMany', { facts: { max: limits.serverMax } });
        const file = await addFile(tx, stored);
        if (file instanceof Refusal) return file;
        await tx.packs.addServer({ fileId: file.id, name });
        return null;
      }),
    );
  } finally {
    await incoming.discard();
  }
}
