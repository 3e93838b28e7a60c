import { createActor } from 'xstate';
import { pendingChangeMachine, type ChangeOutcome } from '../../../machines/pending-change.machine.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { logout } from '../../wire/calls/session.ts';
import type { Api, RequestResult } from '../connection/api.ts';
import { outcomeOf } from '../connection/outcome.ts';
import type { WatchActors } from '../../ports/watch.ts';
import { keepLogout, pendingLogouts, writeLogouts } from './traces.ts';
import { path } from '../connection/answers.ts';

/**
 * Logins that ended here but whose end the server has not confirmed (SESS-6). Stores a key that can only end
 * one login, never a token. It is sent until confirmed, also after a reload and by the next user's page.
 */
export interface Logouts {
  /** Stored before it is first sent. */
  keep(key: string): void;
  /** The result of that request. */
  onResult(key: string, result: RequestResult): void;
  /** After a start: what still waits. */
  resume(): void;
  stop(): void;
}

export interface LogoutParts {
  readonly clock: Clock;
  readonly api: Api;
  readonly settings: SettingsPort;
  readonly device: DevicePort;
  readonly watch?: WatchActors | undefined;
}

export type MakeLogouts = (parts: LogoutParts) => Logouts;

export function createLogouts({ clock, api, settings, device, watch }: LogoutParts): Logouts {
  const actor = createActor(pendingChangeMachine, {
    id: 'logouts',
    input: { allowed: device.isOnline(), pauseMs: 0, holdMs: 0 },
    clock,
    inspect: watch,
  });
  const pendingKeys = (): readonly string[] => pendingLogouts(settings);
  /** True once confirmed: done, or permanently refused. */
  const noteAnswer = (key: string, result: RequestResult): ChangeOutcome => {
    const outcome = outcomeOf(result);
    if (outcome.outcome !== 'sent' && outcome.outcome !== 'refused') return outcome;
    writeLogouts(
      settings,
      pendingKeys().filter((one) => one !== key),
    );
    return { outcome: 'done' };
  };
  const say = async (): Promise<void> => {
    let answered: ChangeOutcome = { outcome: 'done' };
    for (const key of pendingKeys()) {
      answered = noteAnswer(key, await api.ask(path(logout), { key }));
      if (answered.outcome !== 'done') break;
    }
    actor.send({ type: 'request.answered', ...answered });
  };
  actor.on('request', () => void say());
  actor.start();
  const end = device.onOnline((online) => {
    actor.send({ type: online ? 'sending.allowed' : 'sending.forbidden' });
    if (online) actor.send({ type: 'network.returned' });
  });
  const resume = (): void => {
    if (pendingKeys().length > 0) actor.send({ type: 'wish.made' });
  };
  return {
    keep: (key) => keepLogout(settings, key),
    onResult: (key, result) => {
      if (noteAnswer(key, result).outcome !== 'done') resume();
    },
    resume,
    stop: () => {
      end();
      actor.stop();
    },
  };
}
