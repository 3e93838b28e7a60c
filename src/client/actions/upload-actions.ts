import { messageId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { FileActions, LocalFile } from '../interface/files.ts';
import { quotedInOutbox } from '../state/quoting.ts';
import { NOBODY_SIGNED_IN } from '../connection/answers.ts';
import { selfOf, type ActionParts } from './parts.ts';

/** Files on their way into chats; they answer at once. */
export type UploadActions = Pick<FileActions, 'sendFile' | 'cancelUpload' | 'retryUpload'>;

export function uploadActions(parts: ActionParts): UploadActions {
  const { ports, uploads } = parts;
  return {
    sendFile: (
      to,
      file,
      kind = 'auto',
      { quote = null, after = null, caption = '', asPlain = false } = {},
    ) => {
      if (selfOf(parts) === null) return NOBODY_SIGNED_IN;
      const id = messageId(ports.ids.uuid());
      uploads.add({
        id,
        to,
        file,
        kind: kind === 'auto' ? kindOf(file) : kind,
        quote: quotedInOutbox(quote, false),
        after,
        words: caption,
        asPlain,
      });
      return ok(id);
    },
    cancelUpload: (id) => uploads.cancel(id),
    retryUpload: (id) => uploads.retry(id),
  };
}

/** Uses the type the device reports; the server checks the bytes of pictures and videos. */
function kindOf({ body }: LocalFile): 'image' | 'video' | 'file' {
  if (body.type.startsWith('image/')) return 'image';
  return body.type.startsWith('video/') ? 'video' : 'file';
}
