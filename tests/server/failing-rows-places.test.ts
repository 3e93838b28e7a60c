import { expect, it } from 'vitest';
import type { ReadTx, Store } from '../../src/ports/store.ts';
import { endGuests } from '../../src/server/features/guests/end-guests.ts';
import { liftQuiet } from '../../src/server/features/contacts/flags.ts';
import { sendDigests } from '../../src/server/features/mail-digest/send-digests.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { eraseDue } from '../../src/server/features/vanish/erase-due.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import type { RowRetries } from '../../src/server/kernel/row-retries.ts';
import { withAddress } from '../support/wanted-digests.ts';
import { threePeople } from '../support/world.ts';

const withDigests = (core: Core): Core => ({
  ...withAddress(core),
  mail: { send: () => Promise.resolve() },
  config: () => ({ ...core.config(), sysInfo: { ...core.config().sysInfo, mailDigest: true } }),
});

/** Lists that a job reads in parts. Waiting rows must not fill such a part permanently. */
const LISTS: Readonly<
  Record<string, { readonly list: string; readonly run: (core: Core, rows: RowRetries) => Promise<unknown> }>
> = {
  'scheduled messages': {
    list: 'later.scheduledDue',
    run: (core, rows) => doDue(core, new RateCounter(core.clock), rows),
  },
  reminders: {
    list: 'later.remindersDue',
    run: (core, rows) => doDue(core, new RateCounter(core.clock), rows),
  },
  'messages whose time is over': { list: 'timers.listDue', run: eraseDue },
  'chats whose quiet is over': { list: 'members.quietOver', run: liftQuiet },
  'users who want mails': {
    list: 'mailDigests.due',
    run: (core, rows) => sendDigests(withDigests(core), new RateCounter(core.clock), rows),
  },
  'guests at their end': { list: 'guests.over', run: endGuests },
};

const rows = (waiting: number): RowRetries => ({
  waiting,
  waits: () => false,
  attempt: (_key, work) => work(),
});

it.each(Object.entries(LISTS))(
  'OPS-16: a job reads as many more of %s as wait since they failed',
  async (_, { list, run }) => {
    const { world } = await threePeople();
    const [table = '', call = ''] = list.split('.');
    const most: number[] = [];
    const { core } = world.server;
    const record = (tx: ReadTx): ReadTx =>
      new Proxy(tx, {
        get: (target, name) => {
          const match: unknown = Reflect.get(target, name);
          if (name !== table) return match;
          return new Proxy(match as object, {
            get: (of, what) => {
              const makeRequest = Reflect.get(of, what) as (...args: unknown[]) => unknown;
              if (typeof makeRequest !== 'function') return makeRequest;
              return (...args: unknown[]) => {
                if (what === call) most.push(Number(args.at(-1)));
                return makeRequest.apply(of, args);
              };
            },
          });
        },
      });
    const store: Store = Object.assign(Object.create(core.store) as Store, {
      read: <T>(work: (tx: ReadTx) => Promise<T>) => core.store.read((tx) => work(record(tx))),
    });
    await run({ ...core, store }, rows(0));
    await run({ ...core, store }, rows(7));
    expect(most).toHaveLength(2);
    expect((most[1] ?? 0) - (most[0] ?? 0)).toBe(7);
    await world.close();
  },
);
