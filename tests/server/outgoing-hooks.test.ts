import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/domain/duration.ts';
import { userId } from '../../src/domain/ids.ts';
import type { HookPost, HookPosts, HookReply } from '../../src/ports/hook-posts.ts';
import { outgoingLimits } from '../../src/server/kernel/hook-limits.ts';
import { prune } from '../../src/server/features/sync/prune.ts';
import { admin } from '../support/admin.ts';
import type { Fields } from '../support/fields.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const received: HookPost[] = [];
const OK: HookReply = { status: 200, text: '' };
let answers: (post: HookPost) => HookReply | Promise<HookReply> = () => OK;
const hookPosts: HookPosts = {
  isAllowed: (url) => url.startsWith('https://'),
  post: (request) => {
    received.push(request);
    return Promise.resolve(answers(request));
  },
};
const { world, anna, bela, group } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  group: 'all',
  jobs: true,
  options: () => {
    received.length = 0;
    answers = () => OK;
    return { hookPosts };
  },
});

interface Made {
  readonly hook: number;
  readonly secret: string;
}
const URL_OF = 'https://ci.example.org/events';
const form = (kinds: readonly string[] = ['messages'], name = 'CI') => ({
  id: group,
  name,
  url: URL_OF,
  kinds,
});
const add = (kinds?: readonly string[]) => world.ok<Made>(anna, 'group/addOutgoing', form(kinds));
/** Advances in steps, so that PostgreSQL can answer between two of them. */
async function pass(ms = 2 * SECOND): Promise<void> {
  const steps = Math.min(200, Math.ceil(ms / SECOND));
  for (let at = 0; at < steps; at += 1) {
    await world.clock.advance(ms / steps);
    await world.settle();
  }
}
const bodies = () => received.map(({ body }) => JSON.parse(body) as Fields);
const textsSent = (from = 0) =>
  bodies()
    .slice(from)
    .map(({ data }) => (data['message'] as Fields)['text']);
const log = ({ hook }: Made) => world.rows(anna, 'group/deliveries', { id: group, hook });

describe('management', () => {
  it('HOOK-9: admins of a group list, add, change and remove its outgoing hooks', async () => {
    const made = await add();
    expect(made.secret).toMatch(/^whsec_[\w+/]{32,}=*$/);
    const list = await world.rows(bela, 'group/groupUserList', { group_id: group });
    expect(JSON.stringify(list)).toContain('CI 🤖');
    const [row] = await world.rows(anna, 'group/outgoing', { id: group });
    expect(row).toMatchObject({ hook: made.hook, name: 'CI', url: URL_OF, kinds: ['messages'], failing: 0 });
    expect(JSON.stringify(row)).not.toContain(made.secret);
    const one = { id: group, hook: made.hook };
    for (const [path, body] of [
      ['group/outgoing', { id: group }],
      ['group/addOutgoing', form()],
      ['group/editOutgoing', { ...form(), hook: made.hook }],
      ['group/removeOutgoing', one],
      ['group/deliveries', one],
      ['group/repeatDelivery', { ...one, seq: 1 }],
    ] as const)
      expect(await world.code(bela, path, body), path).toBe(400);
    for (const wrong of [{ url: 'http://10.0.0.1' }, { kinds: [] }, { kinds: ['all'] }, { name: '' }])
      expect(await world.code(anna, 'group/addOutgoing', { ...form(), ...wrong })).toBe(400);
    const edit = { ...form(['pins'], 'CD'), hook: made.hook };
    expect(await world.ok(anna, 'group/editOutgoing', edit)).toMatchObject({ secret: '' });
    const { secret } = await world.ok<Made>(anna, 'group/editOutgoing', { ...edit, renew: 1 });
    expect(secret).not.toBe(made.secret);
    expect(await world.rows(anna, 'group/outgoing', { id: group })).toMatchObject([
      { name: 'CD', kinds: ['pins'] },
    ]);
    await world.ok(anna, 'group/removeOutgoing', one);
    expect(await world.rows(anna, 'group/outgoing', { id: group })).toEqual([]);
    const audit = await world.server.core.store.read((tx) => tx.audit.page(0, 500));
    expect(audit.filter(({ what }) => what.startsWith('outgoing hook')).map(({ what }) => what)).toHaveLength(
      4,
    );
  });

  it('HOOK-9: ten of one group; none of them is in the list of bots', async () => {
    for (let at = 0; at < 10; at += 1) {
      await add();
      world.clock.pass(MINUTE);
    }
    expect(await world.code(anna, 'group/addOutgoing', form())).toBe(400);
    expect((await world.ok<{ bots: readonly unknown[] }>(anna, 'im/getBots')).bots).toEqual([]);
  });
});

