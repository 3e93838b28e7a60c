import type { CallKept, CallSignal } from '../../domain/events.ts';
import type { ContactId, MessageId, UserId } from '../../domain/ids.ts';
import { parseTarget } from '../../domain/ids.ts';
import type { Person } from '../../domain/message.ts';
import { decodeParsedFrame } from '../../wire/down/down.ts';
import type { Effect } from '../state/effects.ts';

/** One step of a call as received by this device, from the socket or the answer to its bind. */
export interface ReceivedStep {
  readonly call: MessageId;
  /** The other side, whichever side sent it. */
  readonly peer: UserId;
  /** Sent by a device of this user, perhaps this one. */
  readonly fromSelf: boolean;
  readonly name: string;
  readonly avatar: string;
  readonly signal: CallSignal;
  /**
   * live: just received; fetched: from `sync`, perhaps old; kept: of an ongoing call, from the answer to a
   * bind.
   */
  readonly how: 'live' | 'fetched' | 'kept';
}

type Signalled = Extract<Effect, { type: 'callSignal' }>;

/** Returns null if the other side is not a person. */
export function receivedStep(effect: Signalled, self: UserId): ReceivedStep | null {
  const { conversation, from, call, signal, isMissed } = effect;
  return readStep({ conversation, from, self }, { call, signal, how: isMissed ? 'fetched' : 'live' });
}

/**
 * The frames of one live call that this device has not had, in their order; what cannot be read is left out.
 */
export function stepsOf(liveCall: CallKept, self: UserId): readonly ReceivedStep[] {
  return liveCall.frames.flatMap((frame) => {
    const framed = decodeParsedFrame(frame, self);
    if (!framed.ok || framed.value === 'ignored' || framed.value.event.type !== 'callSignal') return [];
    const { message, to, signal } = framed.value.event;
    const step = readStep(
      { conversation: to, from: message.from, self },
      { call: message.id, signal, how: 'kept' },
    );
    return step === null ? [] : [step];
  });
}

interface Between {
  readonly conversation: ContactId;
  readonly from: Person;
  readonly self: UserId;
}

function readStep(
  { conversation, from, self }: Between,
  step: Pick<ReceivedStep, 'call' | 'signal' | 'how'>,
): ReceivedStep | null {
  const fromSelf = from.id === self;
  const target = fromSelf ? parseTarget(conversation) : { kind: 'person' as const, user: from.id };
  if (target?.kind !== 'person' || target.user === self) return null;
  return {
    ...step,
    peer: target.user,
    fromSelf,
    name: from.displayName || from.realname,
    avatar: from.avatar,
  };
}
