import { reviewOf } from '../checkers/reviewed.ts';
import type { Tab } from '../devices/device.ts';
import { isSignedIn } from '../devices/person.ts';
import { userId } from '../../src/domain/ids.ts';
import { drive } from '../time/drive.ts';
import { differences, freshView, seenOf } from '../world/view.ts';
import type { World } from '../world/world-type.ts';

/** Time in which the page of the next user must show what a fresh login shows. */
const AGREES_MS = 60_000;
const LOGOUT_MS = 60_000;

/**
 * Another user has signed in where the first one logged out. Their page must show what a fresh login of theirs
 * shows, and nothing of the first user waits in it. Then they log out.
 */
export async function endOtherLogin(world: World): Promise<void> {
  const { clock, record } = world;
  const [first, next] = world.people;
  if (!next) return;
  const theirs = (first?.devices.flatMap(({ tabs }) => tabs) ?? []).filter(
    (tab) => isSignedIn(tab) && tab.state().self?.id === userId(next.id),
  );
  for (const tab of theirs) {
    const end = clock.elapsedMs() + AGREES_MS;
    let left = await leftIn(world, tab, next.id);
    for (; left.length > 0 && clock.elapsedMs() < end; left = await leftIn(world, tab, next.id))
      await clock.advance(1_000);
    for (const text of left) record.problem('nothing crosses a log-out', text);
  }
  // Only then: a log-out in one tab ends the others of the device, too.
  for (const tab of theirs) await drive(clock, tab.client.actions.logout(), LOGOUT_MS);
}

/** A page whose user has logged out shows nothing of that user. */
export function endLogout(world: World): void {
  const [first] = world.people;
  for (const tab of first?.devices.flatMap(({ tabs }) => tabs) ?? []) {
    if (tab.client.session.get().name !== 'signedOut') continue;
    const { contacts, conversations, outbox } = tab.state();
    const sizes = [[...contacts].length, conversations.size, outbox.size];
    if (sizes.some((size) => size > 0))
      world.record.problem(
        'nothing crosses a log-out',
        `${tab.name} has ${sizes.join(', ')} chats, windows and unsent messages after a log-out`,
      );
  }
}

async function leftIn(world: World, tab: Tab, user: number): Promise<readonly string[]> {
  const state = tab.state();
  if (!state.self || !state.sync.ready) return [`${tab.name} has no list of the next user`];
  const waiting = [...state.outbox.keys(), ...tab.client.uploads.get().map(({ id }) => id)];
  const view = await freshView(world, userId(user), state.self);
  // The next user has opened no chat on this page.
  const windows = [...state.conversations.keys()];
  return [
    ...differences(seenOf(state), view).map((line) => `${tab.name}, next user: ${line}`),
    ...windows.map((id) => `${tab.name} has the window ${id} of the former user`),
    ...waiting.map((what) => `${tab.name} would send ${what} for the next user`),
  ];
}

/** A message was sent by the user who wrote it, whoever uses the page now. */
export function sentByOthers(world: World): readonly string[] {
  const authors = new Map(
    world.people.flatMap(({ id, devices }) => devices.map(({ name }) => [name, id] as const)),
  );
  const lines = new Map([...reviewOf(world).oracle.lines.values()].map((line) => [line.id, line]));
  return world.record.messages.flatMap(({ id, device, text }) => {
    const line = id === null ? undefined : lines.get(id);
    return line === undefined || line.by === authors.get(device)
      ? []
      : [`${text} was written on ${device} and sent by user ${line.by}`];
  });
}
