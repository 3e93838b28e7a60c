import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { presenceWord } from '../../src/domain/presence.ts';
import { nodeLimits } from '../../src/server/kernel/limits.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { twoNodes, type TwoNodes } from '../support/two-nodes.ts';
import type { Person } from '../support/world.ts';
import { ask, HeldAnswer } from './while-reading.ts';

const ANSWERS_MAX = 12;
const SECRET = 'zebrasecret';
let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

/** Rows of two nodes: the answer of a read on the second one, or of a question to it, is held. */
interface NodeScene {
  readonly nodes: TwoNodes;
  readonly anna: Person;
  readonly bela: Person;
  /** The sockets of anna on the first node, and of bela on the second one. */
  readonly here: FakeSocket;
  readonly there: FakeSocket;
}
type NodeStep = (scene: NodeScene) => Promise<unknown>;
interface NodeRow {
  readonly start: NodeStep;
  readonly change: NodeStep;
  readonly right: NodeStep;
}

const signal = ({ nodes, anna, bela }: NodeScene, by: 'anna' | 'bela', event: string) => {
  const [from, to] = by === 'anna' ? [anna, bela] : [bela, anna];
  const body = { id: 'call-1', toContactId: to.id, type: 1, status: 3, event };
  return ask(nodes.one, from, 'im/sendToMsg', body);
};
const passed = ({ nodes }: NodeScene) => nodes.pass(3_000);
const annaSays =
  (content: string): NodeStep =>
  ({ nodes, anna, bela }) =>
    ask(nodes.one, anna, 'im/sendMessage', { id: content, toContactId: bela.id, type: 'text', content });

const NODE_READS: Readonly<Record<string, Readonly<Record<string, NodeRow>>>> = {
  'bound.ts': {
    'the users that are kept apart, and one more blocks': {
      start: async (scene) => {
        scene.here.cut();
        await scene.nodes.one.clock.advance(nodeLimits.apartEveryMs + 1_000);
        scene.there.say({ type: 'presence', word: presenceWord([]) });
      },
      change: async ({ nodes, anna, bela }) => {
        await ask(nodes.one, anna, 'im/blockPerson', { id: bela.id, on: 1 });
        await nodes.two.clock.settle();
      },
      right: async (scene) => {
        await passed(scene);
        scene.there.frames.length = 0;
        await scene.nodes.one.online(scene.anna);
        await passed(scene);
        expect(scene.there.of('presence').flatMap(({ data }) => data['on'])).not.toContain(scene.anna.id);
      },
    },
  },
  'delivery.ts': {
    'the events of another node, and another message comes': {
      start: annaSays('one'),
      change: annaSays('two'),
      right: async (scene) => {
        await passed(scene);
        const sent = scene.there.of('simple').map(({ data }) => data['content']);
        expect(sent).toEqual(['one', 'two']);
      },
    },
  },
};

const NO_ANSWER = 'it is not answered';
const ASKED_AGAIN = 'it is asked again until the answers agree';

/** The questions and reports of nodes, by name. */
const QUESTIONS: Readonly<Record<string, NodeRow | typeof NO_ANSWER | typeof ASKED_AGAIN>> = {
  bind: {
    start: async (scene) => {
      const socket = await scene.nodes.two.socket();
      Object.assign(scene, { there: socket });
      void scene.nodes.one.raw('/common/pub/bindUid', {
        method: 'POST',
        headers: { authorization: scene.bela.token },
        body: JSON.stringify({ client_id: socket.clientId, user_id: scene.bela.id }),
      });
    },
    change: ({ nodes, bela }) =>
      nodes.one.raw('/common/pub/logout', {
        method: 'POST',
        headers: { authorization: bela.token },
        body: '{}',
      }),
    right: async (scene) => {
      await passed(scene);
      await annaSays(SECRET)(scene);
      await passed(scene);
      expect(JSON.stringify(scene.there.frames)).not.toContain(SECRET);
    },
  },
  calls: {
    start: async (scene) => {
      await signal(scene, 'anna', 'calling');
      await passed(scene);
      const there = await scene.nodes.two.socket();
      Object.assign(scene, { there });
      const { id, token } = scene.bela;
      there.say({ type: 'bindUid', user_id: id, token, client: 'parley', v: 1, calls: {} });
    },
    change: (scene) => signal(scene, 'anna', 'hangup'),
    right: async (scene) => {
      await passed(scene);
      const calls = scene.there.of('pong').flatMap((pong) => (pong as { calls?: unknown[] }).calls ?? []);
      expect(calls).toEqual([]);
    },
  },
  follows: {
    start: async (scene) => {
      await signal(scene, 'anna', 'calling');
      await passed(scene);
      void signal(scene, 'bela', 'hangup').catch(() => undefined);
    },
    change: (scene) => signal(scene, 'anna', 'hangup'),
    right: async (scene) => {
      await passed(scene);
      const ends = scene.there.of('webrtc').map(({ data }) => data['extends']['event']);
      expect(ends.filter((event) => event === 'hangup' || event === 'otherOpt')).toHaveLength(1);
    },
  },
  owns: ASKED_AGAIN,
  store: ASKED_AGAIN,
  who: ASKED_AGAIN,
  call: NO_ANSWER,
  tell: NO_ANSWER,
  apart: NO_ANSWER,
  end: NO_ANSWER,
  moment: NO_ANSWER,
  returning: NO_ANSWER,
  typing: NO_ANSWER,
};

