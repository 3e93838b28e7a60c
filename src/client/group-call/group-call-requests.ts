import type { GroupCall, GroupCallEnd } from '../../domain/group-call.ts';
import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  decodeGroupCallAnswer,
  decodeGroupCallRefusal,
  decodeUnitAnswer,
  isUnitFull,
} from '../../wire/answers/group-calls.ts';
import {
  connectGroupCall,
  joinGroupCall,
  leaveGroupCall,
  raiseHand,
  removeFromGroupCall,
  signalGroupCall,
} from '../../wire/calls/group-calls.ts';
import { outcome, path } from '../connection/answers.ts';
import type { Api } from '../connection/api.ts';
import { outcomeOf, type RequestOutcome } from '../connection/outcome.ts';
import type { Answer } from '../interface/answer.ts';
import type { OwnSignal } from './signal-lanes.ts';

/** The place of a device in the call of a group. */
export interface MemberDevice {
  readonly group: ContactId;
  readonly device: string;
}

export type JoinAnswer =
  | { readonly kind: 'joined'; readonly call: GroupCall }
  | { readonly kind: 'refused'; readonly end: GroupCallEnd; readonly reason: string }
  | { readonly kind: 'failed' };

/** Requests of group calls (GCALL-2 … GCALL-6). */
export class GroupCallRequests {
  readonly #api: Api;
  readonly #clock: Clock;

  constructor(api: Api, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  async join(place: MemberDevice): Promise<JoinAnswer> {
    const result = await this.#api.ask(path(joinGroupCall), bodyOf(place));
    const answer = outcomeOf(result);
    if (answer.outcome === 'refused') {
      const end = result.kind === 'envelope' ? decodeGroupCallRefusal(result.envelope.data) : null;
      return { kind: 'refused', end: end ?? 'refused', reason: answer.reason };
    }
    const call = answer.outcome === 'sent' ? decodeGroupCallAnswer(answer.data) : null;
    return call === null ? { kind: 'failed' } : { kind: 'joined', call };
  }

  /** Repeated if its outcome is unknown: the server sees a socket of this page, and would keep the device. */
  async leave(place: MemberDevice): Promise<void> {
    for (const waitMs of [...limits.againMs, null]) {
      const answer = outcomeOf(await this.#api.ask(path(leaveGroupCall), bodyOf(place)));
      if (waitMs === null || (answer.outcome !== 'unknown' && answer.outcome !== 'later')) return;
      await new Promise<void>((done) => void this.#clock.setTimeout(done, waitMs));
    }
  }

  /** The page or the session ends. */
  leaveAtOnce(place: MemberDevice): Promise<unknown> {
    return this.#api.last(path(leaveGroupCall), bodyOf(place));
  }

  async signal(place: MemberDevice, call: string, signal: OwnSignal): Promise<RequestOutcome> {
    return outcomeOf(await this.#api.ask(path(signalGroupCall), signalBody(place, call, signal)));
  }

  /** Sends an offer to the unit of the call; an `answer` of null: it has none now. */
  async connect(
    place: MemberDevice,
    call: string,
    unit: string,
    kind: 'sound' | 'picture' | 'down',
    offer: string,
  ): Promise<{ readonly answer: string | null; readonly isFull: boolean }> {
    const body = { ...bodyOf(place), call, unit, kind, offer };
    const result = await this.#api.ask(path(connectGroupCall), body);
    const outcome = outcomeOf(result);
    return {
      answer: outcome.outcome === 'sent' ? decodeUnitAnswer(outcome.data) : null,
      isFull: result.kind === 'envelope' && isUnitFull(result.envelope.data),
    };
  }

  requestMute(place: MemberDevice, call: string, to: string): Answer {
    const signal: OwnSignal = { to, kind: 'muteRequest', text: '', candidates: [], path: 0 };
    return outcome(this.#api.call(path(signalGroupCall), signalBody(place, call, signal)));
  }

  /** Sends a reaction to all devices of the call. */
  react(place: MemberDevice, call: string, emoji: string): Answer {
    const signal: OwnSignal = { to: '', kind: 'reaction', text: emoji, candidates: [], path: 0 };
    return outcome(this.#api.call(path(signalGroupCall), signalBody(place, call, signal)));
  }

  raiseHand(place: MemberDevice, on: boolean): Answer {
    return outcome(this.#api.call(path(raiseHand), { ...bodyOf(place), on: on ? 1 : 0 }));
  }

  remove(group: ContactId, user: UserId): Answer {
    return outcome(this.#api.call(path(removeFromGroupCall), { toContactId: group, user_id: user }));
  }
}

const bodyOf = ({ group, device }: MemberDevice) => ({ toContactId: group, device });

const signalBody = (
  place: MemberDevice,
  call: string,
  { to, kind, text, candidates, path: of }: OwnSignal,
) => ({
  ...bodyOf(place),
  call,
  to,
  kind,
  text: kind === 'iceCandidate' ? `[${candidates.join(',')}]` : text,
  path: of,
});
