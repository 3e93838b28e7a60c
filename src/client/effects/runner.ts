import { unreachable } from '../../domain/assert.ts';
import type { ContactId } from '../../domain/ids.ts';
import { bindGroup } from '../../wire/calls/session.ts';
import type { DeviceCalls } from '../call/driver.ts';
import type { Api } from '../connection/api.ts';
import type { CatchUp } from '../sync/catch-up.ts';
import type { SocketDriver } from '../connection/connection.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import type { SessionDriver } from '../session/session.ts';
import type { Notice } from '../interface/client.ts';
import type { UserScope } from '../session/user-scope.ts';
import type { Effect } from '../state/effects.ts';
import type { ClientStore } from '../state/store.ts';
import type { Notices } from '../kernel/notices.ts';
import { path } from '../connection/answers.ts';

/** Executes the effects of the reducer; the only place that does (EFFECT-1 … EFFECT-3). */
export interface RunnerParts {
  readonly ports: ClientPorts;
  readonly store: ClientStore;
  readonly api: Api;
  readonly link: SocketDriver;
  readonly catchUp: CatchUp;
  readonly notices: Notices;
  readonly session: SessionDriver;
  readonly scope: () => UserScope | null;
  readonly calls: DeviceCalls;
  readonly markRead: (conversation: ContactId) => void;
  readonly countMembers: (conversation: ContactId) => void;
  /** The server has answered on the socket. */
  readonly alive: () => void;
}

export function createRunner(parts: RunnerParts): (effect: Effect) => void {
  const { ports, store, api, link, catchUp, notices, scope, calls } = parts;
  return (effect) => {
    switch (effect.type) {
      case 'sound':
        // One tab of a person makes the sound (STORE-12).
        if (scope()?.isHeld()) notices.raise({ kind: 'sound', id: effect.conversation });
        return;
      case 'arrived':
      case 'reworded':
      case 'reminded':
      case 'groupCallBegan':
        if (scope()?.isHeld()) notices.raise(noticeOf(effect));
        return;
      case 'withdrawn':
        return notices.raise({ kind: 'withdrawn', id: effect.conversation, message: effect.id });
      case 'draftHeard':
        return scope()?.pendingChanges.receiveDraft(effect.conversation, effect.draft, effect.op);
      case 'chatGone':
        if (effect.wasOpen || !effect.mine)
          notices.raise({
            kind: 'chatGone',
            id: effect.conversation,
            why: effect.why,
            name: effect.name,
            mine: effect.mine,
          });
        return;
      case 'bindGroup':
        return void api.call(
          path(bindGroup),
          { client_id: store.get().clientId ?? '', group_id: effect.conversation },
          { quiet: true },
        );
      case 'markRead':
        return parts.markRead(effect.conversation);
      case 'countMembers':
        return parts.countMembers(effect.conversation);
      case 'settled':
        scope()?.outbox.settle(effect.id);
        return notices.raise({ kind: 'sent' });
      case 'forcedLogout':
        return kick(parts);
      case 'callSignal':
      case 'groupCallSignal':
        return calls.signalled(effect);
      case 'answerPing':
        return link.pinged();
      case 'greeted':
        ports.settings.set('client_id', effect.client);
        return link.greeted(effect.epoch === null);
      case 'ponged':
        link.ponged(effect.bound);
        parts.alive();
        return calls.bound(effect.calls);
      case 'requestSync':
        return catchUp.request();
      case 'requestResync':
        return catchUp.resync(effect.stream);
      case 'listStale':
        return catchUp.stale();
      case 'rebind':
        return rebind(parts);
      default:
        return unreachable(effect);
    }
  };
}

/** Sent to all devices of a user, but meant for mobile ones (SESS-4). */
function kick({ ports, session, notices }: RunnerParts): void {
  if (!ports.device.isMobile() || session.current() === null) return;
  notices.raise({ kind: 'kicked' });
  session.onKicked();
}

function rebind({ session, store, catchUp }: RunnerParts): void {
  // A refused bind no longer belongs to a session (STREAM-13).
  if (session.current() === null) return;
  store.bindStarted();
  catchUp.bound();
}

/** Converts an effect to the notice shown to the user. */
const noticeOf = (
  effect: Extract<Effect, { type: 'arrived' | 'reminded' | 'reworded' | 'groupCallBegan' }>,
): Notice =>
  effect.type === 'groupCallBegan'
    ? { kind: effect.type, id: effect.conversation, name: effect.name }
    : effect.type === 'reminded'
      ? { kind: 'reminded', id: effect.conversation, message: effect.id }
      : {
          kind: effect.type,
          id: effect.conversation,
          from: effect.from,
          preview: effect.preview,
          message: effect.id,
        };
