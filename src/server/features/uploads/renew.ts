import type * as v from 'valibot';
import type { renewLink as call } from '../../../wire/calls/files.ts';
import { linkedFile } from '../../files/linked-file.ts';
import { readLink } from '../../files/links.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { readableAbove } from '../../kernel/standing.ts';

/** Replaces one of our addresses by a fresh one, for readers of a message with the file (FILE-7). */
export async function renewLink(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const link = readLink(core, body.src);
  if (!link) return new Refusal('fileUnknown');
  const file = await core.store.read(async (tx) => {
    const above = await readableAbove(tx, user, link.stream);
    return above === null ? null : linkedFile(tx, link, above);
  });
  const src = file && core.settings.links?.file(file, link.stream);
  if (!src) return new Refusal('fileUnknown');
  return { data: { src, download: `${src}&d=1` } };
}
