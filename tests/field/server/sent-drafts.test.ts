import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpThreePeople, type Person } from '../../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpThreePeople();

const draft = (text: string) => ({ text, at: [], quote: null });
const keep = (to: Person, value: unknown, op: string) =>
  world.ok(anna, 'im/keep', { name: `draft ${to.id}`, op, value });
const listStored = async (): Promise<readonly string[]> => {
  const { list } = (await world.ok(anna, 'im/getKept', {})) as unknown as {
    readonly list: readonly { readonly name: string }[];
  };
  return list.map(({ name }) => name);
};
const message = (to: Person, more: object = {}) => ({
  id: randomUUID(),
  toContactId: String(to.id),
  is_group: 0,
  type: 'text',
  content: 'on my way',
  at: [],
  ...more,
});

describe('a draft that is sent', () => {
  it('DRAFT-4: ends on all devices with the message alone, as its author closes the browser', async () => {
    const phone = await world.online(anna);
    await keep(bela, draft('on my w'), 'a');
    await world.ok(anna, 'im/sendMessage', message(bela, { ends_draft: 'sent' }));
    expect(await listStored()).toEqual([]);
    await world.settle();
    expect(phone.of('kept').map(({ data }) => [data['op'], data['value'] ?? null])).toEqual([
      ['a', draft('on my w')],
      ['sent', null],
    ]);
  });

  it('DRAFT-4: an array ends the drafts of its chats, and one without a draft reports nothing', async () => {
    const phone = await world.online(anna);
    await keep(bela, draft('one'), 'a');
    const items = [message(bela, { ends_draft: 'b' }), message(cleo, { ends_draft: 'c' })];
    await world.ok(anna, 'im/sendMessage', items);
    expect(await listStored()).toEqual([]);
    await world.settle();
    expect(phone.of('kept').map(({ data }) => data['op'])).toEqual(['a', 'b']);
  });

  it('DRAFT-4: stays when the message is refused, and when a sender names no draft', async () => {
    await keep(bela, draft('one'), 'a');
    await world.call(anna, 'im/sendMessage', message(bela, { content: ' ', ends_draft: 'b' }));
    await world.ok(anna, 'im/sendMessage', message(bela));
    expect(await listStored()).toEqual([`draft ${bela.id}`]);
  });

  it('DRAFT-4: a repeat of the same request with another name is the same message', async () => {
    const body = message(bela);
    await world.ok(anna, 'im/sendMessage', { ...body, ends_draft: 'a' });
    await keep(bela, draft('the next one'), 'b');
    await world.ok(anna, 'im/sendMessage', { ...body, ends_draft: 'c' });
    expect(await listStored()).toEqual([`draft ${bela.id}`]);
  });

  it('DRAFT-4: scheduling ends it in the same command; what is refused leaves it', async () => {
    await keep(bela, draft('later'), 'a');
    const { type: _text, ...words } = message(bela, { ends_draft: 'b' });
    await world.call(anna, 'im/scheduleMessage', { ...words, sendTime: world.clock.nowMs() });
    expect(await listStored()).toEqual([`draft ${bela.id}`]);
    const sendTime = world.clock.nowMs() + 3_600_000;
    await world.ok(anna, 'im/scheduleMessage', { ...words, sendTime });
    expect(await listStored()).toEqual([]);
  });
});
