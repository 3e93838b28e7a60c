import { describe, expect, it } from 'vitest';
import { reportLimits as limits } from '../../src/domain/people-limits.ts';
import { forgetExpired } from '../../src/server/features/sync/prune.ts';
import { sweepFiles } from '../../src/server/features/uploads/sweep.ts';
import { admin, saved, tryAdmin } from '../support/admin.ts';
import { sendFile, textFile } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const im = '/enterprise/im';
const DAY = 86_400_000;
const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], {
  friends: ['anna', 'bela'],
  files: true,
});

let sentCount = 0;
const say = async (who: Person, to: Person | string, content: string): Promise<string> => {
  const id = `s-${(sentCount += 1)}`;
  const toContactId = typeof to === 'string' ? to : String(to.id);
  await world.say(who, toContactId, content, { id });
  return id;
};
const report = (who: Person, kind: string, id: unknown, more: object = {}) =>
  world.call(who, 'im/report', { kind, id, reason: 'abuse', words: 'please look', ...more });
const list = async (of = ''): Promise<readonly string[]> =>
  (await admin(world, 'reports', 'list', ...(of === '' ? [] : [of]))).slice(0, -1);
const readText = async (id = 1): Promise<string> =>
  (await admin(world, 'reports', 'show', String(id))).join('\n');

