import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_INDEX, indexOf, type ContactIndex } from '../../src/client/state/contact-index.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { contactId } from '../../src/domain/ids.ts';
import { compareContacts } from '../../src/domain/order.ts';
import { aContact, facts, self } from '../support/contacts.ts';
import { runs } from '../support/runs.ts';
import { asScript, type SmallestLine } from '../support/smallest.ts';

const time = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(0, -5, Number.NaN, Number.POSITIVE_INFINITY),
);
const contact = fc
  .record({ id: fc.integer({ min: 1, max: 300 }), isTop: fc.boolean(), lastSentAtMs: time })
  .map(({ id, ...parts }) => aContact(id, parts));
const change = fc.oneof(
  { weight: 5, arbitrary: contact.map((value) => ({ put: value, remove: null })) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 300 }).map((id) => ({ put: null, remove: contactId(id) })),
  },
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** The same list as input of a client: the last value of each contact, without removed ones. */
function linesOf(changes: readonly Change[]): readonly SmallestLine[] {
  const left = new Map<string, Contact>();
  for (const { put, remove } of changes) {
    if (put) left.set(put.id, put);
    else if (remove) left.delete(remove);
  }
  const contacts = [...left.values()].map(({ id, isTop, lastSentAtMs }) =>
    facts(id, { isTop, lastSentAtMs }),
  );
  return [
    { atMs: 0, origin: 'local', event: { type: 'signedIn', self } },
    {
      atMs: 0,
      origin: 'local',
      event: { type: 'contactsLoaded', contacts, epoch: 'e', cursor: 'c', selfSeq: 0, applications: 0 },
    },
  ];
}

const apply = (
  index: ContactIndex,
  { put, remove }: { put: Contact | null; remove: Contact['id'] | null },
): ContactIndex => (put ? index.with(put) : remove ? index.remove(remove) : index);

function check(index: ContactIndex, model: ReadonlyMap<string, Contact>): void {
  const order = [...model.values()].toSorted(compareContacts);
  expect([...index]).toEqual(order);
  expect(index.size).toBe(order.length);
  for (const [i, one] of order.entries()) {
    expect(index.at(i)).toBe(one);
    expect(index.get(one.id)).toBe(one);
  }
  expect(index.at(order.length)).toBeUndefined();
  expect(index.at(-1)).toBeUndefined();
}

describe('contact index', () => {
  it('LIST-1 LIST-2: keeps pinned first, then the newest, invalid times last, equal ones by id', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 600, size: 'max' }), (changes) => {
        const model = new Map<string, Contact>();
        let index = EMPTY_INDEX;
        for (const one of changes) {
          index = apply(index, one);
          if (one.put) model.set(one.put.id, one.put);
          if (one.remove) model.delete(one.remove);
        }
        check(index, model);
        check(indexOf(model.values()), model);
      }),
      { numRuns: runs(200), ...asScript<[Change[]]>('contact-order', ([changes]) => linesOf(changes)) },
    );
  });

  it('LIST-1 LIST-2: the same in a list of thousands that shrinks and grows', () => {
    const many = Array.from({ length: 2_500 }, (_, i) =>
      aContact(i, { lastSentAtMs: (i * 7_919) % 997, isTop: i % 50 === 0 }),
    );
    const shrinking = fc.oneof(
      {
        weight: 1,
        arbitrary: fc
          .record({ id: fc.nat({ max: 2_600 }), isTop: fc.boolean(), lastSentAtMs: time })
          .map(({ id, ...parts }) => ({ put: aContact(id, parts), remove: null })),
      },
      { weight: 3, arbitrary: fc.nat({ max: 2_499 }).map((id) => ({ put: null, remove: contactId(id) })) },
    );
    fc.assert(
      fc.property(fc.array(shrinking, { minLength: 1_500, maxLength: 3_000, size: 'max' }), (changes) => {
        const model = new Map(many.map((one) => [one.id, one]));
        let index = indexOf(many);
        for (const one of changes) {
          index = apply(index, one);
          if (one.put) model.set(one.put.id, one.put);
          if (one.remove) model.delete(one.remove);
        }
        check(index, model);
      }),
      { numRuns: runs(8) },
    );
  });

  it('LIST-11: every older version stays as it was, and branches do not touch each other', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 150, size: 'max' }),
        fc.array(change, { maxLength: 40 }),
        fc.nat({ max: 149 }),
        (changes, branch, at) => {
          const versions = [{ index: EMPTY_INDEX, model: new Map<string, Contact>() }];
          for (const one of changes) {
            const last = versions.at(-1);
            if (!last) break;
            const model = new Map(last.model);
            if (one.put) model.set(one.put.id, one.put);
            if (one.remove) model.delete(one.remove);
            versions.push({ index: apply(last.index, one), model });
          }
          const from = versions[at % versions.length];
          let other = from?.index ?? EMPTY_INDEX;
          for (const one of branch) other = apply(other, one);
          for (const { index, model } of versions) {
            check(index, model);
            check(index.apart(), model);
          }
        },
      ),
      { numRuns: runs(8) },
    );
  });

  it('LIST-11: the same contact again gives the same index, and changes are reported by ID', () => {
    const one = aContact(1, { lastSentAtMs: 5 });
    const before = indexOf([one, aContact(2), aContact(3)]);
    expect(before.with(one)).toBe(before);
    expect(before.remove(contactId(99))).toBe(before);
    const after = before.with(aContact(2, { isTop: true })).remove(contactId(3));
    expect([...(after.changedSince(before) ?? [])].toSorted()).toEqual(['2', '3']);
    expect(before.changedSince(after)).toBeNull();
    expect(before.get(contactId(3))?.id).toBe('3');
  });
});
