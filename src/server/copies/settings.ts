import { join, resolve } from 'node:path';
import { BadSetting } from '../kernel/setting-names.ts';
import { copyLimits } from '../kernel/copy-limits.ts';
import { bucketSettings, filesSettings } from '../files/settings.ts';
import type { S3Settings } from '../files/s3-files-adapter.ts';
import type { FilesPlace } from './restore.ts';

/** Target of the copies, and the operator's key. */
export interface CopySettings {
  readonly place: FolderPlace | BucketPlace;
  readonly secret: string;
  /** Number of days for which each second can be restored. */
  readonly days: number;
  /** Storage of the files to copy; null: files are not copied. */
  readonly files: FilesPlace | null;
}

interface FolderPlace {
  readonly folder: string;
}

interface BucketPlace {
  readonly bucket: S3Settings;
  readonly prefix: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Null: automatic copies are off. @throws BadSetting */
export function copySettings(env: Environment): CopySettings | null {
  const secret = env['COPIES_KEY'] ?? '';
  const place = placeOf(env);
  if (place === null && secret === '') return null;
  if (place === null)
    throw new BadSetting(
      'COPIES_DIR must name the folder for copies, or COPIES_S3 a bucket, beside COPIES_KEY',
    );
  if (secret.length < copyLimits.secretMin)
    throw new BadSetting(
      `COPIES_KEY must have at least ${copyLimits.secretMin} characters; without it nobody reads the copies`,
    );
  if (env['DATABASE_URL'])
    throw new BadSetting(
      'copies are made of the embedded database; for PostgreSQL (DATABASE_URL) see ' +
        'docs/operations/backup-and-restore.md',
    );
  const days = env['COPIES_DAYS'] || String(copyLimits.days);
  if (!/^\d{1,3}$/.test(days) || Number(days) < 1)
    throw new BadSetting(`COPIES_DAYS must be a number of days from 1 to 999, not "${days}"`);
  const files = env['COPIES_FILES'] || '1';
  if (files !== '0' && files !== '1') throw new BadSetting(`COPIES_FILES must be 1 or 0, not "${files}"`);
  return {
    place,
    secret,
    days: Number(days),
    files: files === '1' ? { bucket: filesSettings(env) } : null,
  };
}

function placeOf(env: Environment): CopySettings['place'] | null {
  const folder = env['COPIES_DIR'] ?? '';
  const bucket = bucketSettings(env, 'COPIES_S3');
  if (folder !== '' && bucket !== null)
    throw new BadSetting('COPIES_DIR and COPIES_S3 are two places for copies: set one of them');
  if (bucket !== null) return { bucket, prefix: prefixOf(env, bucket) };
  if (folder === '') return null;
  if (`${resolve(folder)}/`.startsWith(`${dataFolder(env)}/`))
    throw new BadSetting(
      'COPIES_DIR must not lie in DATA_DIR: what is lost with it would be lost with its copies',
    );
  return { folder: resolve(folder) };
}

function prefixOf(env: Environment, { endpoint }: S3Settings): string {
  if (filesSettings(env)?.endpoint === endpoint)
    throw new BadSetting(
      'COPIES_S3 must be another bucket than FILES_S3: what is lost with it would be lost with its copies',
    );
  const prefix = env['COPIES_S3_PREFIX'] ?? '';
  if (prefix !== '' && !/^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,60}\/){1,8}$/.test(prefix))
    throw new BadSetting('COPIES_S3_PREFIX must look like parley/ or backups/parley/');
  return prefix;
}

export const dataFolder = (env: Environment): string => resolve(env['DATA_DIR'] || 'data');

export const databaseOf = (env: Environment): string => join(dataFolder(env), 'parley.db');

/** As private as the data, and on a disk with enough room. */
export const drillFolder = (env: Environment): string => join(dataFolder(env), 'copies-drill');

/** Times of the first copies, and of the last drill. */
export const drillsFile = (env: Environment): string => join(dataFolder(env), 'copies.json');
