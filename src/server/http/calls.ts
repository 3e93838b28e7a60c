import * as v from 'valibot';
import type { UserId } from '../../domain/ids.ts';
import { serverLimits } from '../kernel/limits.ts';
import { OUR_CLIENT } from '../../wire/first-call.ts';
import { code } from '../../wire/envelope.ts';
import type { Envelope } from '../../wire/envelope.ts';
import { endedLogin, sessionBefore, sessionOf } from '../kernel/session.ts';
import type { Core } from '../kernel/core.ts';
import { fieldRefusal, Refusal, refusedForNow } from '../kernel/refusal.ts';
import type { Tries } from '../features/auth/tries.ts';
import { tokenRefusal } from '../features/bots/token-calls.ts';
import type { Context } from '../features/context.ts';
import { guestRefusal } from '../features/guests/guest-calls.ts';
import type { EndpointAnswer, RequestOrigin, LoginSession } from '../kernel/request.ts';
import type { Signalling } from '../features/calls/calls.ts';
import type { Marks } from '../features/marks/marks.ts';
import type { ReactionGathering } from '../features/messages/react.ts';
import type { VoteGathering } from '../features/messages/vote.ts';
import type { Previews } from '../features/previews/previews.ts';
import type { Quotas } from '../features/quotas/quotas.ts';
import { refusalAnswer, refusalEnvelope, refusedByStore, succeeded } from '../kernel/answer.ts';
import { addressKey } from '../kernel/address-key.ts';
import type { CallRequest } from './call-request.ts';
import { parseInput, withForm } from './parse-input.ts';
import { waitForCall } from '../kernel/rate.ts';
import { noRoom } from './room.ts';
import type { AtOnce } from './at-once.ts';
import type { RateCounter } from '../kernel/rate.ts';
import type { Endpoint } from '../features/endpoint.ts';
import { languageOf } from '../kernel/texts.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import { USUAL } from '../kernel/settings.ts';

export interface EndpointParts extends Pick<
  Context,
  'core' | 'marks' | 'signalling' | 'rates' | 'tries' | 'quotas' | 'reactions' | 'votes'
> {
  readonly previews: Previews;
  /** Per user: calls in progress, and uploads among them (LIMIT-17, UP-SRV-7). */
  readonly underWay: AtOnce;
  readonly uploading: AtOnce;
}

/** Returns true if the client sends our mark; a base-protocol client does not. */
export const isOurs = (request: Pick<CallRequest, 'header'>): boolean =>
  request.header('x-requested-with') === OUR_CLIENT;

/** Parts of the path that have names. */
type Params = Readonly<Record<string, string>>;

export interface AnsweredCall {
  readonly envelope: Envelope;
  /** The user who called. */
  readonly user: UserId | null;
  readonly characters?: number | undefined;
  /** Added to the headers of every answer. */
  readonly headers?: EndpointAnswer['headers'];
}

/**
 * One request, from its headers to the envelope. A refusal becomes an envelope here and nowhere else; anything
 * that is thrown is thrown on and becomes HTTP 500 without one, so that a client never takes a fault for an
 * answer.
 */
export async function answerCall(
  on: EndpointParts,
  row: Endpoint,
  request: CallRequest,
  peer: RequestOrigin,
  params: Params | null = null,
): Promise<AnsweredCall> {
  const language = languageOf(request.header('accept-language'));
  const who: Asker = { user: null, leave: null };
  let answer: EndpointAnswer | Refusal;
  try {
    answer = await answerTo(on, row, { request, peer, params, language }, who);
  } catch (error) {
    answer = refusedByStore(error);
  } finally {
    who.leave?.();
  }
  if (answer instanceof Refusal) on.core.meter?.refusal(answer.reason);
  return answer instanceof Refusal
    ? { envelope: refusalEnvelope(refusalAnswer(answer, language)), user: who.user }
    : {
        envelope: succeeded(answer, language),
        user: who.user,
        characters: answer.characters,
        headers: answer.headers,
      };
}

/** The caller, once known, and a function that ends the call's count as in progress. */
interface Asker {
  user: UserId | null;
  leave: (() => void) | null;
}

interface AskedCall {
  readonly request: CallRequest;
  readonly peer: RequestOrigin;
  readonly params: Params | null;
  readonly language: TextLanguage;
}

async function answerTo(
  on: EndpointParts,
  row: Endpoint,
  call: AskedCall,
  who: Asker,
): Promise<EndpointAnswer | Refusal> {
  const crowded = noRoom(on.core);
  if (crowded) return crowded;
  const authorization = call.request.header('authorization');
  const before = row.proves ? sessionBefore(on.core, authorization) : null;
  if (!before) {
    const session = authorization || row.who === 'signedIn' ? await sessionOf(on.core, authorization) : null;
    return answerAs(on, row, call, who, session);
  }
  const answer = await answerAs(on, row, call, who, { ...before, remembered: true });
  // A refusal may precede the command's session check: an ended session must receive only that error.
  if (!(answer instanceof Refusal) || (await sessionOf(on.core, authorization))) return answer;
  return endedLogin(on.core, authorization ?? '');
}

