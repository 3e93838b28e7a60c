import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FromUnit, ToUnit } from '../../src/server/forwarding/messages.ts';
import { root } from '../support/house/repository.ts';
import {
  answerAsDevices,
  DELAY_STEP_MS,
  type FromDevices,
  type Measured,
  type ToDevices,
} from './server/devices.ts';

/**
 * The unit alone, as the server starts it, with devices without a browser in processes of their own. A delay
 * contains the waits of those processes, which are printed too. `BENCH_SEC`: length of the first measurement;
 * the others are not longer than two minutes.
 * Published figures of other units are 38,000 to 75,000 packets a second and core.
 */
const SECONDS = Number(process.env['BENCH_SEC'] ?? 120);
const SHORT_SEC = Math.min(SECONDS, 120);
const WARM_MS = 15_000;
const CALL = 'call';
const PROCESSES = 2;
/** Units of /proc/PID/stat in Linux. */
const TICKS_A_SECOND = 100;
const LOST_MAX = 0.001;
const DELAY_MAX_MS = 30;
const FIRST_PICTURE_MAX_MS = 2_000;
const IN_TIME_MS = 200;
const LOSS = 0.05;

/** This file is also the script of the devices. */
if (process.argv[2] === 'devices') answerAsDevices();

async function startUnit() {
  const settings = JSON.stringify({ port: 0, addresses: [] });
  const child = fork(`${root}dist/server/forwarding-main.js`, [settings], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const asked = new Map<number, (message: FromUnit) => void>();
  let no = 0;
  const state = { packets: 0, late: [] as number[] };
  const ready = new Promise<void>((done, failed) => {
    child.on('message', (message: FromUnit) => {
      if (message.type === 'ready') done();
      if (message.type === 'unavailable') failed(new Error(message.reason));
      if (message.type === 'figures') {
        state.packets = message.figures.packets;
        state.late.push(message.figures.lateMs);
      }
      if (message.type === 'answer' || message.type === 'refused') asked.get(message.no)?.(message);
    });
  });
  await ready;
  return {
    ask: async (device: string, kind: 'sound' | 'picture' | 'down', offer: string) => {
      no += 1;
      const answered = new Promise<FromUnit>((done) => asked.set(no, done));
      child.send({ type: 'connect', no, call: CALL, device, kind, offer } satisfies ToUnit);
      const message = await answered;
      if (message.type !== 'answer') throw new Error(`refused: ${JSON.stringify(message)}`);
      return message.answer;
    },
    allow: (devices: readonly string[]) =>
      void child.send({ type: 'allow', call: CALL, devices } satisfies ToUnit),
    packets: () => state.packets,
    /** How late it was in each second since the last time. */
    takeLate: () => state.late.splice(0),
    cpuSec: () => cpuSecOf(child.pid),
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

type Unit = Awaited<ReturnType<typeof startUnit>>;

/** Seconds of processor time of a process so far. */
function cpuSecOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** One process of devices. */
function startDevices(unit: Unit) {
  const child = fork(fileURLToPath(import.meta.url), ['devices'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let done: ((message: FromDevices) => void) | null = null;
  child.on('message', (message: FromDevices) => {
    if (message.type !== 'ask') return done?.(message);
    const { no, device, kind, offer } = message;
    void unit
      .ask(device, kind, offer)
      .then((answer) => child.send({ type: 'answer', no, answer } satisfies ToDevices));
  });
  return {
    request: (message: ToDevices) => {
      const answered = new Promise<FromDevices>((resolve) => (done = resolve));
      child.send(message);
      return answered;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

type Devices = ReturnType<typeof startDevices>;

async function join(unit: Unit, count: number, withPictures: boolean) {
  const names = Array.from({ length: count }, (_, no) => `device-${no}`);
  unit.allow(names);
  const processes = Array.from({ length: PROCESSES }, () => startDevices(unit));
  const ask = (type: 'send' | 'receive') =>
    processes.map((one, no) => one.request({ type, names, part: no, parts: PROCESSES, withPictures }));
  await Promise.all(ask('send'));
  const joined = await Promise.all(ask('receive'));
  const waits = joined.flatMap((one) => (one.type === 'joined' ? one.firstPictureMs : []));
  return { processes, firstPictureMs: percentile(waits, 0.95) };
}

async function measure(unit: Unit, processes: readonly Devices[], seconds: number) {
  await setTimeout(WARM_MS);
  await Promise.all(processes.map((one) => one.request({ type: 'reset' })));
  unit.takeLate();
  const [packets, cpu, from] = [unit.packets(), unit.cpuSec(), performance.now()];
  await setTimeout(seconds * 1_000);
  const sec = (performance.now() - from) / 1_000;
  const [sent, cpuSec, unitLate] = [unit.packets() - packets, unit.cpuSec() - cpu, unit.takeLate()];
  // Packets of the last moment may still arrive, or be sent again.
  await setTimeout(1_000);
  const reports = await Promise.all(processes.map((one) => one.request({ type: 'report' })));
  const parts = reports.flatMap((one) => (one.type === 'measured' ? [one.measured] : []));
  const sum = (figure: (part: Measured) => number) => parts.reduce((total, part) => total + figure(part), 0);
  return {
    sent,
    cpuSec,
    sec,
    unitLate,
    devicesLate: parts.map(({ lateMs }) => lateMs),
    received: sum(({ received }) => received),
    lost: sum(({ lost }) => lost),
    sound: added(parts.map(({ sound }) => sound)),
    picture: added(parts.map(({ picture }) => picture)),
  };
}

/** Counts by delay, of all processes. */
const added = (lists: readonly (readonly number[])[]): readonly number[] =>
  (lists[0] ?? []).map((_, step) => lists.reduce((sum, list) => sum + (list[step] ?? 0), 0));

const countOf = (delays: readonly number[]): number => delays.reduce((sum, count) => sum + count, 0);

/** The delay below which this share of the counted packets is. */
function delayAt(delays: readonly number[], share: number): number {
  let left = share * countOf(delays);
  const step = delays.findIndex((count) => (left -= count) <= 0);
  return (Math.max(0, step) + 0.5) * DELAY_STEP_MS;
}

type Total = Awaited<ReturnType<typeof measure>>;

function print(what: string, total: Total): void {
  const { sent, cpuSec, sec, received, lost, sound, picture, unitLate, devicesLate } = total;
  const delays = added([sound, picture]);
  const line = (figure: string, value: string): void => console.log(`  ${what}, ${figure}: ${value}`);
  line('packets sent a second', `${(sent / sec).toFixed(0)} (${sent} in all)`);
  line('share of a core', `${((100 * cpuSec) / sec).toFixed(0)} %`);
  line('packets a second and core', (sent / cpuSec).toFixed(0));
  line('lost packets', `${((100 * lost) / (received + lost)).toFixed(3)} % (${lost})`);
  line('added delay p50', `${delayAt(delays, 0.5).toFixed(1)} ms`);
  line('added delay p95', `${delayAt(delays, 0.95).toFixed(1)} ms`);
  line('of that the unit was late p95', `${percentile(unitLate, 0.5).toFixed(1)} ms`);
  line('of that the devices were late p95', `${Math.max(...devicesLate).toFixed(1)} ms`);
}

function faultsOf(what: string, { lost, received, sound, picture }: Total): readonly string[] {
  const delay = delayAt(added([sound, picture]), 0.95);
  return [
    ...(lost / (received + lost) <= LOST_MAX ? [] : [`${what}, lost packets: ${lost}`]),
    ...(delay <= DELAY_MAX_MS ? [] : [`${what}, added delay p95: ${delay.toFixed(0)} ms`]),
  ];
}

async function withCall<T>(
  count: number,
  withPictures: boolean,
  action: (unit: Unit, call: Awaited<ReturnType<typeof join>>) => Promise<T>,
): Promise<T> {
  const unit = await startUnit();
  const call = await join(unit, count, withPictures);
  try {
    return await action(unit, call);
  } finally {
    for (const one of call.processes) await one.stop();
    await unit.stop();
  }
}

const inTime = (delays: readonly number[]): number => countOf(delays.slice(0, IN_TIME_MS / DELAY_STEP_MS));

const printShare = (figure: string, part: number, all: number): void =>
  console.log(
    `  5 % lost and 100 ms of jitter, ${figure}: ${((100 * part) / Math.max(1, all)).toFixed(1)} %`,
  );

/** Shares of what was sent that arrived within the time for which a page waits. */
function printLossy({ sound, picture, lost }: Total): void {
  const [sounds, pictures] = [countOf(sound), countOf(picture)];
  const total = sounds + pictures + lost;
  printShare('arrived at last', total - lost, total);
  // Sound is not sent again; the next packet of Opus can replace one that is lost.
  printShare('sound that arrived in time', inTime(sound), sounds / (1 - LOSS));
  printShare('pictures that arrived in time', inTime(picture), pictures);
}

export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  await withCall(10, true, async (unit, { processes, firstPictureMs }) => {
    const what = 'ten with pictures';
    const measured = await measure(unit, processes, SECONDS);
    print(what, measured);
    console.log(`  ${what}, join to first picture p95: ${firstPictureMs.toFixed(0)} ms`);
    over.push(...faultsOf(what, measured));
    if (firstPictureMs > FIRST_PICTURE_MAX_MS)
      over.push(`${what}, join to first picture p95: ${firstPictureMs.toFixed(0)} ms`);
    await Promise.all(processes.map((one) => one.request({ type: 'worsen', loss: LOSS })));
    printLossy(await measure(unit, processes, SHORT_SEC));
  });
  await withCall(30, false, async (unit, { processes }) => {
    const measured = await measure(unit, processes, SHORT_SEC);
    print('thirty with sound', measured);
    over.push(...faultsOf('thirty with sound', measured));
  });
  return over;
}