async function nodeScene(): Promise<NodeScene> {
  const nodes = await twoNodes();
  close = () => nodes.close();
  const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
  const scene = {
    nodes,
    anna,
    bela,
    here: await nodes.one.online(anna),
    there: await nodes.two.online(bela),
  };
  await nodes.pass(3_000);
  scene.here.frames.length = scene.there.frames.length = 0;
  return scene;
}

/** Holds each answer once. `hold` places the holder, and the start begins after it. */
async function heldOnce(
  { start, change, right }: NodeRow,
  hold: (scene: NodeScene, pass: HeldAnswer['pass']) => void,
): Promise<number> {
  for (let nth = 1; nth <= ANSWERS_MAX; nth += 1) {
    const scene = await nodeScene();
    const held = new HeldAnswer(nth, () => change(scene));
    hold(scene, (answer) => held.pass(answer));
    await start(scene);
    await scene.nodes.pass(1_000);
    const { isReached } = held;
    if (isReached) await right(scene);
    await scene.nodes.close();
    close = () => Promise.resolve();
    if (!isReached) return nth - 1;
  }
  return ANSWERS_MAX;
}

const named = (pattern: RegExp): readonly string[] =>
  ['delivery', 'features/calls', 'operation', 'cluster'].flatMap((part) =>
    readdirSync(`src/server/${part}`)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(`src/server/${part}/${name}`, 'utf8').matchAll(pattern)])
      .map(([, what = '']) => what),
  );

describe('a change while a node waits for another one', () => {
  it('COMMIT-13: everything that nodes ask and report is in the table', () => {
    const names = [...named(/\.answer\(\s*'(\w+)'/g), ...named(/\.hear\(\s*'(\w+)'/g)];
    expect(names.toSorted()).toEqual(Object.keys(QUESTIONS).toSorted());
  });

  const reads = Object.values(NODE_READS).flatMap((rows) => Object.entries(rows));
  it.each(reads)('COMMIT-13: a node reads %s', async (_, row) => {
    const count = await heldOnce(row, ({ nodes }, pass) => {
      const { store } = nodes.two.server.core;
      const read = store.read.bind(store);
      Object.assign(store, { read: async (work: never) => pass(await read(work)) });
    });
    expect(count).toBeGreaterThan(0);
  });

  const questions = Object.entries(QUESTIONS).flatMap(([what, row]) =>
    typeof row === 'object' ? [[what, row] as const] : [],
  );
  it.each(questions)('COMMIT-13: a node asks another one: %s', async (what, row) => {
    const count = await heldOnce(row, ({ nodes }, pass) => {
      for (const { server } of [nodes.one, nodes.two]) {
        const { peers } = server.core;
        const put = peers?.ask.bind(peers);
        if (!peers || !put) throw new Error('no peers');
        const asking: typeof put = async (node, question, data) => {
          const answer = await put(node, question, data);
          return question === what ? pass(answer) : answer;
        };
        Object.assign(peers, { ask: asking });
      }
    });
    expect(count).toBeGreaterThan(0);
  });
});
