import type { Tab } from '../devices/device.ts';
import { isSignedIn } from '../devices/person.ts';
import type { Pending, State } from '../../src/client/state/state.ts';
import type { World } from '../world/world-type.ts';
import type { Transition } from './director.ts';

/** Pending changes of messages that an event of another change could end by mistake, and their calls. */
const CALLS = { edit: 'editmessage', vote: 'vote', messagePin: 'pinmessage', react: 'react' } as const;
type Watched = keyof typeof CALLS;
const WATCHED = Object.keys(CALLS) as readonly Watched[];
type Change = Pending[Watched] extends ReadonlyMap<string, infer V> ? V : never;

/** Checks after each point what a later one would hide. */
export class Points {
  readonly #world: World;
  /** What each page waited for at the point before. */
  readonly #before = new Map<Tab, Pending>();
  readonly #from: number;

  constructor(world: World) {
    this.#world = world;
    this.#from = world.recorder.requests.length;
  }

  look(last: Transition | undefined): void {
    for (const { devices } of this.#world.people)
      for (const device of devices)
        for (const tab of device.tabs) {
          const before = this.#before.get(tab);
          const { pending } = tab.state();
          if (before === pending) continue;
          this.#before.set(tab, pending);
          // The user of this page may have taken the change back.
          const isPressed = last?.point.kind === 'press' && last.point.at === device.name;
          if (before !== undefined && isSignedIn(tab) && !isPressed)
            for (const register of WATCHED) this.#ended(tab, device.disk.token(), register, before);
        }
  }

  /** A change that no longer waits was answered, or is what the page shows (SIM-43). */
  #ended(tab: Tab, token: string | null, register: Watched, before: Pending): void {
    const state = tab.state();
    const now: ReadonlyMap<string, unknown> = state.pending[register];
    for (const [key, change] of before[register] as ReadonlyMap<string, Change>) {
      if (now.has(key) || isShown(state, register, key, change) !== false) continue;
      const isAnswered = this.#world.recorder.requests
        .slice(this.#from)
        .some(
          ({ call, body, token: by, answer }) =>
            call === CALLS[register] &&
            by === token &&
            answer !== null &&
            (register === 'react' ? isReaction(body, change) : body?.includes(change.op) === true),
        );
      if (!isAnswered)
        this.#world.record.problem(
          'a pending change ends with its own answer',
          `${tab.name}: ${register} ${key} ended before it was answered, and is not shown`,
        );
    }
  }
}

const isReaction = (body: string | null, change: Change): boolean =>
  'emoji' in change &&
  body !== null &&
  body.includes(change.id) &&
  body.includes(JSON.stringify(change.emoji)) &&
  body.includes(`"on":${Number(change.on)}`);

/** Null: the message is not shown. */
function isShown(state: State, register: Watched, key: string, change: Change): boolean | null {
  const id: string = 'emoji' in change ? change.id : key;
  const window = state.conversations.get(change.to);
  const message = window?.chunks.flat().find((one) => one.id === id);
  if (message === undefined || message.recalled) return null;
  if ('content' in change) return message.content === change.content;
  if ('options' in change) return message.poll?.mine.join() === change.options.join();
  if ('emoji' in change) return (message.reactions?.mine ?? []).includes(change.emoji) === change.on;
  const list = window?.pins?.list;
  return register !== 'messagePin' || list === undefined
    ? null
    : list.some((one) => one.id === id) === change.on;
}
