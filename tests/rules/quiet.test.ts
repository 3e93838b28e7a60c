import { describe, expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { stateFromJson, stateToJson } from '../../src/client/state/state-json.ts';
import { contactId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { quietEnd } from '../../src/domain/quiet.ts';
import { PARTNER, scripted, type Scripted, type ScriptedOptions } from '../support/scripted-server.ts';

const BERT = contactId(9);
const { HOUR, MINUTE } = duration;
const at = (text: string) => Date.parse(text);

async function signedIn(options: ScriptedOptions = {}): Promise<Scripted> {
  const on = await scripted(options);
  await on.client.start();
  await on.login();
  return on;
}

/** The server tells the own devices, as it does after each change. */
function confirming(on: Scripted): (isNotice: number) => void {
  let seq = 0;
  const tell = (isNotice: number) => {
    seq += 1;
    on.push('setIsNotice', { id: 9, is_notice: isNotice, is_group: 0 }, { stream: 'u7', seq });
  };
  on.answer('/isNotice', (request) => {
    tell((request.body as { readonly is_notice: number }).is_notice);
    return { code: 0 };
  });
  return tell;
}

const asked = (on: Scripted) =>
  on.of('/isNotice').map((one) => (one.body as { readonly is_notice: number }).is_notice);
const muted = ({ client }: Scripted) => client.core.get().contacts.get(BERT)?.isNotice === false;
const until = ({ client }: Scripted) => client.core.get().quietUntil.get(BERT);
const quiet = (on: Scripted, forMs: number) =>
  on.client.actions.setNotice(BERT, false, on.clock.nowMs() + forMs);

describe('a conversation that is muted for a while', () => {
  it('LIST-14: ends after one hour, after eight, in the morning of where one is, or never by itself', () => {
    const now = at('2026-03-04T22:30:00Z');
    expect(quietEnd('hour', now, 0)).toBe(at('2026-03-04T23:30:00Z'));
    expect(quietEnd('hours', now, 0)).toBe(at('2026-03-05T06:30:00Z'));
    expect(quietEnd('morning', now, 0)).toBe(at('2026-03-05T08:00:00Z'));
    // Half past six in the morning there, and half past four in the afternoon.
    expect(quietEnd('morning', now, 480)).toBe(at('2026-03-05T00:00:00Z'));
    expect(quietEnd('morning', now, -360)).toBe(at('2026-03-05T14:00:00Z'));
    expect(quietEnd('morning', at('2026-03-05T08:00:00Z'), 0)).toBe(at('2026-03-06T08:00:00Z'));
    expect(quietEnd('always', now, 0)).toBeNull();
  });

  it('LIST-14: is heard again when its time has come, and not a moment before', async () => {
    const on = await signedIn();
    confirming(on);
    await quiet(on, HOUR);
    await on.settle();
    expect([muted(on), until(on)]).toEqual([true, on.clock.nowMs() + HOUR]);
    await on.clock.advance(HOUR - 1_000);
    expect([asked(on), muted(on)]).toEqual([[0], true]);
    await on.clock.advance(2_000);
    expect([asked(on), muted(on), until(on)]).toEqual([[0, 1], false, undefined]);
  });

  it('LIST-14: a longer or an endless silence takes the place of a short one; unmuting by hand ends the waiting', async () => {
    const on = await signedIn();
    const tell = confirming(on);
    await quiet(on, MINUTE);
    await quiet(on, HOUR);
    await on.clock.advance(2 * MINUTE);
    expect(muted(on)).toBe(true);
    await on.client.actions.setNotice(BERT, false);
    expect(until(on)).toBeUndefined();
    await on.clock.advance(2 * HOUR);
    expect(muted(on)).toBe(true);
    await quiet(on, HOUR);
    await on.settle();
    // On another device.
    tell(1);
    await on.settle();
    expect([muted(on), until(on)]).toEqual([false, undefined]);
  });

  it('LIST-14: the end that another tab chose is kept though its word comes before that of the server', async () => {
    const profile = createMemoryProfile();
    const on = await signedIn({ profile });
    const tell = confirming(on);
    profile.settings().set('quiet-7', JSON.stringify([[BERT, on.clock.nowMs() + HOUR]]));
    await on.settle();
    await on.clock.advance(MINUTE);
    tell(0);
    await on.settle();
    expect([muted(on), profile.settings().get('quiet-7')]).toEqual([true, expect.stringContaining(BERT)]);
    await on.clock.advance(HOUR);
    expect([asked(on), muted(on)]).toEqual([[1], false]);
  });

  it('LIST-14: is kept over a reload, lifted at the next start when it ended meanwhile, and forgotten by who leaves', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    confirming(first);
    await quiet(first, HOUR);
    await first.clock.advance(MINUTE);
    await first.client.stop();
    const second = await scripted({ profile, clock: first.clock });
    await first.clock.advance(2 * HOUR);
    second.answer('/getContacts', {
      code: 0,
      data: [{ ...PARTNER, is_notice: 0 }],
      count: 0,
      page: 0,
      cursor: 'c0',
      epoch: 'e1',
      seq: 0,
    });
    await second.client.start();
    await second.clock.advance(1_000);
    expect(asked(second)).toEqual([1]);
    await quiet(second, HOUR);
    expect(profile.settings().keys()).toContain('quiet-7');
    await second.client.actions.logout();
    expect(profile.settings().keys()).not.toContain('quiet-7');
  });

  it('LIST-14: what is stored there and makes no sense is nothing; a refusal leaves no end behind', async () => {
    const profile = createMemoryProfile();
    profile.settings().set('quiet-7', '[["9","soon"],[9,1],{"9":1},["9"]]');
    const on = await signedIn({ profile });
    expect(on.client.core.get().quietUntil.size).toBe(0);
    on.answer('/isNotice', { code: 400, msg: 'no' });
    await quiet(on, HOUR);
    await on.settle();
    expect([muted(on), until(on)]).toEqual([false, undefined]);
  });

  it('LIST-14: a recorded state keeps it, and one from before has none', async () => {
    const on = await signedIn();
    await quiet(on, HOUR);
    const { quietUntil, ...older } = stateToJson(on.client.core.get());
    expect(stateFromJson({ ...older, quietUntil }).quietUntil).toEqual(on.client.core.get().quietUntil);
    expect(stateFromJson(older).quietUntil.size).toBe(0);
  });
});

describe('reading everything', () => {
  it('LIST-13: every conversation is read to its end, muted ones too, a few at a time', async () => {
    const on = await scripted();
    const rows = Array.from({ length: 30 }, (_, i) => ({
      ...PARTNER,
      id: 100 + i,
      stream: `7-${100 + i}`,
      is_notice: i % 3 === 0 ? 0 : 1,
      count: 5,
      unread: 2,
      is_at: 0,
      mark: 3,
      lastContent: 'hi',
      last: { n: 5, id: `m${i}`, type: 'text', content: 'hi', sendTime: 1_700_000_000, from_user: 100 + i },
    }));
    on.answer('/getContacts', { code: 0, data: rows, count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
    let [under, most] = [0, 0];
    on.answer('/setMsgIsRead', async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise<void>((resolve) => void on.clock.setTimeout(resolve, 100));
      under -= 1;
      return { code: 0 };
    });
    await on.client.start();
    await on.login();
    expect(on.client.core.get().totals.unread).toBe(40);
    await on.client.actions.markAllRead();
    expect(on.client.core.get().pending.read.size).toBe(30);
    await on.clock.advance(2_000);
    const marks = on
      .of('/setMsgIsRead')
      .map(
        (one) =>
          one.body as { readonly toContactId: string; readonly messages: readonly { readonly n: number }[] },
      );
    expect(new Set(marks.map((one) => one.toContactId)).size).toBe(30);
    expect(marks.every((one) => one.messages[0]?.n === 5)).toBe(true);
    expect(most).toBe(6);
  });
});
