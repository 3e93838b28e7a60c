import { lineOf, replay } from '../../src/client/state/log.ts';
import type { State } from '../../src/client/state/state.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { StateJson } from '../../src/client/state/state-json.ts';
import type { Checker } from './checker.ts';

/**
 * The recorded script of each tab replays to the state of the tab (STORE-11). Only its first state passes
 * through JSON: the inputs were JSON when they arrived.
 */
export const replaysChecker: Checker = {
  name: 'a recorded script replays to the same state',
  end: (world) =>
    world.tabs().flatMap((tab) => {
      const { log } = tab.client.core;
      const before = log.before();
      if (before === null) return [];
      const event = JSON.parse(JSON.stringify(stateToJson(before))) as StateJson;
      const replayed = replay([{ atMs: 0, origin: 'state', event }, ...log.entries().map(lineOf)]);
      const [expected, actual] = [tab.state(), replayed].map(partsOf);
      return Object.keys({ ...expected, ...actual })
        .filter((part) => expected?.[part] !== actual?.[part])
        .map((part) => {
          const [expectedText, scripted] = [expected, actual].map((one) => one?.[part]?.slice(0, 200));
          return `${tab.name}: ${part} is ${expectedText}, the script ends with ${scripted}`;
        });
    }),
};

const partsOf = (state: State): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(stateToJson(state)).map(([part, value]) => [part, JSON.stringify(value)]),
  );
