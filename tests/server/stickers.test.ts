import { describe, expect, it } from 'vitest';
import { emojiNameParts, isEmojiName, stickerLimits as limits } from '../../src/domain/stickers.ts';
import { pictureKeyOf } from '../../src/domain/links.ts';
import { sweepReleased } from '../../src/server/features/uploads/sweep.ts';
import { decodeServerEmoji } from '../../src/wire/answers/files.ts';
import { admin } from '../support/admin.ts';
import { png, upload } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, boss, anna, bela, cleo, group } = setUpWorld(['boss', 'anna', 'bela', 'cleo'], {
  files: true,
  friends: ['anna', 'bela'],
  group: ['anna', 'bela'],
});

const add = async (name: string, who: Person | null = boss, file?: Uint8Array) => {
  const picture = Buffer.from(file ?? (await png(8, 8)).bytes).toString('base64');
  return world.call(who, '/admin/emoji', { name, picture }, { 'accept-language': 'en' });
};
const serverRows = (who: Person = anna) => world.rows(who, 'emoji/server');
const namesNow = async () => (await serverRows()).map(({ name }) => name);

const isKnown = (name: string) => ['a1', 'party'].includes(name);
const shown = (text: string) =>
  emojiNameParts(text, isKnown).map(({ text: one, name }) => (name === null ? one : [name]));

