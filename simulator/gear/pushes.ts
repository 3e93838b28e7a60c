import type { Push, PushOutcome } from '../../src/ports/push.ts';
import type { Surroundings } from './surroundings.ts';

/** A push for one device, unencrypted. */
export interface GivenPush {
  readonly endpoint: string;
  readonly text: string;
  /** Replaces what still waits under the same topic. */
  readonly topic: string;
  readonly outcome: PushOutcome;
  readonly atMs: number;
}

const OUTCOMES: readonly PushOutcome[] = ['sent', 'gone', 'later', 'refused'];

/** A push service whose answers the endpoint defines: `https://push.test/gone/…`. */
export class WorldPushes {
  readonly given: GivenPush[] = [];
  /** The next answer of an endpoint, regardless of its address. */
  readonly next = new Map<string, PushOutcome>();
  readonly port: Push;

  constructor(around: Surroundings) {
    this.port = {
      makeKeys: () => Promise.resolve({ publicKey: 'public', privateKey: 'private' }),
      allows: (endpoint) => Promise.resolve(endpoint.startsWith('https://push.test/')),
      send: ({ endpoint }, text, { topic }) => {
        const named = OUTCOMES.find((one) => endpoint.includes(`/${one}/`)) ?? 'sent';
        const outcome = this.next.get(endpoint) ?? named;
        this.next.delete(endpoint);
        this.given.push({ endpoint, text, topic, outcome, atMs: around.clock.elapsedMs() });
        around.count('job: Pushing');
        around.count(`push: ${outcome}`);
        return Promise.resolve(outcome);
      },
    };
  }
}