describe('events', () => {
  it('HOOK-10: reports the chosen kinds with group, user, text and frame', async () => {
    await add(['messages', 'changes', 'reactions', 'pins', 'members']);
    const { id, msg_id: msgId } = await world.say(bela, group, 'Build &lt;1&gt; passed');
    await world.ok(bela, 'im/editMessage', { id, content: 'Build 1 failed' });
    await world.ok(anna, 'im/react', { id, emoji: '👍', on: 1 });
    await world.ok(anna, 'im/pinMessage', { id, on: 1 });
    await world.ok(bela, 'im/undoMessage', { id });
    await pass();
    const all = bodies();
    expect(all.map(({ type }) => type)).toEqual([
      'message.created',
      'message.edited',
      'message.reacted',
      'message.pinned',
      ...all.slice(4).map(({ type }) => type),
    ]);
    expect(all.map(({ type }) => type)).toContain('message.deleted');
    expect(all[0]).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        group: { id: group, name: expect.any(String) },
        user: { id: bela.id, name: 'bela name', bot: false },
        message: { id, msg_id: msgId },
        frame: { type: 'group', stream: group },
      },
    });
    expect(JSON.stringify(all[2])).toContain('anna name');
  });

  it('HOOK-10: text that was deleted before the delivery is not sent', async () => {
    await add();
    answers = () => ({ status: 503, text: '' });
    const { id } = await world.say(bela, group, 'my password');
    await world.ok(bela, 'im/undoMessage', { id });
    received.length = 0;
    answers = () => OK;
    await pass(MINUTE);
    expect(received.length).toBeGreaterThan(0);
    expect(JSON.stringify(bodies())).not.toContain('my password');
  });

  it('HOOK-10: of its group alone, from its creation until it is removed', async () => {
    await world.say(bela, group, 'before');
    const { hook } = await add();
    await world.say(bela, anna.id, 'private');
    await world.say(bela, group, 'in the group');
    await pass();
    expect(textsSent()).toEqual(['in the group']);
    await world.ok(anna, 'group/removeUser', { id: group, user_id: hook });
    await world.say(bela, group, 'after');
    await pass(MINUTE);
    expect(received).toHaveLength(1);
  });
});

