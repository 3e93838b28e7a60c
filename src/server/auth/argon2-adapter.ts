import { hash, verify } from '@node-rs/argon2';
import { createHmac, hash as digestOf } from 'node:crypto';
import { server } from '../../domain/limits.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { code } from '../../wire/envelope.ts';
import { later } from '../refused.ts';

/** argon2id (the library's default kind) with 19 MiB, two passes, one lane: about 10 ms off the event loop (ACC-6). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** A hash costs as much as hundreds of messages: so many at once, so many waiting, the rest comes again. */
const WAIT_MS = 2_000;

export function createPasswords(): Passwords {
  const pool = new Pool(server.hashesAtOnce, server.hashesWaitingMax);
  return {
    hash: (password) => pool.run(() => hash(password, COST)),
    verify: (stored, password) => pool.run(() => verify(stored, password)),
    digest: (text) => digestOf('sha256', text, 'hex'),
    mac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    relayPassword: (secret, name) => createHmac('sha1', secret).update(name).digest('base64'),
  };
}

class Pool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await this.turn();
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next one directly, so that nobody slips in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.waitingMax) throw later('away', WAIT_MS, {}, code.away);
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
