import { CALL } from '../../domain/call.ts';
import type { FramedEvent, Place, ServerEvent } from '../../domain/events.ts';
import { personContact, type ContactId } from '../../domain/ids.ts';
import type { Effect, Reduced } from './effects.ts';
import { conversationOf } from './positions.ts';
import { messageUpdated } from './reduce-erasure.ts';
import { messagePosted } from './reduce-messages.ts';
import type { State } from './state.ts';

type Signal = Extract<ServerEvent, { type: 'callSignal' }>;

const signalEffect = ({ message, signal }: Signal, conversation: ContactId): Effect => ({
  type: 'callSignal',
  conversation,
  from: message.from,
  call: message.id,
  signal,
  isMissed: false,
});

/** A plain server names the receiver, not the conversation, in all that follows `calling` (protocol 4.2). */
function behind(state: State, { to, toUser, message }: Signal, place: Place): ContactId {
  const conversation = conversationOf(state, place, to, toUser);
  return state.self !== null && conversation === personContact(state.self.id)
    ? personContact(message.from.id)
    : conversation;
}

/**
 * The end of a call that a fresh list included before its frame arrived: the state needs no change, but a
 * device that learned of the call at its bind must receive its end (CALL-2).
 */
export function lateCallEnd(state: State, { event, place }: FramedEvent): readonly Effect[] {
  if (event.type !== 'callSignal') return [];
  const { kind, code } = event.signal;
  const isEnd = kind === 'hangup' || kind === 'busy' || (kind === 'otherOpt' && code !== CALL.accepted);
  if (!isEnd) return [];
  return [signalEffect(event, behind(state, event, place))];
}

/**
 * Signalling of a call. `calling` is also a message (a line in chat and list); the end of a call rewrites
 * that line; all other signals go only to the call machines.
 */
export function callSignal(state: State, event: Signal, place: Place): Reduced {
  const { message, signal } = event;
  const conversation = behind(state, event, place);
  const effect = signalEffect(event, conversation);
  if (signal.kind === 'calling') {
    const posted = messagePosted(
      state,
      {
        type: 'messagePosted',
        to: event.to,
        toUser: event.toUser,
        inGroup: false,
        message,
        contact: event.contact,
      },
      place,
    );
    // The ring starts before the line arrives, so the line needs no sound.
    return { state: posted.state, effects: [effect, ...posted.effects] };
  }
  if (signal.kind !== 'hangup' && signal.kind !== 'otherOpt' && signal.kind !== 'busy')
    return { state, effects: [effect] };
  // Answered on another device: no end yet, and perhaps later than the end itself (CALL-8).
  if (signal.kind === 'otherOpt' && signal.code === CALL.accepted) return { state, effects: [effect] };
  const { id, content, extra } = message;
  return { state: messageUpdated(state, { conversation, id, content, extra }).state, effects: [effect] };
}
