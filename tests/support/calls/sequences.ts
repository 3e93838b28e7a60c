import { contactId } from '../../../src/domain/ids.ts';
import { callStage, type CallStage, type Caller } from '../call-people.ts';
import type { Seen } from '../real-device.ts';
import { startWorld, type World } from '../world.ts';

/** One line of a recorded script: a step of signalling on its way, or what a page shows from now on. */
export interface Line {
  readonly atMs: number;
  /** `S` is the server. */
  readonly from: string;
  readonly to: string;
  readonly says: string;
}

export interface Sequence {
  readonly name: string;
  readonly title: string;
  readonly who: readonly string[];
  readonly lines: readonly Line[];
}

interface Cast {
  readonly a: Caller;
  readonly b: Caller;
  /** Another device of b, or a third user; only in cases that name one. */
  readonly third: () => Promise<Caller>;
  readonly stage: CallStage;
  readonly world: World;
  /** The cut of a network, and the like. */
  /** Reloads the page of b. */
  again(): Promise<Caller>;
  note(words: string): void;
}

interface Case {
  readonly name: string;
  readonly title: string;
  readonly third?: 'device' | 'person';
  readonly play: (cast: Cast) => Promise<void>;
}

const over = ({ stage, a, b }: Cast): Promise<void> =>
  stage.until(() => a.stage() === 'ended' && b.stage() === 'ended');
const ringing = ({ stage }: Cast, ...who: readonly Caller[]): Promise<void> =>
  stage.until(() => who.every((one) => one.stage() === 'ringing'));
const talking = ({ stage, a, b }: Cast): Promise<void> =>
  stage.until(() => a.stage() === 'talking' && b.stage() === 'talking');

