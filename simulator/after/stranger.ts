import { shownList, listWanted } from '../checkers/oracle.ts';
import { triedOf } from '../checkers/tried.ts';
import { textsOf } from '../checkers/erasure.ts';
import { Remains } from '../oracle/erasure.ts';
import { drive } from '../time/drive.ts';
import { signIn } from '../world/sign-in.ts';
import type { World } from '../world/world-type.ts';

/**
 * A user logs out, and another user logs in on the device: it shows only theirs and holds no data of the
 * first user (SESS-3).
 */
export async function stranger(world: World): Promise<readonly string[]> {
  const { clock, people } = world;
  const device = people[0]?.devices[0];
  const other = people.at(-1);
  const [tab] = device?.tabs ?? [];
  if (!device || !tab || !other || other === people[0]) return [];
  for (const one of device.tabs.slice(1)) device.close(one);
  await drive(clock, tab.client.actions.logout(), 60_000);
  await clock.advance(3_000);
  const remains = new Remains(triedOf(world).oracle);
  const left = textsOf(device).flatMap(([where, text]) =>
    remains.allIn(text).map((word) => `${word} lies on ${device.name} in ${where} after the log-out`),
  );
  await drive(clock, signIn(world, tab, other), 60_000);
  await clock.advance(6_000);
  const { oracle } = triedOf(world);
  const [shown, wanted] = [shownList(tab.state()).join('\n'), listWanted(oracle, other.id).join('\n')];
  const now = new Remains(oracle);
  const kept = textsOf(device).flatMap(([where, text]) =>
    now.notFor(other.id, text).map((word) => `${word} lies on ${device.name} in ${where} for somebody else`),
  );
  await drive(clock, tab.client.actions.logout(), 60_000);
  if (people[0]) await drive(clock, signIn(world, tab, people[0]), 60_000);
  return [
    ...left,
    ...(shown === wanted ? [] : [`${tab.name} shows ${shown} to somebody else, whose list is ${wanted}`]),
    ...kept,
  ];
}
