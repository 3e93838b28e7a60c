import * as v from 'valibot';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { count, shownText } from '../down/fields.ts';
import { read, type DecodeError } from '../down/read.ts';

/** Answer of checkVersion. */
export interface ReleaseFacts {
  readonly name: string;
  readonly build: number;
  readonly info: string;
  readonly type: 'forcibly' | 'solicit' | 'silent';
  readonly address: string;
}

const releaseFields = v.object({
  versionName: shownText,
  versionCode: count,
  versionInfo: shownText,
  updateType: v.fallback(v.picklist(['forcibly', 'solicit', 'silent']), 'solicit'),
  downloadUrl: shownText,
});

export function decodeRelease(data: unknown): Result<ReleaseFacts, DecodeError> {
  const parsed = read(releaseFields, data, 'release');
  if (!parsed.ok) return parsed;
  const { versionName, versionCode, versionInfo, updateType, downloadUrl } = parsed.value;
  return ok({
    name: versionName,
    build: versionCode,
    info: versionInfo,
    type: updateType,
    address: downloadUrl,
  });
}

const announcementFields = v.object({ title: shownText, notice: shownText, create_time: count });

/** Null for an empty title, which means no announcement. */
export function decodeAnnouncement(
  data: unknown,
): Result<{ readonly title: string; readonly atSec: number } | null, DecodeError> {
  const parsed = read(announcementFields, data, 'announcement');
  if (!parsed.ok) return parsed;
  const { title, notice, create_time } = parsed.value;
  return ok(title === '' && notice === '' ? null : { title: title || notice, atSec: create_time });
}
