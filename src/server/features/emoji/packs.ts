import type * as v from 'valibot';
import { messageId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { stickerLimits as limits } from '../../../domain/stickers.ts';
import { isLongName } from '../../../domain/validation.ts';
import { isUnseen } from '../../../domain/unseen.ts';
import type { PackRow, ReadTx, StickerRow } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/stickers.ts';
import { visibleMessage } from '../../access/conversation.ts';
import { fileIn } from '../../files/held-file.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

async function packData(core: Core, tx: ReadTx, me: UserId, { id, user, title }: PackRow, isAdded: boolean) {
  const stickers = await tx.packs.stickers(id);
  const files = await tx.files.byIds(stickers.map(({ fileId }) => fileId));
  return {
    id,
    title,
    mine: user === me ? 1 : 0,
    added: isAdded ? 1 : 0,
    stickers: stickers.flatMap(({ fileId, name }) => {
      const key = files.get(fileId)?.key;
      const src = key === undefined ? undefined : core.settings.links?.picture(key);
      return src === undefined ? [] : [{ file_id: fileId, name, src }];
    }),
  };
}

/** Packs that the user has made or added. */
export async function listPacks({ core, session: { user } }: SignedIn): Promise<EndpointAnswer> {
  const rows = await core.store.read(async (tx) => {
    const all = [];
    for (const pack of await tx.packs.of(user)) all.push(await packData(core, tx, user, pack, true));
    return all;
  });
  return { data: rows, count: rows.length };
}

/** A new pack, or other stickers of an own one: from own emoji and from those that it has (EMOJI-10). */
export async function savePack(
  { core, session: { user } }: SignedIn,
  { id, title: rawTitle, files }: Body<typeof calls.packSave>,
): Promise<EndpointAnswer | Refusal> {
  const title = rawTitle.trim();
  if (isUnseen(title) || isLongName(title, limits.titleMax))
    return new Refusal('packTitle', { facts: { max: limits.titleMax } });
  const data = await command(core, async (tx) => {
    const mine = await tx.packs.of(user);
    const pack = id === 0 ? null : mine.find((one) => one.id === id && one.user === user);
    if (pack === undefined) return new Refusal('packUnknown');
    if (pack === null && mine.filter((one) => one.user === user).length >= limits.packsMax)
      return new Refusal('packsMany', { facts: { max: limits.packsMax } });
    if (pack === null && mine.length >= limits.addedMax)
      return new Refusal('packsMany', { facts: { max: limits.addedMax } });
    const known = new Map<number, StickerRow>();
    for (const { fileId, name } of await tx.emoji.of(user, Number.MAX_SAFE_INTEGER))
      known.set(fileId, { fileId, name });
    if (pack) for (const row of await tx.packs.stickers(pack.id)) known.set(row.fileId, row);
    const stickers = [...new Set(files)].flatMap((file) => known.get(file) ?? []);
    if (stickers.length < new Set(files).size) return new Refusal('fileUnknown');
    const packId = pack?.id ?? (await tx.packs.create(user, title, tx.nowMs));
    if (pack) await tx.packs.rename(packId, title);
    await tx.packs.fill(packId, stickers);
    return { id: packId };
  });
  return data instanceof Refusal ? data : { data };
}

/** An own pack ends for all users; another one leaves the user's packs. */
export async function removePack(
  { core, session: { user } }: SignedIn,
  { id }: Body<typeof calls.packRemove>,
): Promise<EndpointAnswer> {
  await command(core, async (tx) => {
    const pack = await tx.packs.get(id);
    return pack?.user === user ? tx.packs.remove(id) : tx.packs.drop(user, id);
  });
  return {};
}

/** The pack of a sticker in a message that the user may read; any other looks missing (EMOJI-11). */
async function packOfMessage(tx: ReadTx, user: UserId, id: string): Promise<PackRow | Refusal> {
  const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(id)));
  if (target instanceof Refusal) return target;
  const { type, recalled, extra } = target.row;
  const file = type === 'emoji' && !recalled ? fileIn(extra) : null;
  return (file && (await tx.packs.withFile(file.id))) ?? new Refusal('packUnknown');
}

export async function readPack(
  { core, session: { user } }: SignedIn,
  { id }: Body<typeof calls.packOf>,
): Promise<EndpointAnswer | Refusal> {
  return core.store.read(async (tx) => {
    const pack = await packOfMessage(tx, user, id);
    if (pack instanceof Refusal) return pack;
    const isAdded = (await tx.packs.of(user)).some((one) => one.id === pack.id);
    return { data: await packData(core, tx, user, pack, isAdded) };
  });
}

export async function addPack(
  { core, session: { user } }: SignedIn,
  { id }: Body<typeof calls.packAdd>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx) => {
    const pack = await packOfMessage(tx, user, id);
    if (pack instanceof Refusal) return pack;
    const mine = await tx.packs.of(user);
    if (mine.length >= limits.addedMax && !mine.some((one) => one.id === pack.id))
      return new Refusal('packsMany', { facts: { max: limits.addedMax } });
    await tx.packs.add(user, pack.id);
    return null;
  });
  return refusal ?? {};
}
