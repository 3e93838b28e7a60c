import type { FakeSocket } from './fake-socket.ts';
import type { PretendedPush } from './pretended-push.ts';
import type { World } from './world.ts';

/** Everything that can leave a server: frames, notes to other nodes, pushes, mails. */
export interface Outlets {
  /** Everything that was sent so far, in order. */
  left(): readonly string[];
}

export interface Outside {
  readonly push: PretendedPush;
  readonly mails: unknown[];
  readonly sockets: readonly FakeSocket[];
}

/** Listens at all of them from now on. */
export function outlets({ server: { core } }: World, { push, mails, sockets }: Outside): Outlets {
  const left: string[] = [];
  const note = (list: unknown[], what: (one: never) => string) => {
    const push = list.push.bind(list);
    list.push = (...added) => {
      left.push(...added.map((one) => what(one as never)));
      return push(...added);
    };
  };
  for (const socket of sockets)
    note(socket.frames, ({ type }: { type: string }) => {
      // A socket that never answers is closed after 75 s, and receives nothing more.
      if (type === 'ping') socket.say({ type: 'pong' });
      return `frame ${type}`;
    });
  note(push.sent, () => 'push');
  note(mails, () => 'mail');
  const publish = core.bus.publish.bind(core.bus);
  Object.assign(core.bus, {
    publish: (one: Parameters<typeof publish>[0]) => {
      left.push(`note ${one.kind}`);
      publish(one);
    },
  });
  // The server repeats pings on every socket, so they are left out.
  return { left: () => left.filter((one) => one !== 'frame ping') };
}
