import { CopyCipher } from './copy-cipher.ts';
import { S3Target } from './s3-target.ts';
import type { CopySettings } from './settings.ts';
import { Shelf } from './shelf.ts';
import { FolderTarget } from './target.ts';

/** Separate from the settings: the server reads those at its start, and needs none of this. */
export const shelfOf = ({ place, secret }: CopySettings): Shelf =>
  new Shelf(
    'bucket' in place ? new S3Target(place.bucket, place.prefix) : new FolderTarget(place.folder),
    new CopyCipher(secret),
  );
