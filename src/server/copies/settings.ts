import { join, resolve } from 'node:path';
import { BadSetting } from '../kernel/bad-setting.ts';
import { copyLimits } from '../kernel/copy-limits.ts';
import { CopyCipher } from './copy-cipher.ts';
import { Shelf } from './shelf.ts';
import { FolderTarget } from './target.ts';

/** Where copies go, and the key of the operator. */
export interface CopySettings {
  readonly folder: string;
  readonly secret: string;
  /** For how long each second can be had. */
  readonly days: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Null: the server makes no copies by itself. @throws BadSetting */
export function copySettings(env: Environment): CopySettings | null {
  const [folder, secret] = [env['COPIES_DIR'] ?? '', env['COPIES_KEY'] ?? ''];
  if (folder === '' && secret === '') return null;
  if (folder === '') throw new BadSetting('COPIES_DIR must name the folder for copies, beside COPIES_KEY');
  if (secret.length < copyLimits.secretMin)
    throw new BadSetting(
      `COPIES_KEY must have at least ${copyLimits.secretMin} characters; without it nobody reads the copies`,
    );
  if (env['DATABASE_URL'])
    throw new BadSetting(
      'COPIES_DIR is for the embedded database; for PostgreSQL (DATABASE_URL) see docs/operations.md',
    );
  const data = resolve(env['DATA_DIR'] || 'data');
  if (`${resolve(folder)}/`.startsWith(`${data}/`))
    throw new BadSetting(
      'COPIES_DIR must not lie in DATA_DIR: what is lost with it would be lost with its copies',
    );
  const days = env['COPIES_DAYS'] || String(copyLimits.days);
  if (!/^\d{1,3}$/.test(days) || Number(days) < 1)
    throw new BadSetting(`COPIES_DAYS must be a number of days from 1 to 999, not "${days}"`);
  return { folder: resolve(folder), secret, days: Number(days) };
}

export const shelfOf = ({ folder, secret }: CopySettings): Shelf =>
  new Shelf(new FolderTarget(folder), new CopyCipher(secret));

export const databaseOf = (env: Environment): string => join(resolve(env['DATA_DIR'] || 'data'), 'parley.db');

/** As private as the data, and on a disk with room. */
export const drillFolder = (env: Environment): string =>
  join(resolve(env['DATA_DIR'] || 'data'), 'copies-drill');

/** When copies were first made, and last tried. */
export const drillsFile = (env: Environment): string =>
  join(resolve(env['DATA_DIR'] || 'data'), 'copies.json');
