import { describe, expect, it } from 'vitest';
import { groupCallLimits as limits } from '../../src/domain/group-call-limits.ts';
import type { CallCipher } from '../../src/ports/media.ts';
import { type Device, house, LOST } from './group-call-house.ts';

interface Key {
  readonly generation: number;
  readonly step: number;
}

/** A cipher whose keys are their own names. */
function namedCipher(number: number) {
  let newest: Key = { generation: 0, step: 0 };
  const log = {
    used: newest,
    known: new Map<string, Key>(),
    plain: new Set<string>(),
    wraps: [] as string[],
    closed: false,
    missing: (_device: string): void => undefined,
  };
  const cipher: CallCipher = {
    publicKey: `B${`${number}`.padStart(86, 'A')}=`,
    advance: async () => {
      newest = { ...newest, step: newest.step + 1 };
    },
    rotate: () => {
      newest = { generation: newest.generation + 1, step: 0 };
    },
    use: async () => {
      log.used = newest;
    },
    wrap: async (_call, _from, to) => {
      log.wraps.push(`${to.device} ${newest.generation}.${newest.step}`);
      return `${newest.generation}+${newest.step}+`.padEnd(84, 'A');
    },
    accept: async (_call, from, _to, box) => {
      const [generation = 0, step = 0] = box.split('+').map(Number);
      log.known.set(from.device, { generation, step });
      return true;
    },
    setPlain: (device, isPlain) => void (isPlain ? log.plain.add(device) : log.plain.delete(device)),
    forget: (device) => void log.known.delete(device),
    words: async (_call, holders) =>
      holders.map(({ publicKey }) => Number(publicKey.slice(1, 87).replace(/A/g, ''))),
    onMissing: (listener) => (log.missing = listener),
    close: () => (log.closed = true),
  };
  return { cipher, log };
}

type Ciphered = Device & ReturnType<typeof namedCipher>;

/** Devices of users 1, 2 …, which join one after another; those in `without` cannot encrypt. */
async function ciphered(count: number, without: readonly number[] = []) {
  const all = house();
  const devices: Ciphered[] = [];
  const add = async (): Promise<Ciphered> => {
    const number = devices.length + 1;
    const device = all.device(number);
    const made = namedCipher(number);
    if (!without.includes(number)) device.media.cipher = async () => made.cipher;
    const whole = { ...device, ...made };
    devices.push(whole);
    await device.join();
    await all.wait(50);
    return whole;
  };
  for (let at = 0; at < count; at += 1) await add();
  await all.wait(1_000);
  return { ...all, devices, add };
}

const states = (devices: readonly Device[]) => devices.map((one) => one.view()?.encryption.state);
const nameOf = (device: Device): string => device.view()?.device ?? '';
/** The newest key that each of the others has of a device. */
const knownOf = (device: Ciphered, others: readonly Ciphered[]) =>
  others.map(({ log }) => log.known.get(nameOf(device)));

