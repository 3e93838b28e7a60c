import { type UserId, messageId } from '../../../domain/ids.ts';
import { uploadLimits } from '../../../domain/limits.ts';
import { firstLink, hostOf } from '../../../domain/link-preview.ts';
import type { FilePorts, Incoming } from '../../../ports/files.ts';
import type { FoundPage, PageQuery, PageWords } from '../../../ports/pages.ts';
import type { FileRow, MessageRow, WriteTx } from '../../../ports/store.ts';
import { type HeldLink, linkInExtra, toHeldFile, withLink } from '../../files/held-file.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { MEGABYTE, previewLimits as limits, quotaLimits } from '../../kernel/limits.ts';
import { privateTo } from '../../access/private-delivery.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { type KeptFile, addFile, keepFile, orUndone } from '../uploads/take.ts';

/** The picture of a card, in its place; in pixels. */
interface CardPicture {
  readonly file: KeptFile;
  readonly width: number;
  readonly height: number;
}

interface Keeping {
  readonly core: Core;
  readonly quotas: Pick<Quotas, 'checkRoom'>;
}

/**
 * Encodes the picture again from its pixels, so that no other content survives, and stores it as a file of
 * the message (PREVIEW-6). Null for an invalid picture, a decompression bomb, or a full disk: then the card
 * has none.
 */
async function keepPicture(
  { core, quotas }: Keeping,
  user: UserId,
  bytes: Uint8Array,
): Promise<CardPicture | null> {
  const ports = core.uploads;
  if (!ports || !(await hasRoom(core, ports, quotas, bytes.byteLength))) return null;
  const upload = await received(ports, bytes);
  try {
    const facts = await ports.media.look(upload.incoming.scratch);
    const points = facts.width * facts.height;
    const side = Math.min(facts.width, facts.height);
    if (facts.kind !== 'image' || points > uploadLimits.decodedPixelsMax || side < limits.pictureLeastPx)
      return null;
    const {
      bytes: pictureBytes,
      width,
      height,
    } = await ports.media.fit(upload.incoming.scratch, limits.picturePx);
    const fresh = await received(ports, pictureBytes);
    try {
      const pictureFacts = { ...facts, mime: 'image/webp', ext: 'webp', width, height };
      const file = { source: { name: NAME, ...fresh }, facts: pictureFacts, name: NAME, ext: 'webp' };
      const stored = await keepFile(core, user, file, 'message');
      return stored instanceof Refusal ? null : { file: stored, width, height };
    } finally {
      await fresh.incoming.discard();
    }
  } catch {
    // The decoder cannot read it, so it is not a picture.
    return null;
  } finally {
    await upload.incoming.discard();
  }
}

const NAME = 'preview.webp';

async function received(
  { files }: FilePorts,
  bytes: Uint8Array,
): Promise<{ readonly incoming: Incoming; readonly sizeBytes: number; readonly digest: string }> {
  const incoming = await files.receive();
  await incoming.write(bytes);
  return { incoming, ...(await incoming.end()) };
}

/** Among all files, as uploads are counted; not in what the person may upload in a day (LIMIT-14). */
async function hasRoom(
  { settings }: Core,
  { files }: FilePorts,
  quotas: Keeping['quotas'],
  bytes: number,
): Promise<boolean> {
  const free = await files.freeBytes?.();
  const floor = (settings.quota?.diskFloorMb ?? quotaLimits.diskFloorMb) * MEGABYTE;
  return (free === undefined || free >= floor) && (await quotas.checkRoom(bytes)) === null;
}

export interface Making {
  readonly core: Core;
  readonly quotas: Pick<Quotas, 'checkRoom'>;
  readonly signal: AbortSignal;
}

/**
 * Makes one card, from the address in the message to its event. Any failure, or a message recalled in the
 * meantime, shows nothing (PREVIEW-4).
 */
export async function makePreview(on: Making, user: UserId, id: string): Promise<void> {
  const { core } = on;
  const url = linkFor(await core.store.read((tx) => tx.messages.byId(messageId(id))), user);
  if (url === null) return;
  const page = await loadPage(on, url, 'page');
  if (page === null) return;
  const words = page.kind === 'words' ? page.words : WORDLESS;
  const picture = await pictureOf(on, user, page, words);
  if (words.title === '' && picture === null) return;
  await orUndone(picture?.file ?? null, () =>
    command(core, (tx, record) => attach(tx, record, { user, id, url }, words, picture)),
  );
}

/** The address for a new card; null if a card exists, or no address qualifies. */
function linkFor(row: MessageRow | null, user: UserId): string | null {
  if (row === null || row.from !== user || row.type !== 'text' || row.recalled) return null;
  const url = firstLink(row.content, row.extra);
  return url === null || linkInExtra(row.extra)?.url === url ? null : url;
}

/** A picture has no metadata. */
const WORDLESS: PageWords = { title: '', text: '', site: '', picture: null };

/** The operator may have turned it off in the meantime: then no page is requested (PREVIEW-1). */
async function loadPage(
  { core, signal }: Making,
  url: string,
  kind: PageQuery['kind'],
): Promise<FoundPage | null> {
  if (!core.pages || !core.config().chatInfo.linkPreview || signal.aborted) return null;
  return core.pages.find(url, { kind, signal });
}

async function pictureOf(
  on: Making,
  user: UserId,
  page: FoundPage,
  { picture }: PageWords,
): Promise<CardPicture | null> {
  const picturePage =
    page.kind === 'picture' || picture === null ? page : await loadPage(on, picture, 'picture');
  return picturePage?.kind === 'picture' ? keepPicture(on, user, picturePage.bytes) : null;
}

/** Uses the present row: the text may have been edited, recalled, or given a card by another request. */
async function attach(
  tx: WriteTx,
  record: EventRecorder,
  { user, id, url }: { readonly user: UserId; readonly id: string; readonly url: string },
  { title, text, site }: PageWords,
  picture: CardPicture | null,
): Promise<Refusal | null> {
  const row = await tx.messages.byId(messageId(id));
  if (row === null || linkFor(row, user) !== url) return new Refusal('messageUnknown');
  const file = picture && (await addFile(tx, picture.file));
  if (file instanceof Refusal) return file;
  const link: HeldLink = {
    url,
    title,
    text,
    site: site || hostOf(url),
    picture: file && picture ? pictureReference(file, picture) : null,
  };
  await tx.messages.update(row.msgId, { extra: withLink(row.extra, link) });
  const { msgId, n, from, stream } = row;
  await record.event(stream, { kind: 'previewed', msgId, id: row.id, n, from, ...privateTo(row) });
  return null;
}

const pictureReference = (file: FileRow, { width, height }: CardPicture): HeldLink['picture'] => ({
  ...toHeldFile(file),
  width,
  height,
});