/** User actions of each case. The real clients and the real server do the rest. */
const CASES: readonly Case[] = [
  {
    name: 'talked',
    title: 'Answered, talked, hung up',
    play: async (cast) => {
      await cast.stage.talk(cast.a, cast.b, true);
      await cast.world.clock.advance(65_000);
      cast.b.tab.client.actions.hangUp();
      await over(cast);
    },
  },
  {
    name: 'refused',
    title: 'Declined',
    play: async (cast) => {
      await cast.stage.call(cast.a, cast.b);
      await ringing(cast, cast.b);
      cast.b.tab.client.actions.hangUp();
      await over(cast);
    },
  },
  {
    name: 'cancelled',
    title: 'Cancelled by the caller',
    play: async (cast) => {
      await cast.stage.call(cast.a, cast.b);
      await ringing(cast, cast.b);
      cast.a.tab.client.actions.hangUp();
      await over(cast);
    },
  },
  {
    name: 'no-answer',
    title: 'No answer for 40 s',
    play: async (cast) => {
      await cast.stage.call(cast.a, cast.b);
      await over(cast);
    },
  },
  {
    name: 'denied',
    title: 'The called user has no microphone',
    play: async (cast) => {
      cast.b.media.answer = 'denied';
      await cast.stage.call(cast.a, cast.b);
      await ringing(cast, cast.b);
      cast.b.tab.client.actions.answerCall();
      await over(cast);
    },
  },
  {
    name: 'offline',
    title: 'The called user is offline',
    play: async (cast) => {
      await cast.b.tab.client.actions.logout();
      await cast.stage.until(
        () => cast.a.tab.client.core.get().contacts.get(contactId(cast.b.id))?.isOnline === false,
      );
      await cast.stage.call(cast.a, cast.b);
      await cast.stage.until(() => cast.a.stage() === 'ended');
    },
  },
  {
    name: 'busy',
    title: 'Busy: the called user is in another call',
    third: 'person',
    play: async (cast) => {
      const third = await cast.third();
      await cast.stage.talk(cast.a, cast.b);
      cast.note('talk');
      await cast.stage.call(third, cast.b);
      await cast.stage.until(() => third.stage() === 'ended');
    },
  },
  {
    name: 'elsewhere',
    title: 'Answered on another device',
    third: 'device',
    play: async (cast) => {
      const third = await cast.third();
      await cast.stage.call(cast.a, cast.b);
      await ringing(cast, cast.b, third);
      cast.b.tab.client.actions.answerCall();
      await talking(cast);
    },
  },
  {
    name: 'both-at-once',
    title: 'Both users call at once',
    play: async (cast) => {
      await Promise.all([cast.stage.call(cast.a, cast.b), cast.stage.call(cast.b, cast.a)]);
      await talking(cast);
    },
  },
  {
    name: 'short-cut',
    title: 'A short interruption: the same connection gets a new path',
    play: async (cast) => {
      await cast.stage.talk(cast.a, cast.b);
      cast.note('media cut');
      cast.stage.network.setDown(true);
      await cast.world.clock.advance(7_000);
      cast.note('media back');
      cast.stage.network.setDown(false);
      await talking(cast);
    },
  },
  {
    name: 'long-cut',
    title: 'A long interruption: a new connection under the same call ID',
    play: async (cast) => {
      await cast.stage.talk(cast.a, cast.b);
      cast.note('media cut');
      cast.stage.network.setDown(true);
      await cast.world.clock.advance(3_000);
      cast.note('the browser gives the connection up');
      cast.stage.network.fail();
      cast.note('media back');
      cast.stage.network.setDown(false);
      await talking(cast);
    },
  },
  {
    name: 'vanished',
    title: 'One side vanishes',
    play: async (cast) => {
      await cast.stage.talk(cast.a, cast.b);
      cast.note('the page of B dies');
      await cast.b.tab.crash();
      cast.stage.network.setDown(true);
      await cast.stage.until(() => cast.a.stage() === 'ended');
    },
  },
  {
    name: 'reloaded',
    title: 'One side reloads its page',
    play: async (cast) => {
      await cast.stage.talk(cast.a, cast.b);
      cast.note('the page of B is loaded anew');
      const b = await cast.again();
      await cast.stage.until(() => b.stage() === 'returning');
      b.tab.client.actions.answerCall();
      await cast.stage.until(() => cast.a.stage() === 'talking' && b.stage() === 'talking');
    },
  },
  {
    name: 'rings-late',
    title: 'The called user had no socket',
    play: async (cast) => {
      cast.note('the socket of B breaks');
      cast.b.tab.network.cutSocket();
      await cast.stage.call(cast.a, cast.b);
      await ringing(cast, cast.b);
      cast.b.tab.client.actions.answerCall();
      await talking(cast);
    },
  },
];

export async function recordSequences(): Promise<readonly Sequence[]> {
  const made: Sequence[] = [];
  for (const one of CASES) made.push(await recorded(one));
  return made;
}

async function recorded({ name, title, third, play }: Case): Promise<Sequence> {
  const world = await startWorld();
  const stage = callStage(world);
  const lines: Line[] = [];
  const started = { atMs: -1 };
  const add = (from: string, to: string, says: string): void => {
    if (started.atMs >= 0) lines.push({ atMs: world.clock.elapsedMs() - started.atMs, from, to, says });
  };
  const traceOf = (who: string) => (seen: Seen) =>
    seen.way === 'out'
      ? sent(seen.body, seen.path, (says) => add(who, 'S', says))
      : came(seen.text, (says) => add('S', who, says));
  const person = async (who: string, as: string) =>
    shows(who, await stage.person(as, { trace: traceOf(who) }), (...line) =>
      who === 'B' && quiet ? undefined : add(...line),
    );
  const a = await person('A', 'anna');
  let quiet = false;
  const b = await person('B', 'bert');
  await stage.befriend(a, b);
  const [more, others]: [Caller[], string[]] = [[], []];
  const another = async (): Promise<Caller> => {
    const who = third === 'device' ? "B'" : 'C';
    const made =
      third === 'device'
        ? await stage.device(b, { trace: traceOf(who) })
        : await stage.person('cora', { trace: traceOf(who) });
    if (third !== 'device') await stage.befriend(made, b);
    more.push(shows(who, made, add));
    others.push(who);
    return made;
  };
  const again = async (): Promise<Caller> => {
    // The end on the old page is hidden from the sequence.
    quiet = true;
    const made = await stage.reload(b);
    quiet = false;
    more.push(shows('B', made, add));
    add('B', 'B', made.stage() ?? 'no call');
    return made;
  };
  const early = third === undefined ? null : await another();
  await world.clock.advance(2_000);
  started.atMs = world.clock.elapsedMs();
  await play({
    a,
    b,
    stage,
    world,
    third: async () => early ?? another(),
    again,
    note: (words) => add('', '', words),
  });
  await world.settle();
  started.atMs = -1;
  for (const one of [a, b, ...more]) await one.tab.client.stop();
  await world.close();
  return { name, title, who: ['A', 'S', 'B', ...others], lines };
}

