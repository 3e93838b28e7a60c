import type * as v from 'valibot';
import { userStream } from '../../../domain/ids.ts';
import type { renewLink as call } from '../../../wire/calls/files.ts';
import { readLink } from '../../files/links.ts';
import { Refused } from '../../refused.ts';
import type { Answer, SignedIn } from '../context.ts';
import { readableAbove } from '../standing.ts';

/** Ours: a fresh address in place of one of ours, for whoever may read a message there that holds the file (FILE-7). */
export async function renewLink({ core, session: { user } }: SignedIn, body: v.InferOutput<typeof call.body>): Promise<Answer> {
  const link = readLink(core, body.src);
  if (!link) throw new Refused('fileUnknown');
  const { key, stream } = link;
  const may = await core.store.read(async (tx) => {
    const above = await readableAbove(tx, user, stream);
    if (above === null) return false;
    if (await tx.files.held(key, stream, above)) return true;
    // Not sent yet: its owner's.
    return stream === userStream(user) && (await tx.files.byKey(key))?.user === user;
  });
  const src = core.settings.links?.file(key, stream);
  if (!may || src === undefined) throw new Refused('fileUnknown');
  return { data: { src, download: `${src}&d=1` } };
}
