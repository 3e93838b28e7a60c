import { describe, expect, it } from 'vitest';
import type { Device, Tab } from '../../simulator/devices/device.ts';
import type { WorldPerson } from '../../simulator/devices/person.ts';
import { drive } from '../../simulator/time/drive.ts';
import type { World } from '../../simulator/world/world-type.ts';
import { createWorld } from '../../simulator/world/world.ts';
import { signIn } from '../../simulator/world/sign-in.ts';
import { contactId, userId } from '../../src/domain/ids.ts';

const GROUP = contactId('group-1');

interface Side {
  readonly person: WorldPerson;
  readonly device: Device;
  readonly tab: Tab;
}

const join = ({ tab }: Side) => tab.client.actions.joinGroupCall(GROUP, { video: false });

/** An owner and two members: the first two are in the call, the third is not. */
async function inCall() {
  const world = await createWorld({ seed: 1, clients: 3, nodes: 2, keepTrace: false });
  const pass = (sec: number) => world.clock.advance(sec * 1_000);
  await pass(3);
  const side = (at: number): Side => {
    const person = world.people[at] as WorldPerson;
    const device = person.devices[0] as Device;
    return { person, device, tab: device.tabs[0] as Tab };
  };
  const [a, b, c] = [side(0), side(1), side(2)];
  for (const one of [a, b]) {
    void join(one);
    await pass(6);
  }
  return { world, pass, a, b, c, sides: [a, b, c] };
}
type Scene = Awaited<ReturnType<typeof inCall>>;

/** The people in the bar, the page of the call and the unread count of one side. */
function seenBy({ tab }: Side): string {
  const contact = [...tab.state().contacts].find(({ id }) => id === GROUP);
  const bar = contact === undefined ? 'no chat' : `bar ${contact.groupCall?.participants.length ?? '-'}`;
  const view = tab.client.groupCalls.get();
  const hears = view?.others.filter(({ stage }) => stage === 'connected').length ?? 0;
  const page =
    view === null ? 'no page' : view.stage === 'ended' ? `ended ${view.end}` : `${view.stage} ${hears}`;
  return `${bar}, ${page}${contact?.unread ? `, unread ${contact.unread}` : ''}`;
}

/** Records of calls: who took part. */
const records = ({ store }: World): readonly string[] =>
  store.rows('messages').flatMap((row) => {
    const note = JSON.parse(typeof row['note'] === 'string' ? row['note'] : 'null') as {
      readonly note: string;
      readonly users: readonly number[];
    } | null;
    return note?.note === 'groupCall' ? [note.users.join()] : [];
  });

const post = async ({ world, pass }: Scene, { device }: Side, path: string, body: object): Promise<void> => {
  void device.link.send({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: device.disk.token() ?? '' },
    body: JSON.stringify(body),
    timeoutMs: 10_000,
  });
  await pass(1);
  await world.clock.settle();
};
const ruler = ({ world }: Scene, ...words: readonly string[]) =>
  drive(world.clock, world.ruler.execute(...words));