/** Adds the stages of the call as they change, next to the user who sees them. */
function shows(who: string, caller: Caller, add: (from: string, to: string, says: string) => void): Caller {
  let last = '';
  caller.tab.client.calls.subscribe(() => {
    const view = caller.view();
    const now = view === null ? 'no call' : view.stage === 'ended' ? `ended: ${view.end ?? ''}` : view.stage;
    if (now === last) return;
    last = now;
    add(who, who, now);
  });
  return caller;
}

interface Said {
  readonly event?: string;
  readonly code?: number | '';
  readonly path?: number;
}

const words = ({ event = '', code, path }: Said): string =>
  [event, ...(code ? [String(code)] : []), ...(path ? [`path ${path}`] : [])].join(' ');

function sent(body: unknown, path: string, add: (says: string) => void): void {
  if (path.endsWith('/sendToMsg')) add(words(body as Said));
}

/** Frames of calls, and the live calls in the answer to a bind. */
function came(text: string, add: (says: string) => void): void {
  const frame = JSON.parse(text) as {
    readonly type: string;
    readonly data?: { readonly extends?: Said };
    readonly calls?: readonly {
      readonly frames: readonly { readonly data?: { readonly extends?: Said } }[];
    }[];
  };
  if (frame.type === 'webrtc') add(words(frame.data?.extends ?? {}));
  for (const call of frame.calls ?? [])
    add(`pong: ${call.frames.map((one) => words(one.data?.extends ?? {})).join(', ')}`);
}

/** Candidates are sent at any time, so one arrow represents a run of them. */
export function chartOf({ who, lines }: Sequence): string {
  const out = [
    'sequenceDiagram',
    ...who.map(
      (one) =>
        `  participant ${nameOf(one)}${one === 'S' ? ' as server' : one === "B'" ? " as B's other device" : ''}`,
    ),
  ];
  for (const [at, { from, to, says, atMs }] of lines.entries()) {
    const line =
      from === ''
        ? `  Note over A,B: ${says}`
        : from === to
          ? `  Note over ${nameOf(from)}: ${says}${clock(atMs)}`
          : `  ${nameOf(from)}->>${nameOf(to)}: ${says}`;
    const before = lines[at - 1];
    if (before?.from === from && before.to === to && before.says === says && says.startsWith('iceCandidate'))
      continue;
    out.push(line);
  }
  return out.join('\n');
}

const nameOf = (who: string): string => (who === "B'" ? 'B2' : who);
const clock = (atMs: number): string => (atMs < 1_000 ? '' : ` (${Math.round(atMs / 1_000)} s)`);

/** The files of docs/calls by path: for each case its script, and its chart. */
export const callFiles = (sequences: readonly Sequence[]): ReadonlyMap<string, string> =>
  new Map(
    sequences.flatMap((one) => [
      [`docs/calls/${one.name}.jsonl`, one.lines.map((line) => `${JSON.stringify(line)}\n`).join('')],
      [`docs/calls/${one.name}.mmd`, `${chartOf(one)}\n`],
    ]),
  );
