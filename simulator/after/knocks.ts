import type { ContactId } from '../../src/domain/ids.ts';
import { userId } from '../../src/domain/ids.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Tab } from '../devices/device.ts';
import { expectedKnocksTold } from '../oracle/knocking.ts';
import { refusalReason } from '../oracle/rights.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { firstTabOf } from './people.ts';
import { ANSWER_MS } from './speaking.ts';

/** Time until all users have received an event, on a fast network. */
const HEARD_MS = 1_500;

/** A user who may admit others to a group, and a user who may join. */
interface Door {
  readonly group: ContactId;
  readonly lead: Tab;
  readonly guest: Tab;
  readonly guestId: number;
}

/**
 * A user requests to join a group, withdraws, asks again and is answered. Each time every device of the
 * group's managers is notified once and no other user is; the waiting user is on their list (GROUP-29).
 */
export async function knocks(world: World): Promise<readonly string[]> {
  const door = doorIn(world);
  if (door === null) return [];
  const { group, lead, guest, guestId } = door;
  const { actions } = lead.client;
  const form = { forSec: 3_600, max: 0, asks: true };
  const made = await drive(world.clock, actions.addGroupLink(group, form), ANSWER_MS);
  // There may be as many links as a group has already.
  if (!made.ok) return [];
  const token = made.value.address.slice(made.value.address.lastIndexOf('/') + 1);
  const faults: string[] = [];
  const step = async (what: string, isWaiting: boolean, does: () => Promise<{ readonly ok: boolean }>) => {
    const wanted = hearers(world, group);
    const before = world.witness.knocks.length;
    const { ok } = await drive(world.clock, does(), ANSWER_MS);
    await world.clock.advance(HEARD_MS);
    const heard = world.witness.knocks.slice(before).filter((one) => one.group === group);
    const sockets = heard.map(({ socket, to }) => `${to} at ${socket}`).toSorted();
    const isRight = sockets.join() === (ok ? wanted.join() : '');
    if (!isRight)
      faults.push(`${what} in ${group}: heard by [${sockets.join()}], it should be [${wanted.join()}]`);
    const list = await drive(world.clock, actions.joinRequests(group), ANSWER_MS);
    const waits = list.ok && list.value.some(({ user }) => user === guestId);
    if (ok && waits !== isWaiting) faults.push(`${what} in ${group}: is ${waits ? '' : 'not '}on the list`);
    return ok;
  };
  const asks = () => guest.client.actions.joinGroup(group, token, { text: 'k1.0' });
  const answers = (tab: Tab, accept: boolean) => () =>
    tab.client.actions.answerJoinRequest(group, userId(guestId), accept);
  // A user who reached the rate limit earlier cannot ask now.
  if (!(await step('asked', true, asks))) return faults;
  await step('taken back', false, answers(guest, false));
  if (!(await step('asked anew', true, asks))) return faults;
  await step('answered', false, answers(lead, world.around.chance.fork('knocks').happens(0.5)));
  return faults;
}

/** Sockets of our clients that belong to the group's managers. */
const hearers = (world: World, group: string): readonly string[] => {
  const leads = expectedKnocksTold(triedOf(world).oracle, group);
  return [...world.witness.bound()]
    .filter(([, { user, ours }]) => ours && leads.includes(user))
    .map(([socket, { user }]) => `${user} at ${socket}`)
    .toSorted();
};

/** Finds a group and a user outside it who may join by a link. */
function doorIn(world: World): Door | null {
  const { oracle } = triedOf(world);
  for (const name of oracle.chats.keys()) {
    const leads = expectedKnocksTold(oracle, name);
    const lead = world.people.find(
      (one) =>
        leads.includes(one.id) &&
        firstTabOf(one) !== null &&
        refusalReason(oracle, one.id, { wants: 'letIn', chat: name }) === null,
    );
    const guest = world.people.find(
      (one) =>
        firstTabOf(one) !== null &&
        oracle.seat(one.id, name) === null &&
        oracle.chats.get(name)?.group?.barred.has(one.id) === false,
    );
    const [there, here] = [lead && firstTabOf(lead), guest && firstTabOf(guest)];
    if (there && here && guest)
      return { group: name as ContactId, lead: there, guest: here, guestId: guest.id };
  }
  return null;
}
