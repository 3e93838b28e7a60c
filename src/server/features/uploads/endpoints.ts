import type * as v from 'valibot';
import { uploadLimits } from '../../../domain/limits.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import type { renewLink as call } from '../../../wire/calls/files.ts';
import { linkedFile } from '../../files/serve.ts';
import { readLink } from '../../files/links.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { readableAbove } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { type Endpoint, form, own } from '../endpoint.ts';
import { uploadAvatar, uploadEmoji } from './pictures.ts';
import { uploadFile } from './upload-file.ts';

export const uploadEndpoints: readonly Endpoint[] = [
  form('file', fileCalls.uploadFile, uploadFile),
  form('avatar', fileCalls.uploadAvatar, uploadAvatar),
  form('emoji', fileCalls.uploadEmoji, uploadEmoji),
  own(fileCalls.renewLink, renewLink, uploadLimits.rate),
];

/** Replaces one of our addresses by a fresh one, for readers of a message with the file (FILE-7). */
async function renewLink(
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
