import type { Client } from '../../../../client/interface/client.ts';
import type { LocalFile } from '../../../../client/interface/files.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { EMPTY_DRAFT, type Quote } from '../../../../domain/message.ts';
import { isUnseen } from '../../../../domain/unseen.ts';
import { asSet } from './as-set.ts';
import type { Prepared } from './prepare.ts';

export interface FilesToSend {
  readonly files: readonly (readonly [LocalFile, Prepared['kind']])[];
  /** Text sent with the files. */
  readonly words: string;
  readonly quote: Quote | null;
}

/**
 * Sends each after the previous one (UP-8); the first has the caption (MSG-2). On a base-protocol server,
 * which would drop it, the text is sent first.
 */
export async function sendFiles(
  { actions, store }: Pick<Client, 'actions' | 'store'>,
  to: ContactId,
  { files, words, quote }: FilesToSend,
): Promise<void> {
  const text = isUnseen(words) ? '' : words;
  const apart = text !== '' && (files.length === 0 || store.get().sync.plain);
  const posted = apart ? await actions.send(to, { ...EMPTY_DRAFT, text, quote, ...asSet() }) : null;
  let after = posted?.ok === true ? posted.value : null;
  for (const [at, [file, kind]] of files.entries()) {
    const first = at === 0 && !apart;
    const sent = actions.sendFile(to, file, kind, {
      quote: first ? quote : null,
      after,
      caption: first ? text : '',
      ...asSet(),
    });
    if (sent.ok) after = sent.value;
  }
}
