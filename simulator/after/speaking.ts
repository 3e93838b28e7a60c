import type { MessageId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import type { Draft } from '../../src/domain/message.ts';
import { triedOf } from '../checkers/tried.ts';
import type { WorldPerson } from '../devices/person.ts';
import { refusalReason } from '../oracle/rights.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { contactIn, firstTabOf } from './people.ts';
import type { AtPage } from './people.ts';

/** Time within which a request is answered on a fast network. */
export const ANSWER_MS = 20_000;
/** Messages one user sends in a part of the final phase, unless the part sets a number. */
const LINES_MAX = 40;
/** Clocks that were not set differ by less. */
const SAME_MS = 1_000;
/** More messages than any user sends in a World. */
const PLENTY = 1_000;

/** They may speak there, and need not wait between two lines (GROUP-26). */
export function maySpeak(world: World, { id }: WorldPerson, chat: string): boolean {
  const { oracle } = triedOf(world);
  const slowSec = oracle.chats.get(chat)?.group?.setting.slowSec ?? 0;
  const isSlow = slowSec > 0 && oracle.seat(id, chat)?.role === 3;
  return !isSlow && refusalReason(oracle, id, { wants: 'say', chat, at: [] }) === null;
}

/**
 * A part must not use up a user's daily quota. Erased messages count too, so the server is asked; nodes with
 * different clocks count different days.
 */
export async function hasRoom(world: World, person: WorldPerson, lines = LINES_MAX): Promise<boolean> {
  const most = world.gear.settings.quota?.messages ?? PLENTY;
  const tab = firstTabOf(person);
  if (most >= PLENTY || tab === null) return true;
  const times = world.nodes.flatMap((node) => node.clock?.nowMs() ?? []);
  if (Math.max(...times) - Math.min(...times) > SAME_MS) return false;
  const used = await drive(world.clock, tab.client.actions.usedToday(), ANSWER_MS);
  return used.ok && (used.value?.messages.used ?? 0) + lines < most;
}

export const plainDraft = (text: string): Draft => ({ ...EMPTY_DRAFT, text });

/** Sends a line; the id under which it is kept, null: it was refused. */
export async function sends(
  world: World,
  { person, tab }: AtPage,
  chat: string,
  draft: Draft,
): Promise<MessageId | null> {
  const sending = tab.client.actions.send(contactIn(person, chat), draft);
  const made = await drive(world.clock, sending, ANSWER_MS);
  return made.ok ? made.value : null;
}
