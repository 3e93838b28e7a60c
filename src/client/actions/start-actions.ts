import { app } from '../../domain/first-limits.ts';
import { isNewer } from '../../domain/versions.ts';
import { ok } from '../../domain/result.ts';
import { decodeAnnouncement, decodeRelease } from '../../wire/answers/start.ts';
import * as calls from '../../wire/calls/sync.ts';
import type { AccountActions } from '../interface/account.ts';
import type { RollbackActions } from '../interface/device.ts';
import { MISREAD, path } from '../connection/answers.ts';
import { selfOf, type ActionParts } from './parts.ts';

/** Requests made at every start. */
export type StartActions = Pick<AccountActions, 'checkUpdate' | 'announcement'> & RollbackActions;

const KINDS = { forcibly: 'forced', solicit: 'optional', silent: 'silent' } as const;
/**
 * The protocol's numbers of what is installed; a browser, whose newest build is that of its server, asks as
 * the first (UPD-11).
 */
const PLATFORMS = { android: 1_101, ios: 1_102 } as const;

export function startActions(parts: ActionParts): StartActions {
  const { api, ports } = parts;
  return {
    checkUpdate: async (byHand, wrapper = { platform: 'android', build: app.build }) => {
      const { platform, build } = wrapper;
      const answer = await api.call(
        path(calls.checkVersion),
        { release: build, version: app.version, type: PLATFORMS[platform], setupPage: byHand },
        { quiet: true },
      );
      if (!answer.ok) return answer;
      const decoded = decodeRelease(answer.value.data);
      if (!decoded.ok) return MISREAD;
      const { type, ...release } = decoded.value;
      return ok(
        release.address === '' || !isNewer(release, { name: app.version, build })
          ? null
          : { ...release, kind: KINDS[type] },
      );
    },
    announcement: async () => {
      const answer = await api.call(path(calls.getAdminNotice), {}, { quiet: true });
      if (!answer.ok) return answer;
      const decoded = decodeAnnouncement(answer.value.data);
      return decoded.ok ? decoded : MISREAD;
    },
    newerKept: async () => {
      const user = selfOf(parts);
      // If the device storage cannot be read, nothing is reported.
      return ok(
        user !== null && ((await ports.records.isBeside?.(String(user)).catch(() => false)) ?? false),
      );
    },
  };
}
