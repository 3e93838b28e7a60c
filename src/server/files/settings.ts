import { BadSetting } from '../kernel/bad-setting.ts';
import type { S3Settings } from './s3-files-adapter.ts';

/** Files go into a folder unless `FILES_S3` names a bucket's address. @throws BadSetting */
export function filesSettings(env: Readonly<Record<string, string | undefined>>): S3Settings | null {
  const endpoint = (env['FILES_S3'] ?? '').replace(/\/+$/, '');
  if (endpoint === '') return null;
  if (!/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]+)?$/.test(endpoint))
    throw new BadSetting('FILES_S3 must be the address of a bucket, like https://storage.example/bucket');
  const [accessKeyId, secretAccessKey] = [env['FILES_S3_KEY'] ?? '', env['FILES_S3_SECRET'] ?? ''];
  if (accessKeyId === '' || secretAccessKey === '')
    throw new BadSetting('FILES_S3_KEY and FILES_S3_SECRET stand beside FILES_S3');
  return { endpoint, accessKeyId, secretAccessKey, region: env['FILES_S3_REGION'] || 'us-east-1' };
}
