import { lazyPageActions } from '../../src/client/actions/lazy-page-actions.ts';
import { pageActions } from '../../src/client/actions/page-actions.ts';
import { atOnce } from '../../src/client/at-once.ts';
import type { LaterParts } from '../../src/client/at-once.ts';
import { lazyCallDriver } from '../../src/client/call/lazy-call-driver.ts';
import { createDeviceCalls } from '../../src/client/group-call/device-calls.ts';
import { lazyChatWindow } from '../../src/client/conversation/lazy-chat-window.ts';
import { lazy } from '../../src/client/kernel/lazy.ts';
import type { Late } from '../../src/client/kernel/lazy.ts';
import * as lateCode from '../../src/client/late-code.ts';
import { lazyOutbox } from '../../src/client/outbox/lazy-outbox.ts';
import * as sending from '../../src/client/sending.ts';
import { lazyLogouts, lazySaver } from '../../src/client/session/lazy-session.ts';
import { createLogouts } from '../../src/client/session/logouts.ts';
import { lazyClientReports } from '../../src/client/typing/lazy-client-reports.ts';
import { lazyUploads } from '../../src/client/uploads/lazy-uploads.ts';
import { lazyPendingChanges } from '../../src/client/pending-changes/lazy-pending-changes.ts';
import { passing } from '../time/holds.ts';
import type { Holds } from '../time/holds.ts';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/**
 * The parts of a client as a page of the app loads them: each with its first use. A chosen order decides when
 * the code arrives; otherwise it arrives at once.
 */
export function lateParts(orderControl: Holds, device: string, isClosed: () => boolean): LaterParts {
  const arrived = new Set<string>();
  const load = async <C>(what: string, code: C): Promise<C> => {
    if (!arrived.has(what))
      await passing(orderControl, { kind: 'code', at: device, what, lane: null }, () => Promise.resolve());
    arrived.add(what);
    // The code of an open chat contains that of the page actions.
    if (what === 'chat') arrived.add('actions');
    return isClosed() ? never<C>() : code;
  };
  const late = lazy(
    () => load('late', lateCode),
    (code) => code,
  );
  const part = <T>(pick: (code: typeof lateCode) => T): Late<T> => ({
    now: () => {
      const code = late.now();
      return code && pick(code);
    },
    get: async () => pick(await late.get()),
  });
  const streams = part(({ streamCode }) => streamCode);
  const withStreams = async <C>(what: string, code: C): Promise<C> =>
    (await Promise.all([load(what, code), streams.get()]))[0];
  const chat = () => withStreams('chat', sending);
  return {
    ...atOnce,
    actions: lazyPageActions(() => withStreams('actions', pageActions)),
    logouts: lazyLogouts(() => load('logouts', createLogouts)),
    sending: {
      createOutbox: lazyOutbox(chat),
      createPendingChanges: lazyPendingChanges(chat),
      createUploads: lazyUploads(chat),
      createChatWindow: lazyChatWindow(chat),
    },
    calls: lazyCallDriver(() => load('calls', createDeviceCalls)),
    streams,
    fetchMissed: part(({ fetchMissed }) => fetchMissed),
    clientReports: lazyClientReports(part(({ createClientReports }) => createClientReports)),
    vanish: late,
    saver: lazySaver(part(({ createKeeper }) => createKeeper)),
  };
}
