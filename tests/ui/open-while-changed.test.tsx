// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { indexOf } from '../../src/client/state/contact-index.ts';
import { addressBook } from '../../src/client/state/address-book.ts';
import { CHANGES } from '../support/open-changes.ts';
import { answers, scene, type Scene } from '../support/open-scene.ts';
import { closed, opened, settled, type Thing, THINGS } from '../support/open-things.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { NOON } from '../support/told-changes.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  closed();
  vi.useRealTimers();
});

/** The same thing opened only after the change, by the same steps. */
async function anew(thing: Thing, at: Scene, steps: number): Promise<readonly string[]> {
  closed();
  const state = at.client.store.get();
  // Prevents cached parts of an older state from passing as parts of the current one.
  addressBook(stateWith([]));
  const contacts = indexOf([...state.contacts].map((one) => ({ ...one })));
  const client = scriptedClient({ ...state, contacts }, answers(at));
  client.calls.show(at.client.calls.get());
  // A layer that can no longer be opened is gone, and so is the menu that led to it.
  const again = await opened(thing, { ...at, client }, steps);
  if (again.steps === steps) return again.seen;
  closed();
  client.calls.show(at.client.calls.get());
  return (await opened(thing, { ...at, client }, 0)).seen;
}

const CASES = Object.entries(CHANGES).flatMap(([what, change]) =>
  change.seenIn.map((name) => [name, what, change] as const),
);

describe('open layers during changes', () => {
  it.each(CASES)('UI-150: %s shows that %s as if it were opened then', async (name, _, change) => {
    const thing = THINGS[name];
    if (thing === undefined) expect.fail('no such thing');
    const at = scene(change.mine ?? thing.mine);
    await change.before?.(at);
    thing.before?.(at);
    const { steps, seen: before } = await opened(thing, at);
    expect(steps).toBe(thing.steps?.length ?? 0);
    await change.act(at);
    const after = await settled(thing);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await anew(thing, at, steps));
  });

  it('UI-150: each thing that can be open is looked at', () => {
    const looked = new Set(CASES.map(([name]) => name));
    expect(Object.keys(THINGS).filter((name) => !looked.has(name))).toEqual([]);
  });
});
