import { reduce } from '../../src/client/state/reduce.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { State } from '../../src/client/state/state.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import { SEQUENCE_START } from '../../src/client/state/sequence-start.ts';
import { turn } from '../../src/client/state/turn.ts';
import type { TurnCore, Op } from '../../src/client/state/first-turn.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { sync } from '../../src/server/features/sync/sync.ts';
import { decodeContactRows } from '../../src/wire/down/contact.ts';
import { decodeFrame } from '../../src/wire/down/down.ts';
import { decodeSync } from '../../src/wire/down/sync.ts';
import { self } from './contacts.ts';
import type { LiveWorld, Somebody } from './live-world.ts';

/** Through JSON, as on the wire. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * The client's decoders, sequencer and reducer on the answers of a real server; fails on what does not
 * decode.
 */
export class ClientView {
  private core: TurnCore;
  readonly world: LiveWorld;
  readonly who: Somebody;

  constructor(world: LiveWorld, who: Somebody, state: State) {
    this.world = world;
    this.who = who;
    this.core = { state, sequencer: SEQUENCE_START };
  }

  /** Loads the whole current list, like a login. */
  static async fresh(world: LiveWorld, who: Somebody): Promise<ClientView> {
    const { rows, cursor, epoch, seq, count } = await contactsAnswer(world.core, who.id);
    const { contacts, errors } = decodeContactRows(wire(rows));
    if (errors.length > 0) throw new Error(`contact rows: ${JSON.stringify(errors)}`);
    const signedIn: State = { ...EMPTY, self: { ...self, id: who.id } };
    const event = {
      type: 'contactsLoaded',
      contacts,
      epoch,
      cursor,
      selfSeq: seq,
      applications: count,
    } as const;
    return new ClientView(world, who, reduce(signedIn, { kind: 'local', event }).state);
  }

  frame(text: string): void {
    const result = decodeFrame(text, this.who.id);
    if (!result.ok) throw new Error(`frame: ${JSON.stringify(result.reason)} ${text}`);
    if (result.value !== 'ignored') this.take({ kind: 'framed', framed: result.value, origin: 'live' });
  }

  async sync(): Promise<void> {
    const answer = decodeSync(
      wire(await sync(this.world.core, this.who.id, { cursor: this.state.sync.cursor })),
      this.who.id,
    );
    if (!answer.ok) throw new Error(`sync: ${JSON.stringify(answer.reason)}`);
    if (answer.value.errors.length > 0) throw new Error(`sync: ${JSON.stringify(answer.value.errors)}`);
    if (answer.value.full) throw new Error('full resync was not expected');
    this.take({ kind: 'synced', answer: answer.value });
  }

  get state(): State {
    return this.core.state;
  }

  get waiting(): number {
    return this.core.sequencer.gaps.size;
  }

  private take(op: Op): void {
    this.core = turn(this.core, op, 0).core;
  }
}

/** The visible state of the conversations and the client's position, without internal counters. */
export function seen(state: State): unknown {
  const contacts = [...state.contacts].map(({ counting, isOnline: _online, reacted: _mark, ...contact }) => {
    // The mark of a reaction belongs to the device that received it (REACT-10).
    const { seq, count, mark, mentionMark, hiddenTo, peerMark } = counting;
    // Every private event moves the user's own stream, so its position is checked once, below. The known name
    // of the last sender depends on how the client learned of it (LIST-15).
    const { fromName: _name, ...last } = contact.last ?? { fromName: '' };
    return {
      ...contact,
      last,
      seq: contact.kind === 'favourites' ? 0 : seq,
      count,
      mark,
      mentionMark,
      hiddenTo,
      peerMark,
    };
  });
  return {
    contacts,
    kept: state.totals,
    counted: totalsOf(state.contacts, state.totals.system),
    selfSeq: state.sync.selfSeq,
  };
}
