import { expect } from 'vitest';
import { MINUTE } from '../../src/domain/duration.ts';
import type { MailMessage } from '../../src/ports/mail.ts';
import type { LdapPeople } from '../../src/ports/ldap.ts';
import type { Files } from '../../src/ports/files.ts';
import type { FoundPage } from '../../src/ports/pages.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import { House } from '../support/failing-lists.ts';
import { pretendedPush, type PretendedPush } from '../support/pretended-push.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { TAKES_EVENTS, threePeople, type Person, type World } from '../support/world.ts';

/** The answer of a store or service that a test holds while something changes. */
export class HeldAnswer {
  /** Answers since the start, also those after the held one. */
  count = 0;
  isReached = false;

  constructor(
    /** The number of the held answer, from 1; 0: none. */
    private readonly nth: number,
    private readonly change: () => Promise<unknown>,
  ) {}

  pass = async <T>(answer: T): Promise<T> => {
    this.count += 1;
    if (this.count !== this.nth) return answer;
    this.isReached = true;
    await this.change();
    return answer;
  };

  /** Each transaction has ended when its answer, or its refusal, is held. */
  over(store: Store): Store {
    const held: Pick<Store, 'read' | 'write' | 'login'> = {
      ...(store.login && { login: (hash) => this.after(store.login?.(hash) ?? Promise.resolve(null)) }),
      read: (work) => this.after(store.read(work)),
      write: (work, foretold) => this.after(store.write(work, foretold)),
    };
    return Object.assign(Object.create(store) as Store, held);
  }

  private async after<T>(answer: Promise<T>): Promise<T> {
    await answer.catch(() => undefined);
    await this.pass(null);
    return answer;
  }
}

/** A house whose services can be held as its store. */
export interface HeldHouse {
  readonly house: House;
  readonly push: PretendedPush;
  readonly mails: readonly string[];
  /** The parts of a second node: its store and its services answer through `held`. */
  coreOf(held: HeldAnswer): Core;
  close(): Promise<void>;
}

export async function heldHouse(): Promise<HeldHouse> {
  const push = pretendedPush();
  const directory: { people: LdapPeople } = { people: { ids: new Set(['another']), groups: new Map() } };
  const uploads = await localUploads(temporaryFolder());
  const files = Object.assign(Object.create(uploads.files) as Files, { remove: () => Promise.resolve() });
  const page: FoundPage = {
    kind: 'words',
    words: { title: 'card', text: '', site: '', picture: null },
  };
  const ldap = {
    enter: () => Promise.resolve(null),
    fits: () => Promise.resolve(false),
    everybody: () => Promise.resolve(directory.people),
    find: () => Promise.resolve(null),
    fault: () => null,
    canTakeOver: false,
  };
  const pages = { find: () => Promise.resolve(page) };
  const mails: string[] = [];
  const mail = { send: async ({ to }: MailMessage) => void mails.push(to) };
  const at = await threePeople({
    mail,
    uploads: { ...uploads, files },
    push,
    pages,
    hookPosts: TAKES_EVENTS,
    ldap: () => ldap,
  });
  const { core } = at.world.server;
  return {
    house: new House(at, push, directory),
    push,
    mails,
    coreOf: (held) => ({
      ...core,
      mail: { send: async (one) => held.pass(await mail.send(one)) },
      store: held.over(core.store),
      ldap: { ...ldap, everybody: async () => held.pass(directory.people) },
      pages: { find: async () => held.pass(page) },
      hookPosts: { ...TAKES_EVENTS, post: async (one) => held.pass(await TAKES_EVENTS.post(one)) },
      push: core.push && {
        ...core.push,
        port: {
          ...push,
          send: async (...note) => held.pass(await push.send(...note)),
        },
      },
    }),
    close: () => at.world.close(),
  };
}

/** A change while a job waits for the store or a service. */
export interface Change {
  /** Something is due. */
  readonly arrange: (at: HeldHouse) => Promise<unknown>;
  /** Returns the code of its answer: 0 if it came before the job. */
  readonly change: (at: HeldHouse) => Promise<number>;
  /** `isFirst`: the change was accepted before the job had done its work. */
  readonly right: (at: HeldHouse, isFirst: boolean) => Promise<void>;
}
export interface Work {
  readonly run: (core: Core) => Promise<unknown>;
  readonly changes: Readonly<Record<string, Change>>;
}
export const parts = ({ house: { at } }: HeldHouse) => at;
export const scheduled: Change['arrange'] = async (at) => {
  const { world, anna, group } = parts(at);
  const sendTime = world.clock.nowMs() + MINUTE;
  await world.ok(anna, 'im/scheduleMessage', { id: 'due', toContactId: group, content: 'old', sendTime });
  world.clock.pass(MINUTE);
};
export const reminder: Change['arrange'] = async (at) => {
  const { world, anna, bela, group } = parts(at);
  await at.house.say(anna, group, 'to-remember');
  await world.ok(bela, 'im/setReminder', { id: 'to-remember', remindTime: world.clock.nowMs() + MINUTE });
  world.clock.pass(MINUTE);
};
export const ring: Change['arrange'] = async (at) => {
  await parts(at).world.online(parts(at).bela);
  await signal(at, 'anna', 'calling');
};
export const signal = (at: HeldHouse, by: 'anna' | 'bela', event: string) => {
  const { world, anna, bela } = parts(at);
  const [from, to] = by === 'anna' ? [anna, bela] : [bela, anna];
  return world.code(from, 'im/sendToMsg', { id: 'call-1', type: 1, status: 3, toContactId: to.id, event });
};
export const byBela =
  (path: string, body: (at: HeldHouse) => object): Change['change'] =>
  (at) =>
    parts(at).world.code(parts(at).bela, path, body(at));
export const byAnna =
  (path: string, body: (at: HeldHouse) => object): Change['change'] =>
  (at) =>
    parts(at).world.code(parts(at).anna, path, body(at));

/** Does not wait for deliveries: one of them may be held. */
export async function ask(world: World, who: Person, path: string, body: object): Promise<void> {
  const answer = await world.raw(`/enterprise/${path}`, {
    method: 'POST',
    headers: { authorization: who.token },
    body: JSON.stringify(body),
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
}

/** The kinds of all events by stream, what hooks received, the pushes by device, and mails, sorted. */
export async function eventsAndPushes({ house, push, mails }: HeldHouse): Promise<readonly string[]> {
  const events = await house.read(async (tx) => {
    const rows = [];
    for (const stream of await tx.streams.names('', 999)) {
      for (const { facts } of await tx.streams.events(stream, 0, 999)) rows.push(`${stream} ${facts.kind}`);
      for (const { user } of await tx.outgoing.ofStream(stream))
        for (const { seq, state } of await tx.outgoing.deliveries(user, 99))
          rows.push(`${stream} ${seq} ${state} to ${user}`);
    }
    return rows;
  });
  return [
    ...events,
    ...mails,
    ...push.sent.map(({ endpoint, note }) => `${endpoint} ${String(note['kind'])}`),
  ].toSorted();
}

export const texts = async (at: HeldHouse, more: object = {}): Promise<readonly unknown[]> => {
  const { world, anna, group } = parts(at);
  return (await world.history(anna, group, more)).flatMap((row) =>
    row['type'] === 'text' ? [row['content']] : [],
  );
};
