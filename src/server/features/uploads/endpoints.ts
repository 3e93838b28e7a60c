import { uploadLimits } from '../../../domain/limits.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import { form, own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { uploadAvatar, uploadEmoji } from './pictures.ts';
import { renewLink } from './renew.ts';
import { uploadFile } from './upload-file.ts';

export const uploadEndpoints: readonly Endpoint[] = [
  form('file', fileCalls.uploadFile, uploadFile),
  form('avatar', fileCalls.uploadAvatar, uploadAvatar),
  form('emoji', fileCalls.uploadEmoji, uploadEmoji),
  own(fileCalls.renewLink, renewLink, uploadLimits.rate),
];
