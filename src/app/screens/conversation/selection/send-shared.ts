import type { Client } from '../../../../client/interface/client.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { measure } from '../../../platform/local-media.ts';
import { forgetShare, readShared } from '../../../platform/read-shared.ts';
import { kindOf } from '../attach/prepare.ts';
import { sendFiles } from '../attach/send-files.ts';

/** Sends this share into these chats, the text with the first file; false if it no longer waits. */
export async function sendShared(
  client: Pick<Client, 'actions' | 'store'>,
  folder: string,
  to: readonly ContactId[],
): Promise<boolean> {
  const shared = await readShared(folder);
  if (shared === null) return false;
  const files = await Promise.all(
    shared.files.map(async (file) => [file, kindOf(file, await measure(file.body))] as const),
  );
  for (const id of to) await sendFiles(client, id, { files, words: shared.words, quote: null });
  await forgetShare(shared);
  return true;
}
