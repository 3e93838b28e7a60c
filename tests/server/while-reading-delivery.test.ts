import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { FakeSocket } from '../support/fake-socket.ts';
import { threePeople, type ThreePeople } from '../support/world.ts';
import { ask, HeldAnswer } from './while-reading.ts';

interface Scene extends ThreePeople {
  /** The bound socket of anna, in the rows of typing. */
  readonly other: FakeSocket | null;
  /** The socket of bela, not bound in the rows of a bind. */
  readonly socket: FakeSocket;
}
type Step = (scene: Scene) => Promise<unknown>;

/** One read of a delivery, and a change before its answer is used. */
interface Reading {
  readonly start: Step;
  /** bela's socket is bound before. */
  readonly isBound: boolean;
  readonly withOther?: true;
  readonly before?: Step;
  readonly changes: Readonly<Record<string, { readonly change: Step; readonly right: Step }>>;
}

const SECRET = 'zebrasecret';
const say =
  (text: string): Step =>
  ({ world, anna, group }) =>
    ask(world, anna, 'im/sendMessage', {
      id: `say ${text}`,
      toContactId: group,
      type: 'text',
      content: text,
    });
const toBela =
  (text: string): Step =>
  ({ world, anna, bela }) =>
    ask(world, anna, 'im/sendMessage', {
      id: `say ${text}`,
      toContactId: bela.id,
      type: 'text',
      content: text,
    });
const bindFrame: Step = async ({ socket, bela }) =>
  socket.say({ type: 'bindUid', user_id: bela.id, token: bela.token, client: 'parley', v: 1 });
const bindCall: Step = ({ world, socket, bela }) =>
  world.raw('/common/pub/bindUid', {
    method: 'POST',
    headers: { authorization: bela.token },
    body: JSON.stringify({ client_id: socket.clientId, user_id: bela.id }),
  });
const text = ({ socket }: Scene): string => JSON.stringify(socket.frames);
const later = async ({ world }: Scene) => {
  await world.settle();
  await world.clock.advance(2_000);
  await world.settle();
};

const BLOCKED = {
  change: ({ world, anna, bela }: Scene) => ask(world, anna, 'im/blockPerson', { id: bela.id, on: 1 }),
  right: async (scene: Scene) => {
    await later(scene);
    scene.socket.frames.length = 0;
    const other = await scene.world.online(scene.anna);
    other.say({ type: 'typing', toContactId: scene.group, what: 'text' });
    await later(scene);
    expect(scene.socket.types()).not.toContain('typing');
    expect(scene.socket.of('presence').flatMap(({ data }) => data['on'])).not.toContain(scene.anna.id);
    const seen = scene.socket.of('isOnline').map(({ data }) => data['id']);
    expect(seen).not.toContain(String(scene.anna.id));
  },
};
const LOGGED_OUT = {
  change: ({ world, bela }: Scene) =>
    world.raw('/common/pub/logout', { method: 'POST', headers: { authorization: bela.token }, body: '{}' }),
  right: async (scene: Scene) => {
    await later(scene);
    await say(SECRET)(scene);
    await later(scene);
    expect(text(scene)).not.toContain(SECRET);
  },
};
const REMOVED = {
  change: ({ world, anna, bela, group }: Scene) =>
    ask(world, anna, 'group/removeUser', { id: group, user_id: bela.id }),
  right: LOGGED_OUT.right,
};
/** Each text once, in the order of the places. */
const inOrder =
  (...texts: readonly string[]): Step =>
  async (scene) => {
    await later(scene);
    const sent = scene.socket.of('group');
    expect(sent.map(({ data }) => data['content']).toSorted()).toEqual(texts);
    const places = sent.map(({ seq = 0 }) => seq);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  };

