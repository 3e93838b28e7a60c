import { describe, expect, it } from 'vitest';
import { messageId } from '../../src/domain/ids.ts';
import type { LastRow, MessageRow } from '../../src/ports/store.ts';
import { payloadOf } from '../../src/server/features/push/words.ts';
import { fileMessage, png, upload } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all', files: true });

const mark = { format: 'md' };
const TYPED = '**bold** ||secret|| &lt;b&gt; [us](https://example.org/a)';
const VIEW = 'bold ▒▒▒ &lt;b&gt; us';
const DRAWN =
  '<strong>bold</strong> ||secret|| &lt;b&gt; ' +
  '<a target="_blank" rel="noopener noreferrer" href="https://example.org/a">us</a>';

const send = (who: Person, more: object = {}) =>
  world.say(who, who === anna ? bela.id : anna.id, TYPED, { extends: mark, ...more });
const list = (who: Person, to: string | number, more: object = { peek: 1 }) =>
  world.rows(who, 'im/getMessageList', { toContactId: to, page: 1, limit: 50, ...more });
const stored = (id: unknown) => world.server.core.store.read((tx) => tx.messages.byId(messageId(String(id))));
const countMatches = async (keywords: string) => {
  await world.clock.advance(30_000);
  return (await world.rows(bela, 'im/search', { keywords })).length;
};