interface Kind {
  readonly happens: (scene: Scene) => unknown;
  /** The views of the three users. */
  readonly sees: string;
  readonly records?: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  'nothing, the control': {
    happens: () => undefined,
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
  'a third member joins': {
    happens: ({ c }) => join(c),
    sees: 'bar 3, inCall 2 | bar 3, inCall 2 | bar 3, inCall 2',
  },
  'one of two leaves': {
    happens: ({ b }) => b.tab.client.actions.leaveGroupCall(),
    sees: 'bar 1, inCall 0 | bar 1, ended left | bar 1, no page',
  },
  'the last one leaves': {
    happens: async ({ a, b, pass }) => {
      b.tab.client.actions.leaveGroupCall();
      await pass(2);
      a.tab.client.actions.leaveGroupCall();
    },
    sees: 'bar -, ended left | bar -, ended left | bar -, no page, unread 1',
    records: ['1,2'],
  },
  'a manager removes one from the call, who tries again': {
    happens: async ({ a, b, pass }) => {
      void a.tab.client.actions.removeFromGroupCall(userId(b.person.id));
      await pass(2);
      b.tab.client.actions.closeGroupCall();
      void join(b);
    },
    sees: 'bar 1, inCall 0 | bar 1, ended removed | bar 1, no page',
  },
  'a member leaves the group': {
    happens: ({ b }) => void b.tab.client.actions.leaveGroup(GROUP),
    sees: 'bar 1, inCall 0 | no chat, ended notMember | bar 1, no page',
  },
  'a member is removed from the group': {
    happens: ({ a, b }) => void a.tab.client.actions.removeMember(GROUP, userId(b.person.id)),
    sees: 'bar 1, inCall 0 | no chat, ended notMember | bar 1, no page',
  },
  'the group is dissolved': {
    happens: ({ a }) => void a.tab.client.actions.dissolveGroup(GROUP),
    sees: 'no chat, ended notMember | no chat, ended notMember | no chat, no page',
  },
  'a member blocks another': {
    happens: ({ a, b }) => void b.tab.client.actions.block(userId(a.person.id), true),
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
  'a member is muted': {
    happens: (scene) =>
      post(scene, scene.a, '/enterprise/group/setNoSpeak', {
        id: GROUP,
        user_id: scene.b.person.id,
        noSpeakTimer: 1,
        noSpeakDay: 0,
      }),
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
  'a member becomes a manager': {
    happens: (scene) =>
      post(scene, scene.a, '/enterprise/group/setManager', {
        id: GROUP,
        user_id: scene.b.person.id,
        role: 2,
      }),
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
  'a message arrives': {
    happens: ({ c }) => void c.tab.client.actions.send(GROUP, { text: 'words', at: [], quote: null }),
    sees: 'bar 2, inCall 1, unread 1 | bar 2, inCall 1, unread 1 | bar 2, no page',
  },
  'the user joins with a second device': {
    happens: async ({ world, b, pass }) => {
      const device = world.addDevice(b.person);
      const tab = device.open();
      void signIn(world, tab, b.person);
      await pass(3);
      void join({ ...b, device, tab });
    },
    sees: 'bar 2, inCall 1 | bar 2, ended elsewhere | bar 2, no page',
  },
  'a member logs out': {
    happens: ({ b }) => void b.tab.client.actions.logout(),
    sees: 'bar 1, inCall 0 | no chat, no page | bar 1, no page',
  },
  'an operator disables the account': {
    happens: async (scene) => {
      await ruler(scene, 'user', 'disable', scene.b.person.account);
      await scene.pass(20);
    },
    sees: 'bar 1, inCall 0 | bar 2, no page | bar 1, no page',
  },
  'the page of a member is gone': {
    happens: async ({ b, pass }) => {
      b.device.close(b.tab);
      await pass(10);
    },
    sees: 'bar 1, inCall 0 | bar 2, ended left | bar 1, no page',
  },
  'the network of a member is gone for five seconds': {
    happens: async ({ b, pass }) => {
      b.tab.page.setOnline(false);
      await pass(5);
      b.tab.page.setOnline(true);
      await pass(10);
    },
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
  'all nodes are killed and start again': {
    happens: async ({ world, pass }) => {
      for (const node of world.nodes) node.kill();
      await pass(1);
      for (const node of world.nodes) void node.start();
      await pass(30);
    },
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
  'the clock of the server jumps by an hour': {
    happens: async ({ world, pass }) => {
      world.storeClock.jump(3_600_000);
      await pass(20);
    },
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
  'the clock of a device jumps back by an hour': {
    happens: async ({ b, pass }) => {
      b.device.jump(-3_600_000);
      await pass(20);
    },
    sees: 'bar 2, inCall 1 | bar 2, inCall 1 | bar 2, no page',
  },
};

describe('each kind of event of a group call', () => {
  it.each(Object.entries(KINDS))(
    'GCALL-1, GCALLUI-1, GCALLUI-4: %s',
    async (_name, { happens, sees, records: expected = [] }) => {
      const scene = await inCall();
      const happening = happens(scene);
      await scene.pass(6);
      await happening;
      expect(scene.sides.map(seenBy).join(' | ')).toBe(sees);
      expect(records(scene.world)).toEqual(expected);
      // All but the one who began it were notified, once.
      expect(
        scene.sides.map(({ tab }) => tab.notices.filter(({ kind }) => kind === 'groupCallBegan').length),
      ).toEqual([0, 1, 1]);
    },
    60_000,
  );
});
