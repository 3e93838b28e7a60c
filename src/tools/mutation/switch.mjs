// Queried by the program with all faults while it runs: selects the current fault. It also records which
// faults would have changed a result so far: those that were reached, and for comparisons and sums, only
// those with another result.

/** @typedef {{ on: number, hits: Uint8Array, rounds: number, roundsMax: number }} Switch */

/** A fault made a loop endless. */
export class Endless extends Error {}

const TWO = {
  '<': [
    (/** @type {any} */ a, /** @type {any} */ b) => a < b,
    (/** @type {any} */ a, /** @type {any} */ b) => a <= b,
  ],
  '<=': [
    (/** @type {any} */ a, /** @type {any} */ b) => a <= b,
    (/** @type {any} */ a, /** @type {any} */ b) => a < b,
  ],
  '>': [
    (/** @type {any} */ a, /** @type {any} */ b) => a > b,
    (/** @type {any} */ a, /** @type {any} */ b) => a >= b,
  ],
  '>=': [
    (/** @type {any} */ a, /** @type {any} */ b) => a >= b,
    (/** @type {any} */ a, /** @type {any} */ b) => a > b,
  ],
  '===': [
    (/** @type {any} */ a, /** @type {any} */ b) => a === b,
    (/** @type {any} */ a, /** @type {any} */ b) => a !== b,
  ],
  '!==': [
    (/** @type {any} */ a, /** @type {any} */ b) => a !== b,
    (/** @type {any} */ a, /** @type {any} */ b) => a === b,
  ],
  '+': [
    (/** @type {any} */ a, /** @type {any} */ b) => a + b,
    (/** @type {any} */ a, /** @type {any} */ b) => a - b,
  ],
  '-': [
    (/** @type {any} */ a, /** @type {any} */ b) => a - b,
    (/** @type {any} */ a, /** @type {any} */ b) => a + b,
  ],
  '*': [
    (/** @type {any} */ a, /** @type {any} */ b) => a * b,
    (/** @type {any} */ a, /** @type {any} */ b) => a / b,
  ],
  '/': [
    (/** @type {any} */ a, /** @type {any} */ b) => a / b,
    (/** @type {any} */ a, /** @type {any} */ b) => a * b,
  ],
  '%': [
    (/** @type {any} */ a, /** @type {any} */ b) => a % b,
    (/** @type {any} */ a, /** @type {any} */ b) => a * b,
  ],
};

/**
 * @param {number} count of faults
 * @returns {Switch}
 */
export function install(count) {
  /** @type {Switch} */
  const now = { on: -1, hits: new Uint8Array(count), rounds: 0, roundsMax: Infinity };
  const { hits } = now;
  const round = () => {
    now.rounds += 1;
    if (now.rounds > now.roundsMax) throw new Endless('a loop without end');
  };
  const on = (/** @type {number} */ no) => {
    round();
    hits[no] = 1;
    return no === now.on;
  };
  /** @type {(no: number, sign: keyof typeof TWO, a: any, b: any) => any} */
  const two = (no, operator, a, b) => {
    const [plain, other] = /** @type {[(a: any, b: any) => any, (a: any, b: any) => any]} */ (TWO[operator]);
    const result = plain(a, b);
    if (no === now.on) return on(no) && other(a, b);
    if (hits[no] === 0 && typeof a !== 'bigint' && !Object.is(result, other(a, b))) hits[no] = 1;
    return result;
  };
  /** @type {(no: number, plain: 'min', other: 'max', ...args: number[]) => number} */
  const math = (no, plain, other, ...args) => {
    const result = Math[plain](...args);
    if (no === now.on) return on(no) ? Math[other](...args) : result;
    if (!Object.is(result, Math[other](...args))) hits[no] = 1;
    return result;
  };
  /** @type {(no: number, test: any) => any} */
  const all = (no, test) =>
    typeof test !== 'function'
      ? test
      : (/** @type {any[]} */ ...args) => {
          const result = test(...args);
          if (no === now.on) return on(no);
          if (!result) hits[no] = 1;
          return result;
        };
  Object.assign(globalThis, {
    $round: round,
    $on: on,
    $two: two,
    $math: math,
    $all: all,
    $turned: (/** @type {number} */ no, /** @type {any} */ value) => (on(no) ? !value : value),
    $not: (/** @type {number} */ no, /** @type {any} */ value) => (on(no) ? value : !value),
  });
  return now;
}
