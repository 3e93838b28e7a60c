import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { ForwardedKind } from '../../../src/ports/forwarding.ts';
import { type Ask, Caller, TICK_MS } from './callers.ts';

export interface Measured {
  readonly received: number;
  readonly lost: number;
  /** Packets by their delay, in steps of `DELAY_STEP_MS`. */
  readonly sound: readonly number[];
  readonly picture: readonly number[];
  /** How late this process handled its events, in ms: 95 % were faster. */
  readonly lateMs: number;
}

interface Part {
  readonly names: readonly string[];
  readonly part: number;
  readonly parts: number;
  readonly withPictures: boolean;
}

export type ToDevices =
  | ({ readonly type: 'send' | 'receive' } & Part)
  | { readonly type: 'reset' | 'report' }
  /** Between the unit and the receivers. */
  | { readonly type: 'worsen'; readonly loss: number }
  | { readonly type: 'answer'; readonly no: number; readonly answer: string };

export type FromDevices =
  | { readonly type: 'done' }
  | { readonly type: 'joined'; readonly firstPictureMs: readonly number[] }
  | { readonly type: 'measured'; readonly measured: Measured }
  | {
      readonly type: 'ask';
      readonly no: number;
      readonly device: string;
      readonly kind: ForwardedKind;
      readonly offer: string;
    };

export const DELAY_STEP_MS = 0.5;
/** The last step has all later packets. */
const DELAY_STEPS = 10_000;
const JITTER_MS = 100;
const LATE_STEP_MS = 2;

/** Devices send spread over the time of one packet, as real ones do. */
function startTicks(callers: readonly Caller[]): void {
  const stepMs = TICK_MS / callers.length;
  const from = performance.now();
  let done = 0;
  setInterval(() => {
    for (; done * stepMs < performance.now() - from; done += 1) callers[done % callers.length]?.tick();
  }, 1);
}

const tell = (message: FromDevices): void => void process.send?.(message);

/** A process with a part of the devices of a call. */
export function answerAsDevices(): void {
  const asked = new Map<number, (answer: string) => void>();
  const ask: Ask = (device, kind, offer) => {
    const no = asked.size;
    tell({ type: 'ask', no, device, kind, offer });
    return new Promise((done) => asked.set(no, done));
  };
  const late = monitorEventLoopDelay({ resolution: LATE_STEP_MS });
  late.enable();
  let callers: readonly Caller[] = [];
  const execute = async (message: Exclude<ToDevices, { type: 'answer' }>): Promise<FromDevices> => {
    switch (message.type) {
      case 'send':
        callers = await sendAll(message, ask);
        return { type: 'done' };
      case 'receive':
        return { type: 'joined', firstPictureMs: await receiveAll(callers, message) };
      case 'reset':
        for (const caller of callers) caller.reset();
        late.reset();
        return { type: 'done' };
      case 'worsen':
        for (const caller of callers)
          caller.weather = () => (Math.random() < message.loss ? null : Math.random() * JITTER_MS);
        return { type: 'done' };
      case 'report':
        return { type: 'measured', measured: measuredBy(callers, late.percentile(95) / 1e6 - LATE_STEP_MS) };
    }
  };
  process.on('message', (message: ToDevices) => {
    if (message.type === 'answer') return asked.get(message.no)?.(message.answer);
    return void execute(message).then(tell);
  });
  process.on('disconnect', () => process.exit(0));
}

async function sendAll({ names, part, parts, withPictures }: Part, ask: Ask): Promise<readonly Caller[]> {
  const library = await import('node-datachannel');
  const callers = names.flatMap((name, no) =>
    no % parts === part ? [new Caller(library, name, no, ask)] : [],
  );
  for (const caller of callers)
    await caller.send(...(withPictures ? (['sound', 'picture'] as const) : (['sound'] as const)));
  startTicks(callers);
  return callers;
}

/** Returns the times from the request of each device to its first picture. */
async function receiveAll(
  callers: readonly Caller[],
  { names, withPictures }: Part,
): Promise<readonly number[]> {
  const waits: number[] = [];
  for (const caller of callers) {
    const from = Caller.nowMs();
    await caller.receive(
      names.filter((name) => name !== caller.name),
      withPictures,
    );
    if (withPictures) while (caller.firstPictureMs === null) await setTimeout(5);
    if (caller.firstPictureMs !== null) waits.push(caller.firstPictureMs - from);
  }
  return waits;
}

function measuredBy(callers: readonly Caller[], lateMs: number): Measured {
  const all = (kind: 'sound' | 'picture') => {
    const counts = Array.from({ length: DELAY_STEPS }, () => 0);
    for (const { figures } of callers)
      for (const delayMs of figures.delays[kind]) {
        const step = Math.max(0, Math.min(DELAY_STEPS - 1, Math.floor(delayMs / DELAY_STEP_MS)));
        counts[step] = (counts[step] ?? 0) + 1;
      }
    return counts;
  };
  return {
    received: callers.reduce((sum, { figures }) => sum + figures.received, 0),
    lost: callers.reduce((sum, caller) => sum + caller.lost, 0),
    sound: all('sound'),
    picture: all('picture'),
    lateMs: Math.max(0, lateMs),
  };
}