describe('emoji of the server', () => {
  it('EMOJI-7: a text is cut at the known names, also beside other characters', () => {
    expect(shown(':party::a1:')).toEqual([['party'], ['a1']]);
    expect(shown('好:party:好')).toEqual(['好', ['party'], '好']);
    expect(shown('12:party:34 :none:a1:')).toEqual(['12', ['party'], '34 :none', ['a1']]);
    expect(shown('10:30:00 :Party: : party:')).toEqual(['10:30:00 :Party: : party:']);
  });

  it('EMOJI-8: administrators add them with a name that is free; others may not', async () => {
    expect((await add('party')).code).toBe(0);
    const src = expect.stringMatching(/^\/pictures\//) as string;
    expect(decodeServerEmoji(await serverRows())).toEqual([['party', src]]);
    expect((await add('party')).msg).toBe('There is already an emoji :party:');
    for (const name of ['Party', 'a', '10', 'x'.repeat(33), 'a b', 'é_é', ''])
      expect([name, isEmojiName(name), (await add(name)).code]).toEqual([name, false, 400]);
    expect((await add('theirs', anna)).code).not.toBe(0);
    expect((await add('theirs', null)).code).not.toBe(0);
    expect(await namesNow()).toEqual(['party']);
    const [entry] = (await world.server.core.store.read((tx) => tx.audit.page(0, 500))).slice(-1);
    expect(entry).toMatchObject({ by: `user ${boss.id}`, what: 'emoji add' });
  });

  it('EMOJI-8: a picture is judged by its bytes, its size and its pixels', async () => {
    expect((await add('text', boss, new TextEncoder().encode('GIF89a no picture'))).code).not.toBe(0);
    expect((await add('wide', boss, (await png(limits.serverSideMax + 1, 8)).bytes)).code).not.toBe(0);
    expect((await add('huge', boss, new Uint8Array(limits.serverBytesMax + 1))).msg).toContain('256 KB');
    expect((await add('empty', boss, new Uint8Array())).code).not.toBe(0);
    expect(await namesNow()).toEqual([]);
  });

  it('EMOJI-7, EMOJI-9: a reaction shows it; removed, it stays under its messages only', async () => {
    await add('party');
    await add('other', boss, (await png(9, 9)).bytes);
    const [{ src: other }, { src: party }] = (await serverRows()) as never as [
      Record<'src', string>,
      Record<'src', string>,
    ];
    const { id } = await world.say(anna, bela.id, ':party:', { id: 'm-1' });
    await world.say(anna, bela.id, 'more', { id: 'm-2' });
    const react = (what: string, emoji: string) => world.code(bela, 'im/react', { id: what, emoji, on: 1 });
    expect(await react(id, party)).toBe(0);
    for (const name of ['party', 'other']) await admin(world, 'emoji', 'delete', name);
    expect(await namesNow()).toEqual([]);
    expect(await react('m-2', party)).toBe(400);
    expect(await world.code(anna, 'im/react', { id, emoji: party, on: 1 })).toBe(0);
    await sweepReleased(world.server.core);
    const isStored = (src: string) =>
      world.server.core.store.read(async (tx) => (await tx.files.byKey(pictureKeyOf(src))) !== null);
    expect([await isStored(party), await isStored(other)]).toEqual([true, false]);
  });
});

const ownEmoji = async (who: Person, ...widths: readonly number[]): Promise<number[]> => {
  for (const width of widths)
    await upload(world, who, { path: '/common/upload/uploadEmoji', file: await png(width, 8) });
  const rows = await world.rows(who, 'emoji/index');
  return rows.map((row) => Number(row['file_id'])).toReversed();
};
const packsOf = async (who: Person) =>
  (await world.rows(who, 'emoji/packs')).map(({ title, mine, stickers }) => [
    title,
    mine,
    (stickers as readonly unknown[]).length,
  ]);
const save = (who: Person, files: readonly number[], more: object = {}) =>
  world.call<{ readonly id: number }>(who, 'emoji/packSave', { title: 'Cats', files, ...more });
const sticker = (who: Person, to: number | string, file: number, id: string) =>
  world.code(who, 'im/sendMessage', { id, toContactId: to, type: 'emoji', content: '', file_id: file });

describe('sticker packs', () => {
  it('EMOJI-10: made of own emoji, with a title and bounds; changed and removed by the maker', async () => {
    const [one = 0, two = 0] = await ownEmoji(anna, 10, 11);
    const [theirs = 0] = await ownEmoji(bela, 12);
    for (const [files, more] of [
      [[], {}],
      [[one, theirs], {}],
      [[one], { title: ' ' }],
      [[one], { title: 'x'.repeat(limits.titleMax + 1) }],
      [Array.from({ length: limits.stickersMax + 1 }, (_, n) => n + 1), {}],
      [[one], { id: 999 }],
    ] as const)
      expect((await save(anna, files, more)).code).toBe(400);
    const { id } = (await save(anna, [one, two, one])).data;
    expect(await packsOf(anna)).toEqual([['Cats', 1, 2]]);
    expect((await save(bela, [theirs], { id })).code).toBe(400);
    // A sticker stays after its emoji was deleted.
    await world.ok(anna, 'emoji/del', {
      ids: (await world.rows(anna, 'emoji/index')).map((row) => row['id']),
    });
    expect((await save(anna, [two], { id, title: 'Dogs' })).code).toBe(0);
    expect(await packsOf(anna)).toEqual([['Dogs', 1, 1]]);
    expect(await sticker(anna, bela.id, two, 's-1')).toBe(0);
    await world.ok(anna, 'emoji/packRemove', { id });
    expect(await packsOf(anna)).toEqual([]);
    expect((await world.history(bela, anna.id)).at(-1)).toMatchObject({ type: 'emoji', file_id: two });
  });

  it('EMOJI-10: twenty own packs, and fifty in all', async () => {
    const [one = 0] = await ownEmoji(anna, 10);
    for (let n = 0; n < limits.packsMax; n += 1) expect((await save(anna, [one])).code).toBe(0);
    expect((await save(anna, [one])).code).toBe(400);
  });

  it('EMOJI-11: added from a readable sticker, then sent; ends when the maker deletes it', async () => {
    const [one = 0, two = 0] = await ownEmoji(anna, 10, 11);
    const { id } = (await save(anna, [one, two])).data;
    await sticker(anna, group, one, 's-1');
    expect((await world.history(bela, group)).at(-1)).toMatchObject({ type: 'emoji', extends: { pack: id } });
    expect((await world.ok<object>(bela, 'emoji/packOf', { id: 's-1' })) as never).toMatchObject({
      title: 'Cats',
      mine: 0,
      added: 0,
      stickers: [{ file_id: one }, { file_id: two }],
    });
    expect(await sticker(bela, anna.id, two, 's-2')).toBe(400);
    for (const path of ['emoji/packOf', 'emoji/packAdd'])
      expect(await world.code(cleo, path, { id: 's-1' })).toBe(400);
    for (const _ of [1, 2]) await world.ok(bela, 'emoji/packAdd', { id: 's-1' });
    expect(await packsOf(bela)).toEqual([['Cats', 0, 2]]);
    expect(await sticker(bela, anna.id, two, 's-2')).toBe(0);
    await world.ok(bela, 'emoji/packRemove', { id });
    expect([await packsOf(bela), await packsOf(anna)]).toEqual([[], [['Cats', 1, 2]]]);
    await world.ok(bela, 'emoji/packAdd', { id: 's-1' });
    await world.ok(anna, 'emoji/packRemove', { id });
    expect(await packsOf(bela)).toEqual([]);
    expect(await world.code(bela, 'emoji/packOf', { id: 's-1' })).toBe(400);
  });

  it('EMOJI-10: the packs of an erased account end', async () => {
    const [one = 0] = await ownEmoji(anna, 10);
    await save(anna, [one]);
    await sticker(anna, group, one, 's-1');
    await world.ok(bela, 'emoji/packAdd', { id: 's-1' });
    await admin(world, 'user', 'erase', anna.account, 'stay', '--yes');
    expect(await packsOf(bela)).toEqual([]);
    expect((await world.history(bela, group)).at(-1)).toMatchObject({ type: 'emoji' });
  });
});