describe('failures', () => {
  it('HOOK-12: retries in order with growing waits, with the same number, until it is accepted', async () => {
    const made = await add();
    answers = () => ({ status: 500, text: 'oops' });
    for (const text of ['one', 'two']) await world.say(bela, group, text);
    await pass(20 * MINUTE);
    const tries = received.length;
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(8);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(await log(made)).toMatchObject([{ state: 'failed', status: 500, answer: 'oops' }]);
    expect((await world.rows(anna, 'group/outgoing', { id: group }))[0]?.['failing']).toBeGreaterThan(0);
    answers = () => OK;
    world.clock.pass(HOUR);
    await pass();
    expect(textsSent(tries)).toEqual(['one', 'two']);
    expect((await world.rows(anna, 'group/outgoing', { id: group }))[0]).toMatchObject({
      failing: 0,
      behind: 0,
    });
  });

  it('HOOK-12: gives an event up after a day and continues with younger ones', async () => {
    const made = await add();
    answers = () => ({ status: 0, fault: 'no answer' });
    await world.say(bela, group, 'old');
    world.clock.pass(DAY - HOUR);
    await world.say(bela, group, 'young');
    world.clock.pass(2 * HOUR);
    await pass();
    answers = () => OK;
    received.length = 0;
    world.clock.pass(2 * HOUR);
    await pass();
    expect(textsSent()).toEqual(['young']);
    expect((await log(made)).map(({ state }) => state)).toEqual(['sent', 'dropped']);
  });

  it('HOOK-12: a receiver that hangs is left after ten seconds', async () => {
    const made = await add();
    answers = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ status: 0, fault: 'no answer' }));
      });
    await world.say(bela, group, 'slow');
    await pass(outgoingLimits.requestMs + 2 * SECOND);
    expect(await log(made)).toMatchObject([{ state: 'failed', status: 0, answer: 'no answer' }]);
  });

  it('HOOK-12: pauses while its creator is disabled, then delivers what was missed', async () => {
    await add();
    await admin(world, 'user', 'disable', 'anna', '--yes');
    await world.say(bela, group, 'meanwhile');
    await pass(5 * MINUTE);
    expect(received).toEqual([]);
    await admin(world, 'user', 'enable', 'anna');
    await pass(5 * MINUTE);
    expect(received).toHaveLength(1);
  });

  it('HOOK-13: the log has the last hundred events, and one can be sent again', async () => {
    const made = await add();
    answers = () => ({ status: 400, text: 'x'.repeat(5_000) });
    await world.say(bela, group, 'bad');
    await pass();
    const [entry] = await log(made);
    expect(String(entry?.['answer'])).toHaveLength(outgoingLimits.answerShown);
    answers = () => OK;
    const again = { id: group, hook: made.hook, seq: entry?.['seq'] };
    expect(await world.ok(anna, 'group/repeatDelivery', again)).toMatchObject({ state: 'sent', status: 200 });
    expect(received.at(-1)?.id).toBe(received[0]?.id);
    expect(await log(made)).toMatchObject([{ state: 'sent' }]);
    expect(await world.code(anna, 'group/repeatDelivery', { ...again, seq: 10_000 })).toBe(400);
    for (let at = 0; at < outgoingLimits.logMax + 5; at += 1) {
      await world.say(bela, group, `more ${at}`);
      await pass(SECOND);
    }
    expect(await log(made)).toHaveLength(outgoingLimits.logMax);
  });

  it('HOOK-14: pruned events are one entry, and later ones are delivered', async () => {
    const made = await add();
    answers = () => ({ status: 500, text: '' });
    await world.say(bela, group, 'lost');
    await pass(MINUTE);
    world.clock.pass(100 * DAY);
    await prune(world.server.core);
    answers = () => OK;
    await world.say(await world.login('bela'), group, 'next');
    world.clock.pass(2 * HOUR);
    await pass();
    expect(textsSent().at(-1)).toBe('next');
    expect(
      (await world.server.core.store.read((tx) => tx.outgoing.deliveries(userId(made.hook), 9))).map(
        ({ kind }) => kind,
      ),
    ).toContain('events.skipped');
  });

  it('HOOK-15: /readyz and the console name a hook that fails for a quarter of an hour', async () => {
    await add();
    answers = () => ({ status: 500, text: '' });
    await world.say(bela, group, 'x');
    const warnings = async () => (await (await world.raw('/readyz')).json()).warnings as readonly string[];
    await pass(MINUTE);
    expect(await warnings()).toEqual([]);
    await pass(20 * MINUTE);
    expect((await warnings()).join()).toContain('the outgoing hook "CI 🤖" of group-1 fails since');
    expect((await warnings()).join()).toContain('ci.example.org');
  });
});
