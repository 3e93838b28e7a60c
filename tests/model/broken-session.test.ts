import { expect, it } from 'vitest';
import { brokenSession } from '../../simulator/run/broken-session.ts';
import { createWorld } from '../../simulator/world/world.ts';
import { contactId } from '../../src/domain/ids.ts';
import { Controller } from '../../src/inspector/model/controller.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { framed } from '../support/contacts.ts';

it('INSP-15: a broken promise leaves the session of its tab, with the list of a fresh login', async () => {
  const world = await createWorld({ seed: 7, clients: 2, nodes: 1, keepTrace: false });
  await world.clock.advance(30_000);
  const tab = world.people[1]?.devices[0]?.tabs[0];
  const open = async (): Promise<Controller> => {
    const session = await brokenSession(world);
    expect(session?.device).toBe(world.people[1]?.devices[0]?.name);
    const script = readScript(session?.script ?? '');
    expect([script.problems, script.expected.length]).toEqual([[], 1]);
    const controller = new Controller();
    controller.load('session', script);
    return controller;
  };
  world.record.problem('a promise', `${tab?.name} is not as it should be`);
  const right = await open();
  expect([right.get().compared?.first, right.session.at(right.session.length).state.contacts.size]).toEqual([
    null,
    tab?.state().contacts.size,
  ]);

  // Only this tab receives that the chat is pinned.
  const [chat] = tab?.state().contacts ?? [];
  const conversation = chat?.id ?? contactId(0);
  tab?.client.core.framed(framed({ type: 'topSet', conversation, isTop: true }), 'live');
  const wrong = await open();
  expect(wrong.get().compared?.first?.n).toBe(wrong.session.length);
  expect(wrong.get().compared?.first?.changes.map(({ path }) => path)).toContain(
    `chat ${conversation} pinned`,
  );
});
