import { CopyCipher } from './copy-cipher.ts';
import { S3Target } from './s3-target.ts';
import type { CopySettings } from './settings.ts';
import { CopyStore } from './copy-store.ts';
import { FolderTarget } from './target.ts';

/** Separate from the settings: the server reads those at its start, and needs none of this. */
export const copyStoreOf = ({ place, secret }: CopySettings): CopyStore =>
  new CopyStore(
    'bucket' in place ? new S3Target(place.bucket, place.prefix) : new FolderTarget(place.folder),
    new CopyCipher(secret),
  );