describe('keys of a call', () => {
  it('GCALL-19: each device gets the key of each other one, and all show the same words', async () => {
    const { devices } = await ciphered(3);
    expect(states(devices)).toEqual(['on', 'on', 'on']);
    for (const one of devices) {
      expect(one.log.known.size).toBe(2);
      expect(one.view()?.encryption.words?.toSorted()).toEqual([1, 2, 3]);
      expect([...one.log.plain]).toEqual([]);
    }
  });

  it('GCALL-20: the key goes one step on before a new device gets it', async () => {
    const { devices, add, wait } = await ciphered(2);
    const [a] = devices as [Ciphered];
    const before = a.log.used;
    const c = await add();
    await wait(1_000);
    expect(a.log.used).toEqual({ ...before, step: before.step + 1 });
    expect(c.log.known.get(nameOf(a))).toEqual(a.log.used);
    expect(states(devices)).toEqual(['on', 'on', 'on']);
  });

  it('GCALL-20: after a device left, the others use a key within a second that it never gets', async () => {
    const { devices, wait } = await ciphered(3);
    const [a, b, c] = devices as [Ciphered, Ciphered, Ciphered];
    const gone = nameOf(c);
    c.driver.actions.leaveGroupCall();
    await wait(limits.rekeyMs + limits.switchKeyMs + 100);
    expect([a.log.used, b.log.used]).toEqual([
      { generation: 1, step: 0 },
      { generation: 1, step: 0 },
    ]);
    expect([...knownOf(a, [b]), ...knownOf(b, [a])]).toEqual([a.log.used, b.log.used]);
    for (const { log } of [a, b]) {
      expect(log.wraps.filter((one) => one.startsWith(gone) && one.includes(' 1.'))).toEqual([]);
      expect(log.known.has(gone)).toBe(false);
    }
    expect(c.log.closed).toBe(true);
    expect(states([a, b])).toEqual(['on', 'on']);
  });

  it('GCALL-20: devices that leave together change the key once', async () => {
    const { devices, wait } = await ciphered(5);
    const [a, b, ...leaving] = devices as [Ciphered, Ciphered, ...Ciphered[]];
    for (const one of leaving) one.driver.actions.leaveGroupCall();
    await wait(2_000);
    expect([a.log.used.generation, b.log.used.generation]).toEqual([1, 1]);
  });

  it('GCALL-20: a device that joins while a key changes gets the newest, and all use it', async () => {
    const { devices, add, wait } = await ciphered(3);
    const [a, b, c] = devices as [Ciphered, Ciphered, Ciphered];
    c.driver.actions.leaveGroupCall();
    await wait(limits.rekeyMs + 100);
    const d = await add();
    await wait(2_000);
    expect(knownOf(a, [d])).toEqual([a.log.used]);
    expect(knownOf(b, [d])).toEqual([b.log.used]);
    expect(a.log.used.generation).toBe(1);
  });

  it('GCALL-21: a device that cannot encrypt is named by all, and gets clear frames only then', async () => {
    const { devices, wait } = await ciphered(3, [2]);
    const [a, b, c] = devices as [Ciphered, Ciphered, Ciphered];
    expect(states(devices)).toEqual(['waiting', 'off', 'waiting']);
    expect([...a.log.plain]).toEqual([]);
    await wait(limits.askKeyMs * limits.askKeyMax + 100);
    for (const one of [a, c]) {
      expect(one.view()?.encryption).toEqual({ state: 'partial', without: [nameOf(b)], words: null });
      expect([...one.log.plain]).toEqual([nameOf(b)]);
    }
    expect(a.log.known.has(nameOf(c))).toBe(true);
    const asks = a.posts.length;
    await wait(60_000);
    expect(a.posts.length).toBe(asks);
  });

  it('GCALL-19: keys that were lost on the way are asked for again', async () => {
    const all = await ciphered(1);
    all.on.answers['signalGroupCall'] = LOST;
    await all.add();
    await all.wait(4_000);
    expect(states(all.devices)).toEqual(['waiting', 'waiting']);
    delete all.on.answers['signalGroupCall'];
    await all.wait(15_000);
    expect(states(all.devices)).toEqual(['on', 'on']);
  });

  it('GCALL-19: frames without a key ask for it, at most once a second', async () => {
    const { devices, wait } = await ciphered(2);
    const [a, b] = devices as [Ciphered, Ciphered];
    await wait(limits.shareKeyMs);
    const [asks, wraps] = [b.posts.length, a.log.wraps.length];
    b.log.known.clear();
    for (let at = 0; at < 20; at += 1) b.log.missing(nameOf(a));
    await wait(200);
    expect(b.log.known.get(nameOf(a))).toEqual(a.log.used);
    expect([b.posts.length - asks, a.log.wraps.length - wraps]).toEqual([1, 1]);
    expect(states(devices)).toEqual(['on', 'on']);
  });

  it('GCALL-19: a device that is cut off and joins again gets a new key, and old ones end', async () => {
    const { devices, wait, on, set } = await ciphered(2);
    const [a, b] = devices as [Ciphered, Ciphered];
    const everyone = on.call?.participants ?? [];
    set(everyone.filter(({ user }) => user !== b.self));
    await wait(5_000);
    expect(states(devices)).toEqual(['on', 'on']);
    expect(a.log.used.generation).toBe(1);
    expect(knownOf(a, [b])).toEqual([a.log.used]);
  });
});