async function answerAs(
  on: EndpointParts,
  row: Endpoint,
  { request, peer, params, language }: AskedCall,
  who: Asker,
  session: LoginSession | null,
): Promise<EndpointAnswer | Refusal> {
  const authorization = request.header('authorization');
  const user = session?.user ?? null;
  if (session) on.core.uses?.note(session.token, peer.address, session.access !== undefined);
  who.user = user;
  if (row.who === 'signedIn' && !session)
    return authorization
      ? await endedLogin(on.core, authorization)
      : new Refusal('needLogin', { code: code.session });
  const context = new CallContext(on, request, peer, language, session);
  const tooOften = takeRate(on, row, peer, row.who === 'signedIn' ? user : null);
  if (tooOften) return tooOften;
  who.leave = user === null ? null : on.underWay.begin(user);
  if (user !== null && !who.leave) return refusedForNow('tooOften', MANY_RETRY_MS);
  if (row.form && session && request.request) {
    const barred = await refusalOfToken(on, row, session, null);
    if (barred) return barred;
    return withForm(on, row, row.form, request.request, session.user, (body) => row.execute(context, body));
  }
  const text = await request.text(user === null ? serverLimits.strangerBytesMax : serverLimits.bodyBytesMax);
  if (text instanceof Refusal) return text;
  const body = bodyFor(row, request, text, params);
  if (body instanceof Refusal) return body;
  const refusal = session ? await refusalOfToken(on, row, session, body) : null;
  return refusal ?? row.execute(context, body);
}

/** A session without limits passes (BOT-5, GUEST-4). */
async function refusalOfToken(
  { core }: EndpointParts,
  { paths, who }: Endpoint,
  { user, access, isGuest }: LoginSession,
  body: unknown,
): Promise<Refusal | null> {
  if (isGuest && who === 'signedIn') return guestRefusal(paths, body);
  return access ? tokenRefusal(core, { paths, user, access, body }) : null;
}

/** Time for some of them to end. */
const MANY_RETRY_MS = 1_000;

/** Small answers cost less than counting them. */
const COUNTED_BYTES = 4_096;
const answersOf = (user: number): string => `answers ${user}`;

/** The cost of an answer counts against the user's next calls (LIMIT-9). */
export function countAnswer(rates: RateCounter, { user, characters = 0 }: AnsweredCall, bytes: number): void {
  const cost = bytes + characters * serverLimits.bytesOfCharacter;
  if (user !== null && cost > COUNTED_BYTES) rates.spend(answersOf(user), serverLimits.answerRate, cost);
}

/**
 * A class, because one is made per call: an object literal with an accessor costs as much as a database
 * statement.
 */
class CallContext implements Context {
  readonly core: Core;
  readonly marks: Marks;
  readonly signalling: Signalling;
  readonly rates: RateCounter;
  readonly tries: Tries;
  readonly quotas: Quotas;
  readonly reactions: ReactionGathering;
  readonly votes: VoteGathering;
  readonly previews: Previews;
  readonly client: string | null;
  readonly isOurs: boolean;

  constructor(
    on: EndpointParts,
    private readonly request: CallRequest,
    readonly peer: RequestOrigin,
    readonly language: TextLanguage,
    readonly session: LoginSession | null,
  ) {
    this.core = on.core;
    this.marks = on.marks;
    this.signalling = on.signalling;
    this.rates = on.rates;
    this.tries = on.tries;
    this.quotas = on.quotas;
    this.reactions = on.reactions;
    this.votes = on.votes;
    this.previews = on.previews;
    this.client = request.header('clientid');
    this.isOurs = isOurs(request);
  }

  get cookie(): string | null {
    return this.request.header('cookie');
  }

  /** Parsed only on demand. */
  get origin(): string {
    return this.core.settings.publicUrl ?? this.peer.origin ?? this.request.origin();
  }
}

/** Per person, and wider per address; a call that anybody may make only per address (LIMIT-1). */
function takeRate(
  { rates, core }: Pick<EndpointParts, 'rates' | 'core'>,
  row: Endpoint,
  peer: RequestOrigin,
  user: number | null,
): Refusal | null {
  const [path = ''] = row.paths;
  const rate = row.rate ?? (core.settings.most ?? USUAL).callRate;
  const address = addressKey(peer.address);
  const wait = waitForCall(rates, path, rate, { user, address });
  const answerWaitMs = user === null ? 0 : rates.waitMsOf(answersOf(user), serverLimits.answerRate);
  return wait > 0 || answerWaitMs > 0 ? refusedForNow('tooOften', Math.max(wait, answerWaitMs)) : null;
}

const EARLY = { abortEarly: true } as const;

/** Removes unknown fields; the first problem is reported (WIRE-7). */
function bodyFor(row: Endpoint, request: CallRequest, text: string, params: Params | null): unknown {
  const input = parseInput(request, text);
  if (input instanceof Refusal) return input;
  const cid = request.header('cid');
  const plain = Array.isArray(input) || (!cid && params === null);
  const whole = plain ? input : { ...(cid ? { cid } : {}), ...input, ...params };
  const read = v.safeParse(row.body, whole, EARLY);
  if (read.success) return read.output;
  return fieldRefusal(read.issues);
}
