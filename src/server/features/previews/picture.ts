import type { UserId } from '../../../domain/ids.ts';
import { uploadLimits } from '../../../domain/limits.ts';
import type { FilePorts, Incoming } from '../../../ports/files.ts';
import type { Core } from '../../kernel/core.ts';
import { MEGABYTE, previewLimits as limits, quotaLimits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { keepFile } from '../uploads/take.ts';
import type { KeptFile } from '../uploads/take.ts';

/** The picture of a card, in its place; in pixels. */
export interface CardPicture {
  readonly kept: KeptFile;
  readonly width: number;
  readonly height: number;
}

interface Keeping {
  readonly core: Core;
  readonly quotas: Pick<Quotas, 'demandRoom'>;
}

/**
 * Encodes the picture again from its pixels, so that no other content survives, and stores it as a file of
 * the message (PREVIEW-6). Null for an invalid picture, a decompression bomb, or a full disk: then the card
 * has none.
 */
export async function keepPicture(
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
    const { bytes: made, width, height } = await ports.media.fit(upload.incoming.scratch, limits.picturePx);
    const fresh = await received(ports, made);
    try {
      const pictureFacts = { ...facts, mime: 'image/webp', ext: 'webp', width, height };
      const file = { given: { name: NAME, ...fresh }, facts: pictureFacts, name: NAME, ext: 'webp' };
      const stored = await keepFile(core, user, file, 'message');
      return stored instanceof Refusal ? null : { kept: stored, width, height };
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
  return (free === undefined || free >= floor) && (await quotas.demandRoom(bytes)) === null;
}
