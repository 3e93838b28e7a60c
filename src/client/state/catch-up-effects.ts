import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Effect } from './effects.ts';
import type { State } from './state.ts';
import { canHearMentions, isHeard } from './totals.ts';

type Arrived = Extract<Effect, { type: 'arrived' }>;
type MarkRead = Extract<Effect, { type: 'markRead' }>;
type Call = Extract<Effect, { type: 'callSignal' }>;

/**
 * Effects still worth executing after missed events, filtered by the final state (EFFECT-2): at most one
 * sound, one notification per conversation still unread, only the present state of a call, and nothing about
 * a chat that came back.
 */
export function afterCatchUp(state: State, effects: readonly Effect[]): readonly Effect[] {
  const arrived = new Map<ContactId, Arrived>();
  const reads = new Map<ContactId, MarkRead>();
  const calls = new Map<MessageId, Call>();
  const rest: Effect[] = [];
  let hasMessage = false;
  let hasApplication = false;
  for (const effect of effects) {
    if (effect.type === 'sound') {
      if (effect.conversation === undefined) hasApplication = true;
      else hasMessage = true;
    } else if (effect.type === 'arrived') {
      // Missed reactions that the list shows.
      if (effect.preview.kind !== 'reaction') arrived.set(effect.conversation, effect);
    } else if (effect.type === 'withdrawn') {
      if (arrived.get(effect.conversation)?.id === effect.id) arrived.delete(effect.conversation);
      rest.push(effect);
    } else if (effect.type === 'markRead') reads.set(effect.conversation, effect);
    else if (effect.type === 'callSignal') calls.set(effect.call, effect);
    else if (stillTrue(state, effect)) rest.push(effect);
  }
  const news = [...arrived.values()].filter((one) => isUnread(state, one));
  // One that waited since before the catch-up is not news.
  const isAudible = (hasMessage && news.length > 0) || (hasApplication && state.totals.system > 0);
  return [
    ...rest,
    ...reads.values(),
    ...[...calls.values()].map((call) => ({ ...call, missed: true })),
    ...(isAudible ? [{ type: 'sound', conversation: news.at(-1)?.conversation } as const] : []),
    ...news,
  ];
}

function isUnread(state: State, { conversation: id, follows, toMe }: Arrived): boolean {
  const contact = state.contacts.get(id);
  if (contact === undefined || state.open === id) return false;
  const isTold = isHeard(contact) || follows === true || (toMe === true && canHearMentions(contact));
  // An edit may have mentioned me in a message that I had read (COUNT-15).
  return isTold && (contact.unread > 0 || (toMe === true && contact.mentions > 0));
}

function stillTrue(state: State, effect: Effect): boolean {
  if (effect.type === 'chatGone') return !state.contacts.has(effect.conversation);
  if (effect.type === 'bindGroup') return state.contacts.has(effect.conversation);
  return true;
}