describe('reports', () => {
  it('REPORT-1, REPORT-4: one report for each user and subject, and no user is notified', async () => {
    const id = await say(bela, anna, 'an insult');
    const [mine, theirs] = [await world.online(anna), await world.online(bela)];
    expect((await report(anna, 'message', id)).code).toBe(0);
    expect((await report(anna, 'message', id, { reason: 'spam', words: 'other words' })).code).toBe(0);
    expect((await report(anna, 'person', bela.id)).code).toBe(0);
    await world.settle();
    expect([...mine.frames, ...theirs.frames].filter(({ type }) => type !== 'presence')).toEqual([]);
    expect(await list()).toHaveLength(2);
    expect(await readText()).toContain('abuse "please look"');
    for (const call of ['getContacts', 'sync', 'getUserInfo'])
      for (const who of [anna, bela])
        expect(JSON.stringify(await world.call(who, `${im}/${call}`, { user_id: anna.id }))).not.toContain(
          'please look',
        );
    // Decided, it may be said again.
    await admin(world, 'reports', 'decide', '1', 'dismiss');
    expect((await report(anna, 'message', id)).code).toBe(0);
    expect(await list()).toHaveLength(2);
    expect(await list('decided')).toHaveLength(1);
  });

  it('REPORT-2: only what others said, and only what one may read, is reported', async () => {
    const group = await world.group(anna, [bela]);
    const [own, kept, gone] = [
      await say(anna, bela, 'own'),
      await say(bela, group, 'of the group'),
      await say(bela, anna, 'gone'),
    ];
    await world.ok(bela, 'im/undoMessage', { id: gone });
    const wrong: readonly (readonly [Person, string, unknown])[] = [
      [anna, 'message', own],
      [anna, 'message', gone],
      [anna, 'message', 'nothing'],
      [cleo, 'message', kept],
      [cleo, 'group', group],
      [anna, 'group', 'group-900'],
      [anna, 'group', bela.id],
      [anna, 'person', anna.id],
      [anna, 'person', 90_000],
      [anna, 'person', 'x'],
    ];
    for (const [who, kind, id] of wrong)
      expect([kind, id, (await report(who, kind, id)).code > 0]).toEqual([kind, id, true]);
    expect((await report(anna, 'message', kept, { reason: 'x' })).code).not.toBe(0);
    expect((await report(anna, 'message', kept, { words: 'x'.repeat(limits.wordsMax + 1) })).code).not.toBe(
      0,
    );
    // A message that only its blocked author can read cannot be reported by others.
    await world.ok(anna, 'im/blockPerson', { id: bela.id, on: 1 });
    const hidden = await say(bela, anna, 'for nobody');
    expect(await report(anna, 'message', hidden)).toMatchObject(await report(anna, 'message', 'nothing'));
    expect(await list()).toEqual([]);
  });

  it('REPORT-3: a reported message is kept as it was, and shows nowhere else', async () => {
    const sent = await sendFile(world, bela, anna.id, textFile('proof.txt', 'bytes of it'));
    const words = [await say(bela, anna, 'first words'), await say(bela, anna, 'other words')];
    for (const id of [...words, sent['id']]) expect((await report(anna, 'message', id)).code).toBe(0);
    await world.ok(bela, 'im/editMessage', { id: words[0], content: 'harmless' });
    await world.ok(bela, 'im/undoMessage', { id: words[1] });
    await world.ok(bela, 'im/delMessage', { id: sent['id'] });
    expect(await readText(1)).toContain('first words');
    expect(await readText(2)).toContain('other words');
    for (const who of [anna, bela])
      for (const call of ['getMessageList', 'search', 'sync'])
        expect(
          JSON.stringify(
            await world.call(who, `${im}/${call}`, {
              toContactId: (who === anna ? bela : anna).id,
              keywords: 'words',
            }),
          ),
        ).not.toMatch(/first words|other words|proof/);
    // The file outlives its message as long as the report is kept.
    world.clock.jump(3 * DAY);
    await sweepFiles(world.server.core);
    await admin(world, 'reports', 'save', '3', 'copy.txt');
    expect(new TextDecoder().decode(saved.get('copy.txt'))).toBe('bytes of it');
    expect(await readText(3)).toContain('proof.txt');
  });

  it('ADMIN-10: disabling the only administrator by a report needs --yes, which is no note', async () => {
    await admin(world, 'user', 'role', 'bela', 'admin');
    await report(anna, 'person', bela.id);
    await admin(world, 'user', 'disable', anna.account);
    const refused = await tryAdmin(world, 'reports', 'decide', '1', 'disable');
    expect([refused.exit, refused.lines[0]]).toEqual([
      1,
      'bela is the only administrator. To do it anyway, add --yes (in the console: confirm)',
    ]);
    expect(await admin(world, 'reports', 'list')).toHaveLength(2);
    expect(await admin(world, 'reports', 'decide', '1', 'disable', '--yes')).toHaveLength(1);
    const shownNow = (await admin(world, 'reports', 'show', '1')).join('\n');
    expect(shownNow).not.toContain('--yes');
  });

  it('REPORT-5: a decision is made once, carried out, and written down with who looked', async () => {
    world.server.start();
    const id = await say(bela, anna, 'an insult');
    for (const one of ['message', 'person', 'group'] as const)
      await report(
        anna,
        one,
        one === 'message' ? id : one === 'person' ? bela.id : await world.group(bela, [anna]),
      );
    expect(await readText()).toMatch(/Waiting for a decision\n {2}.* root shown$/);
    const received = await world.online(anna);
    expect(await admin(world, 'reports', 'decide', '1', 'delete', 'not here')).toEqual(['Report 1: deleted']);
    expect((await tryAdmin(world, 'reports', 'decide', '1', 'dismiss')).lines).toEqual([
      'This report was already decided',
    ]);
    expect(await readText()).toMatch(
      /Decided: deleted by root, .*"not here".*\n.*shown\n.*deleted\n.*shown$/,
    );
    expect(received.of('delMessage')).toHaveLength(1);
    expect(await world.code(bela, 'im/getContacts', {})).toBe(0);
    expect((await tryAdmin(world, 'reports', 'decide', '2', 'delete')).lines).toEqual([
      'This decision is not possible for this report',
    ]);
    expect(await list()).toHaveLength(2);
    await admin(world, 'reports', 'decide', '2', 'disable');
    expect(await world.code(bela, 'im/getContacts', {})).not.toBe(0);
    for (const words of [
      ['show', '9'],
      ['decide', '9', 'dismiss'],
      ['save', '2', 'x'],
      ['decide', '3', 'burn'],
      ['show', 'x'],
    ])
      expect((await tryAdmin(world, 'reports', ...words)).exit).toBe(1);
    expect(world.log.filter(({ what }) => what === 'report').length).toBeGreaterThan(4);
    expect(JSON.stringify(world.log)).not.toContain('insult');
  });

  it('REPORT-6: 90 days after the decision all of it is erased, the file too; what waits stays', async () => {
    const sent = await sendFile(world, bela, anna.id, textFile('proof.txt', 'bytes of it'));
    const other = await say(bela, anna, 'waits');
    for (const id of [sent['id'], other]) await report(anna, 'message', id);
    await world.ok(bela, 'im/delMessage', { id: sent['id'] });
    await admin(world, 'reports', 'decide', '1', 'dismiss');
    world.clock.jump(limits.retentionMs - DAY);
    await forgetExpired(world.server.core);
    expect(await list('decided')).toHaveLength(1);
    world.clock.jump(DAY);
    await forgetExpired(world.server.core);
    await sweepFiles(world.server.core);
    expect(await list('decided')).toEqual([]);
    expect((await tryAdmin(world, 'reports', 'show', '1')).lines).toEqual([
      'This report does not exist or was deleted',
    ]);
    expect(await world.server.core.store.read((tx) => tx.files.unused(Infinity, 0, 9))).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it('REPORT-1: at most so many in a day, and so many that wait', async () => {
    for (let at = 0; at < limits.dayMax; at += 1)
      expect((await report(anna, 'message', await say(bela, anna, `x ${at}`))).code).toBe(0);
    const one = await say(bela, anna, 'one more');
    expect((await report(anna, 'message', one)).msg).toBe('举报次数过多，请稍后再试');
    world.clock.jump(DAY + 1);
    expect((await report(anna, 'message', one)).code).toBe(0);
  });
});
