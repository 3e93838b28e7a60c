import { ok } from '../../domain/result.ts';
import { decodePush } from '../../wire/answers/accounts.ts';
import { pushSubscribe } from '../../wire/calls/accounts.ts';
import type { PushActions } from '../interface/push.ts';
import { DONE, MISREAD, path } from '../connection/answers.ts';
import type { ActionParts } from './parts.ts';

const CID = 'cid';

export function pushActions({ api, ports }: ActionParts): PushActions {
  const ask = (body: Readonly<Record<string, unknown>>) =>
    api.call(path(pushSubscribe), body, { quiet: true });
  return {
    pushKey: async () => {
      const answer = await ask({});
      if (!answer.ok) return answer;
      const decoded = decodePush(answer.value.data);
      return decoded.ok ? ok(decoded.value.key) : MISREAD;
    },
    takePushes: async ({ endpoint, p256dh, auth, platform, words }) => {
      const answer = await ask({
        endpoint,
        p256dh,
        auth,
        platform,
        content: words ? 1 : 0,
        cid: ports.settings.get(CID) ?? '',
      });
      if (!answer.ok) return answer;
      const decoded = decodePush(answer.value.data);
      if (!decoded.ok) return MISREAD;
      // Shown by every login of this device from now on (PUSH-2).
      ports.settings.set(CID, decoded.value.cid);
      return DONE;
    },
  };
}
