import { BadSetting } from '../kernel/setting-names.ts';
import type { S3Settings } from './s3-files-adapter.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Files go into a folder unless `FILES_S3` names a bucket's address. @throws BadSetting */
export const filesSettings = (env: Environment): S3Settings | null => bucketSettings(env, 'FILES_S3');

/** A bucket by the settings that begin with this name. @throws BadSetting */
export function bucketSettings(env: Environment, name: string): S3Settings | null {
  const endpoint = (env[name] ?? '').replace(/\/+$/, '');
  if (endpoint === '') return null;
  if (!/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]+)?$/.test(endpoint))
    throw new BadSetting(`${name} must be the address of a bucket, like https://storage.example/bucket`);
  const [accessKeyId, secretAccessKey] = [env[`${name}_KEY`] ?? '', env[`${name}_SECRET`] ?? ''];
  if (accessKeyId === '' || secretAccessKey === '')
    throw new BadSetting(`${name}_KEY and ${name}_SECRET stand beside ${name}`);
  return { endpoint, accessKeyId, secretAccessKey, region: env[`${name}_REGION`] || 'us-east-1' };
}
