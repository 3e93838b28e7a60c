import * as ids from '../../../src/domain/ids.ts';
import { NO_STREAMS, NO_TARGETS, streamOfTarget, uuidOf, writtenTarget } from './expected/targets.ts';
import type { Conversation } from './expected/targets.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const MOST = 999_999_999_999_999;
const KINDS = ['person', 'person', 'group', 'favourites', 'notice', 'system'] as const;

const someNumber = (chance: Chance): number =>
  chance.happens(0.3) ? chance.pick([1, 9, 10, MOST]) : chance.whole(1, 10 ** chance.whole(1, 15) - 1);

/** The product's form. */
function parsed({ kind, number }: Conversation): Readonly<Record<string, unknown>> {
  if (kind === 'person') return { kind, user: number };
  return kind === 'group' ? { kind, group: number } : { kind };
}

function targetFaults(chance: Chance, self: number, target: Conversation): readonly string[] {
  const written = writtenTarget(target);
  const asNumber = Number(written);
  const match = ids.parseTarget(written);
  const stream = streamOfTarget(self, target);
  const junk = chance.pick(NO_TARGETS);
  return [
    ...differs(['target', written], match, parsed(target)),
    ...differs(
      ['as number', written],
      ids.parseTarget(asNumber),
      Number.isNaN(asNumber) ? null : parsed(target),
    ),
    ...differs(['no target', junk], ids.parseTarget(junk), null),
    ...differs(['stream', self, written], match && ids.streamOf(ids.userId(self), match), stream),
  ];
}

function streamFaults(self: number, target: Conversation, stranger: number): readonly string[] {
  const { kind, number } = target;
  const text = streamOfTarget(self, target);
  if (text === null) return [];
  const stream = ids.streamId(text);
  const readView = (viewer: number): unknown => ids.contactOfStream(ids.userId(viewer), stream);
  const isPair = kind === 'person';
  const forEverybody = kind === 'group' || kind === 'notice' ? writtenTarget(target) : null;
  return [
    ...differs(['seen', self, text], readView(self), isPair ? String(number) : forEverybody),
    ...differs(['seen by the other', text], isPair ? readView(number) : null, isPair ? String(self) : null),
    ...differs(['seen by a stranger', text], readView(stranger), forEverybody),
    ...differs(
      ['people', text],
      ids.peopleOfStream(stream),
      isPair ? [Math.min(self, number), Math.max(self, number)] : null,
    ),
    ...differs(['group', text], ids.groupOfStream(stream), kind === 'group' ? number : null),
    ...differs(['owner', text], ids.userOfStream(stream), kind === 'favourites' ? self : null),
  ];
}

function noStreamFaults(chance: Chance, self: number): readonly string[] {
  const stream = ids.streamId(chance.pick(NO_STREAMS));
  const match = [
    ids.contactOfStream(ids.userId(self), stream),
    ids.peopleOfStream(stream),
    ids.groupOfStream(stream),
    ids.userOfStream(stream),
  ];
  return differs(['no stream', stream], match, [null, null, null, null]);
}

function uuidFaults(chance: Chance): readonly string[] {
  const atMs = chance.happens(0.3) ? chance.pick([0, 1, 2 ** 48 - 1]) : chance.whole(0, 4_000_000_000_000);
  const random = chance.hex(10);
  return differs(['uuid', atMs, random], ids.timedUuid(atMs, random), uuidOf(atMs, random));
}

function keyFaults(self: number, peer: number): readonly string[] {
  const [me, group] = [ids.userId(self), ids.groupId(peer)];
  const made = [ids.personContact(me), ids.groupContact(group), ids.userStream(me), ids.groupStream(group)];
  const keys = [ids.reactionKey(ids.messageId('m'), '👍'), ids.threadKey(ids.personContact(me), peer)];
  return [
    ...differs(['made', self, peer], made, [`${self}`, `group-${peer}`, `u${self}`, `group-${peer}`]),
    ...differs(['keys', self, peer], keys, ['m 👍', `${self} ${peer}`]),
  ];
}

/** Ids of conversations and streams, with their meaning defined first (STREAM-1, SEND-16). */
export const targetsRule: FactRule = {
  name: 'targets',
  faults: (chance) => {
    const [self, number] = [someNumber(chance), someNumber(chance)];
    // A one-to-one conversation needs two different users.
    const target: Conversation = {
      kind: chance.pick(KINDS),
      number: number === self ? (number % MOST) + 1 : number,
    };
    const stranger = [11, 12, 13].find((one) => one !== self && one !== target.number) ?? 0;
    return [
      ...targetFaults(chance, self, target),
      ...streamFaults(self, target, stranger),
      ...noStreamFaults(chance, self),
      ...uuidFaults(chance),
      ...keyFaults(self, number),
    ];
  },
};
