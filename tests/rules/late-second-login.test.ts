import { describe, expect, it } from 'vitest';
import { atOnce, type LaterParts } from '../../src/client/at-once.ts';
import { lazyPageActions } from '../../src/client/actions/lazy-page-actions.ts';
import { pageActions } from '../../src/client/actions/page-actions.ts';
import { lazyCallDriver } from '../../src/client/call/lazy-call-driver.ts';
import { createDeviceCalls } from '../../src/client/group-call/device-calls.ts';
import { lazyChatWindow } from '../../src/client/conversation/lazy-chat-window.ts';
import { nothing } from '../../src/client/kernel/lazy.ts';
import { lazyOutbox } from '../../src/client/outbox/lazy-outbox.ts';
import type { Actions } from '../../src/client/interface/client.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { lazyUploads } from '../../src/client/uploads/lazy-uploads.ts';
import { lazyPendingChanges } from '../../src/client/pending-changes/lazy-pending-changes.ts';
import type { UploadRequest } from '../../src/ports/http.ts';
import { mediaNetwork } from '../support/fake-media.ts';
import { ME, messageOf, PARTNER, scripted } from '../support/scripted-server.ts';
import { WORK } from '../support/work-under-way.ts';

const eight = { ...ME, user_id: 8, id: 8, account: 'eight', realname: 'Eight', displayName: 'Eight' };

/** Code that loads when the test decides. */
function code() {
  let come: () => void = nothing;
  const here = new Promise<void>((resolve) => (come = resolve));
  const later: Partial<LaterParts> = {
    actions: lazyPageActions(() => here.then(() => pageActions)),
    calls: lazyCallDriver(() => here.then(() => createDeviceCalls)),
    sending: {
      createOutbox: lazyOutbox(() => here.then(() => atOnce.sending)),
      createPendingChanges: lazyPendingChanges(() => here.then(() => atOnce.sending)),
      createUploads: lazyUploads(() => here.then(() => atOnce.sending)),
      createChatWindow: lazyChatWindow(() => here.then(() => atOnce.sending)),
    },
  };
  return { later, come };
}

/** Requests and state of the second user, after the work of the first one. */
async function afterLogin(work: (actions: Actions) => unknown) {
  const { later, come } = code();
  const files: UploadRequest[] = [];
  const media = mediaNetwork();
  const on = await scripted({
    later,
    media: media.device(),
    transfers: {
      upload: (request) => {
        files.push(request);
        return { outcome: Promise.resolve({ kind: 'broken' }), abort: () => undefined };
      },
    },
  });
  on.answer('/getSystemInfo', { code: 0, data: { chatInfo: { webrtc: 1, simpleChat: 1 } } });
  on.answer('/getContacts', {
    code: 0,
    data: [{ ...PARTNER, count: 2, seq: 2 }],
    count: 0,
    page: 0,
    cursor: 'c0',
    epoch: 'e1',
    seq: 0,
  });
  on.answer('/getMessageList', { code: 0, data: [messageOf(1, 'one'), messageOf(2, 'two')] });
  await on.client.start();
  await on.login();
  const done = Promise.resolve(work(on.client.actions)).catch(() => undefined);
  await on.settle();
  // The next user waits as long as the log-out waits for that code.
  const left = on.client.actions.logout();
  await on.settle();
  on.answer('/login', { code: 0, data: { authToken: 'bearer t8', userInfo: eight } });
  await on.login();
  come();
  await on.settle();
  await on.clock.advance(5_000);
  await on.settle();
  await Promise.all([done, left]);
  const requests = on.requests.filter(({ headers }) => headers['authorization'] === 'bearer t8');
  const state = stateToJson(on.client.store.get());
  return {
    asked: requests.map(({ path, body }) => JSON.stringify([path, body])),
    files,
    devices: media.devices.size,
    call: on.client.calls.get(),
    uploads: on.client.uploads.get(),
    // Connection and time depend on the page.
    state: JSON.stringify({ ...state, connection: null, clientId: null, minute: 0 }),
  };
}

describe('code of the first login that comes after the second', () => {
  it.each(Object.entries(WORK))('SESS-10: %s is not done for the next user', async (_, work) => {
    const [then, alone] = [await afterLogin(work), await afterLogin(() => undefined)];
    expect(then).toEqual(alone);
  });
});
