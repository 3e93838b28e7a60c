import type { Ids, Random } from '../../src/ports/random.ts';

/**
 * The only source of chance in a World: xoshiro128** on four 32-bit words, filled from the seed by a mixing
 * hash. `fork` creates an independent source by name, so that an additional draw of one process does not
 * change another's; a shrunk run therefore stays close to the long one.
 */
export interface Chance extends Random {
  /** Whole number in [from, to]. */
  whole(from: number, to: number): number;
  /** True this often, 0 … 1. */
  happens(odds: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the names, by weight; weights of zero never come. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
  fork(name: string): Chance;
  ids(): Ids;
}

/** 32 bits of a text and a number; every bit of both matters. */
function mix(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const rotl = (x: number, k: number): number => ((x << k) | (x >>> (32 - k))) >>> 0;

/**
 * All sources of one World, which may be thrown again at some moment: from then on another chance, for all of
 * them.
 */
export class Dice {
  salt = '';
  turn = 0;

  throwAgain(salt: string): void {
    this.salt = salt;
    this.turn += 1;
  }
}

export function createChance(name: string, dice: Dice = new Dice()): Chance {
  let [turn, a, b, c, d] = [-1, 0, 0, 0, 0];
  const begin = (): void => {
    turn = dice.turn;
    const from = turn === 0 ? name : `${name} ${dice.salt}`;
    [a, b, c, d] = [mix(from, 0), mix(from, 1), mix(from, 2), mix(from, 3) | 1];
  };
  begin();
  const bits = (): number => {
    if (turn !== dice.turn) begin();
    const result = Math.imul(rotl(Math.imul(b, 5) >>> 0, 7), 9) >>> 0;
    const t = (b << 9) >>> 0;
    c = (c ^ a) >>> 0;
    d = (d ^ b) >>> 0;
    b = (b ^ c) >>> 0;
    a = (a ^ d) >>> 0;
    c = (c ^ t) >>> 0;
    d = rotl(d, 11);
    return result;
  };
  const next = (): number => bits() / 0x1_0000_0000;
  const hex = (bytes: number): string => {
    let text = '';
    while (text.length < bytes * 2) text += bits().toString(16).padStart(8, '0');
    return text.slice(0, bytes * 2);
  };
  const chance: Chance = {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    happens: (odds) => next() < odds,
    pick: (from) => {
      const item = from[Math.floor(next() * from.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    weighted: <T extends string>(weights: Readonly<Record<T, number>>): T => {
      const names = Object.keys(weights) as T[];
      let left = next() * names.reduce((sum, one) => sum + weights[one], 0);
      for (const one of names) {
        left -= weights[one];
        if (left < 0) return one;
      }
      throw new Error('no name has a weight');
    },
    fork: (part) => createChance(`${name}/${part}`, dice),
    ids: () => ({
      hex,
      uuid: () => hex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5'),
    }),
  };
  return chance;
}
