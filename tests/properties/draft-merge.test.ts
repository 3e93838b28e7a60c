import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { createDrafts } from '../../src/client/kernel/drafts.ts';
import { contactId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT, type Draft } from '../../src/domain/message.ts';
import { runs } from '../support/runs.ts';

/** A step with drafts on a device that two users share. */
type Step =
  | { readonly kind: 'write'; readonly chat: number; readonly text: string; readonly at: boolean }
  | { readonly kind: 'lateWrite'; readonly chat: number; readonly text: string }
  | { readonly kind: 'expire' | 'logout' }
  | { readonly kind: 'signIn'; readonly user: 1 | 2 };

const chat = fc.nat({ max: 3 });
const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 5 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), chat, text, at: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lateWrite' as const), chat, text }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { kind: 'expire' as const },
      { kind: 'expire' as const },
      { kind: 'logout' as const },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1 as const, 2 as const).map((user) => ({ kind: 'signIn' as const, user })),
  },
);

const id = (chat: number) => contactId(chat + 1);
const draft = (words: string, at: boolean): Draft => ({
  text: words,
  at: at ? [{ id: 9, name: 'Nine' }] : [],
  quote: null,
});
const isEmpty = (one: Draft): boolean => one.text === '' && one.at.length === 0;

describe('drafts', () => {
  it('STORE-10 SESS-3: a user who signs in finds exactly their drafts, whichever user came between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
        const drafts = createDrafts(createMemoryProfile().settings());
        // The simple model: drafts by user, and the user who is or was last at the device.
        const storedDrafts = { 1: new Map<number, Draft>(), 2: new Map<number, Draft>() };
        let now: 1 | 2 | null = 1;
        let last: 1 | 2 = 1;
        for (const one of steps) {
          if (one.kind === 'write' && now !== null) {
            const made = draft(one.text, one.at);
            drafts.set(id(one.chat), made);
            if (isEmpty(made)) storedDrafts[now].delete(one.chat);
            else storedDrafts[now].set(one.chat, made);
          } else if (one.kind === 'lateWrite' && now === null) {
            // The page of the ended session still accepts text.
            const made = draft(one.text, false);
            drafts.setKept(last, id(one.chat), made);
            if (!isEmpty(made)) storedDrafts[last].set(one.chat, made);
          } else if (one.kind === 'expire' && now !== null) {
            drafts.keepFor(now);
            now = null;
          } else if (one.kind === 'logout' && now !== null) {
            drafts.wipe();
            storedDrafts[now].clear();
            now = null;
          } else if (one.kind === 'signIn' && now === null) {
            now = last = one.user;
            drafts.giveBackTo(now);
          }
          for (const at of [0, 1, 2, 3])
            expect(drafts.get(id(at))).toEqual(
              (now === null ? undefined : storedDrafts[now].get(at)) ?? EMPTY_DRAFT,
            );
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('STORE-10: any stored value is read as a draft or as none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .record({ text: fc.string(), at: fc.jsonValue(), quote: fc.jsonValue() })
            .map((one) => JSON.stringify(one)),
        ),
        (stored) => {
          const settings = createMemoryProfile().settings();
          settings.set('draft-1', stored);
          settings.set('kept-drafts-1', stored);
          const drafts = createDrafts(settings);
          const { text: words, at } = drafts.get(contactId(1));
          expect([typeof words, Array.isArray(at)]).toEqual(['string', true]);
          drafts.keepFor(2);
          drafts.giveBackTo(1);
          drafts.giveBackTo(2);
          expect(typeof drafts.get(contactId(1)).text).toBe('string');
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