describe('text with marks', () => {
  it('RICH-1, RICH-4, RICH-5: text is stored as typed; lists get words, base-protocol clients elements', async () => {
    const [ours, plain] = [await world.online(bela), await world.online(bela, { plain: true })];
    const { id, msg_id } = await send(anna);
    expect(await stored(id)).toMatchObject({ content: TYPED, extra: mark });
    await send(anna, { content: 'an answer', extends: null, pid: msg_id });
    await world.settle();
    const [first, second] = [ours, plain].map((socket) => socket.of('simple').map(({ data }) => data));
    expect(first?.[0]).toMatchObject({ content: TYPED, extends: mark, contactInfo: { lastContent: VIEW } });
    expect(second?.[0]).toMatchObject({ content: DRAWN, contactInfo: { lastContent: VIEW } });
    for (const frames of [first, second])
      expect(frames?.[1]).toMatchObject({ extends: { content: 'anna name：bold ▒▒▒ <b> us' } });
    expect((await list(bela, anna.id))[1]).toMatchObject({ content: TYPED, extends: mark });
    expect((await list(bela, anna.id, {}))[1]).toMatchObject({ content: DRAWN });
    await send(bela);
    expect(await world.contact(anna, bela.id)).toMatchObject({
      lastContent: VIEW,
      last: { content: VIEW },
    });
    expect([
      await countMatches('bold secret'),
      await countMatches('**'),
      await countMatches('example.org'),
    ]).toEqual([2, 0, 2]);
  });

  it('RICH-1: an edit brings the mark or takes it away, and a copy has it', async () => {
    const { id, msg_id } = await send(anna, { content: '**plain**', extends: null });
    expect(await stored(id)).toMatchObject({ extra: null });
    const edit = (content: string, more: object = {}) =>
      world.call(anna, 'im/editMessage', { id, content, ...more });
    const socket = await world.online(bela);
    expect((await edit('**plain**')).data).toEqual({ rev: 0 });
    expect((await edit('**plain**', { extends: mark })).data).toEqual({ rev: 1 });
    expect(await stored(id)).toMatchObject({ content: '**plain**', extra: mark });
    await world.call(anna, 'im/forwardMessage', { user_ids: [bela.id], msg_id, op: 'copy' });
    expect((await list(bela, anna.id)).map((row) => [row.content, row['extends']])).toContainEqual([
      '**plain**',
      mark,
    ]);
    expect((await edit('plain')).data).toEqual({ rev: 2 });
    await world.settle();
    expect(socket.of('updateMessage').map(({ data }) => data['extends'])).toEqual([mark, null]);
    expect(await stored(id)).toMatchObject({ content: 'plain', extra: null });
  });

  it('RICH-1: an edited answer still quotes, and its words under a picture may have marks', async () => {
    const first = await send(anna, { content: 'first', extends: null });
    const { id } = await send(anna, { content: 'answer', extends: null, pid: first.msg_id });
    await world.ok(anna, 'im/editMessage', { id, content: '_answer_', extends: mark });
    expect((await list(bela, anna.id)).at(-1)).toMatchObject({
      content: '_answer_',
      extends: { ...mark, msg_id: first.msg_id, content: 'anna name：first' },
    });
    const picture = await upload(world, anna, {
      file: await png(30, 20),
      fields: {
        message: JSON.stringify({ ...fileMessage(bela.id, 'image'), extends: mark }),
        caption: '||under|| it',
      },
    });
    expect(picture.data).toMatchObject({ extends: { ...mark, width: 30, caption: '||under|| it' } });
    expect(await world.contact(bela, anna.id)).toMatchObject({ last: { extends: { caption: '▒▒▒ it' } } });
    await world.ok(anna, 'im/editMessage', { id: picture.data.id, content: 'plain' });
    const [last] = (await list(bela, anna.id)).slice(-1);
    expect(last?.['extends']).toMatchObject({ width: 30, caption: 'plain' });
    expect(last?.['extends']).not.toHaveProperty('format');
  });

  it.each([
    ['another format', { format: 'html' }],
    ['a list', { format: ['md'] }],
    ['what only the server says', { format: 'MD', caption: 'x', file: { id: 1 }, msg_id: 1, realname: 'x' }],
    ['nothing', null],
  ])('RICH-1: %s does not become a mark', async (_, given) => {
    const { id } = await send(anna, { extends: given });
    expect(await stored(id)).toMatchObject({ extra: null });
  });

  it('RICH-2: any marked text is accepted, and base-protocol clients get nothing heavy', async () => {
    const socket = await world.online(bela, { plain: true });
    const hostile = [
      '**'.repeat(1_000),
      '&gt; '.repeat(680),
      '**a** '.repeat(340),
      '[x](javascript:alert(1)) **x**',
      '<b>**x**</b><img src="https://example.org/x.png" alt="**y**"> <script>x</script>',
      '||'.repeat(100),
      '\u202e**x**',
    ];
    for (const content of hostile) await send(anna, { content });
    await world.settle();
    const drawn = socket.of('simple').map(({ data }) => data['content']);
    expect(drawn).toHaveLength(hostile.length);
    for (const content of drawn) {
      expect(content.match(/<[a-z]/g)?.length ?? 0).toBeLessThanOrEqual(400 + 1);
      expect(content).not.toMatch(/<script|<img|href="javascript/);
    }
  });

  it('RICH-4: a notification says the words without marks, and no spoiler', () => {
    const row = {
      id: 'm',
      stream: '1-2',
      type: 'text',
      content: TYPED,
      extra: mark,
      note: null,
      recalled: false,
      sentAtMs: 1,
      msgId: 1,
    } as unknown as MessageRow & LastRow;
    const sub = { showsWords: true, language: 'en' } as never;
    const describe = (one: typeof row) =>
      (
        JSON.parse(payloadOf('message', { row: one, sender: 'Anna', group: null }, sub, 2 as never)) as {
          content: string;
        }
      ).content;
    expect(describe(row)).toBe('bold ▒▒▒ <b> us');
    const poll = { ...row, content: 'Tea?', extra: { poll: { options: ['a', 'b'] } } };
    expect(describe(poll), 'POLL-8: a poll is told as one').toBe('[Poll] Tea?');
    const picture = {
      ...row,
      type: 'image' as const,
      content: 'a.png',
      extra: { ...mark, caption: '||x|| **y**' },
    };
    expect(describe(picture)).toBe('[Image] ▒▒▒ y');
  });
});
