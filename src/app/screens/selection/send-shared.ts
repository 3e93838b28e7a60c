import type { Actions } from '../../../client/client.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { measure } from '../../platform/local-media.ts';
import { forgetShared, readShared } from '../../platform/shared.ts';
import { kindOf } from '../chat/attach/prepare.ts';

/** Sends what another app has shared into these chats, words first; false when nothing waits any more. */
export async function sendShared(actions: Pick<Actions, 'send' | 'sendFile'>, to: readonly ContactId[]): Promise<boolean> {
  const shared = await readShared();
  if (shared === null) return false;
  const kinds = await Promise.all(shared.files.map(async (file) => kindOf(file, await measure(file.body))));
  for (const id of to) {
    // The words first, then each file after the one before (UP-8).
    const words = shared.words === '' ? null : await actions.send(id, { text: shared.words, at: [], quote: null });
    let after = words?.ok === true ? words.value : null;
    for (const [at, file] of shared.files.entries()) {
      const sent = actions.sendFile(id, file, kinds[at] ?? 'file', null, after);
      if (sent.ok) after = sent.value;
    }
  }
  await forgetShared();
  return true;
}