/** The reads of `src/server/delivery`, by file. Those of `hub.ts` are the frame, the call and the look. */
const READINGS: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  'hub.ts': {
    'the login of a bind by a frame': {
      start: bindFrame,
      isBound: false,
      changes: {
        'its user is blocked': BLOCKED,
        'its login ends': LOGGED_OUT,
        'its user is removed from a group': REMOVED,
      },
    },
    'the login of a bind by a call': {
      start: bindCall,
      isBound: false,
      changes: { 'its user is blocked': BLOCKED, 'its login ends': LOGGED_OUT },
    },
    'what another process wrote': {
      start: ({ world }) => world.server.gateway.lookOutside(),
      isBound: true,
      changes: { 'a message comes': { change: say('one'), right: inOrder('one') } },
    },
  },
  'delivery.ts': {
    'the events of a batch': {
      start: say('one'),
      isBound: true,
      changes: {
        'another message comes': { change: say('two'), right: inOrder('one', 'two') },
        'the login ends': LOGGED_OUT,
        'the member is removed': REMOVED,
      },
    },
    'the streams of a user': {
      start: bindFrame,
      isBound: false,
      changes: {
        'a message comes': {
          change: say('one'),
          right: async (scene) => {
            await later(scene);
            await say('two')(scene);
            await later(scene);
            const sent = scene.socket.of('group').map(({ data }) => data['content']);
            expect(sent.filter((content) => content !== 'one')).toEqual(['two']);
          },
        },
      },
    },
    'the events that a base-protocol client missed': {
      before: async (scene) => {
        const plain = await scene.world.online(scene.bela, { plain: true });
        plain.cut();
        await say('missed')(scene);
        await scene.world.settle();
      },
      start: async ({ socket, bela }) => socket.say({ type: 'bindUid', user_id: bela.id, token: bela.token }),
      isBound: false,
      changes: {
        'another message comes': {
          change: say('two'),
          right: async (scene) => {
            await later(scene);
            expect(scene.socket.of('group').map(({ data }) => data['content'])).toEqual(['missed', 'two']);
          },
        },
        'its login ends': LOGGED_OUT,
      },
    },
  },
  'typing.ts': {
    'the right to type': {
      start: async ({ other, bela }) => other?.say({ type: 'typing', toContactId: bela.id, what: 'text' }),
      isBound: true,
      withOther: true,
      changes: {
        'the other one blocks them': {
          change: async ({ world, anna, bela }) => {
            await ask(world, bela, 'im/blockPerson', { id: anna.id, on: 1 });
            await world.settle();
          },
          right: async (scene) => {
            await later(scene);
            expect(scene.socket.types()).not.toContain('typing');
          },
        },
        'they turn their typing off': {
          change: async ({ world, anna }) => {
            await ask(world, anna, 'im/setPrivacy', { typing: 0 });
            await world.settle();
          },
          right: async (scene) => {
            await later(scene);
            expect(scene.socket.types()).not.toContain('typing');
          },
        },
        'their message comes': {
          change: async (scene) => {
            await toBela('one')(scene);
            await scene.world.settle();
          },
          right: async (scene) => {
            await later(scene);
            expect(scene.socket.types()).not.toContain('typing');
          },
        },
      },
    },
  },
};

let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

/** Reads of a node among several: their rows are in `while-reading-nodes.test.ts`. */
const ON_NODES: Readonly<Record<string, number>> = { 'bound.ts': 1, 'delivery.ts': 1 };
const folder = 'src/server/delivery/';
const ANSWERS_MAX = 12;
const cases = Object.values(READINGS).flatMap((readings) =>
  Object.entries(readings).flatMap(([read, reading]) =>
    Object.entries(reading.changes).map(([what, row]) => [`${what}: ${read}`, reading, row] as const),
  ),
);

describe('a change while a delivery waits for the store', () => {
  it('COMMIT-13: every read of a delivery is in a table', () => {
    const counts: Record<string, number> = {};
    for (const name of readdirSync(folder)) {
      const reads = readFileSync(`${folder}${name}`, 'utf8').match(/store\.read\(|sessionOf\(/g) ?? [];
      if (reads.length > 0) counts[name] = reads.length;
    }
    const rows = Object.keys(counts).map((name) => [
      name,
      Object.keys(READINGS[name] ?? {}).length + (ON_NODES[name] ?? 0),
    ]);
    expect(counts).toEqual(Object.fromEntries(rows));
  });

  it.each(cases)('COMMIT-13: %s', async (_, { start, isBound, withOther, before }, { change, right }) => {
    let count = 0;
    for (let nth = 1; nth <= ANSWERS_MAX; nth += 1) {
      let held: HeldAnswer | null = null;
      const people = await threePeople({
        store: (store) => {
          const passing = new HeldAnswer(0, () => Promise.resolve());
          passing.pass = async (answer) => (held === null ? answer : held.pass(answer));
          return passing.over(store);
        },
      });
      const { world, bela } = people;
      close = () => world.close();
      const socket = isBound ? await world.online(bela) : await world.socket();
      const other = withOther === true ? await world.online(people.anna) : null;
      const scene: Scene = { ...people, socket, other };
      await before?.(scene);
      held = new HeldAnswer(nth, () => change(scene));
      await start(scene);
      await world.settle();
      await world.settle();
      const { isReached } = held;
      held = null;
      if (isReached) await right(scene);
      await world.close();
      close = () => Promise.resolve();
      if (!isReached) break;
      count += 1;
    }
    expect(count).toBeGreaterThan(0);
  });
});
