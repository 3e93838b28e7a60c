import { expect, it } from 'vitest';
import { ok } from '../../support/http-user.ts';
import { arrive, befriended, bubble, grouped, openChat, row } from '../../support/person.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();

interface Row {
  readonly id: string;
  readonly unread: number;
  readonly is_at: number;
}

it('COUNT-14, COUNT-16, COUNT-15: only a picked mention is read, nothing that the jump skipped', async () => {
  const { url } = await stage.server();
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const b = stage.watch(await arrive(stage.browser, url, 'Bela Hill', { language: 'en' }));
  await befriended(a, b);
  const group = await grouped(a, [b], 'Crew');
  const early = await send(a.user, group, 'early words.');
  await openChat(b, 'Crew');
  await bubble(b, 'Crew', 'early words.').waitFor();
  const figures = async () => {
    const rows = await ok(b.user.call<readonly Row[]>('/enterprise/im/getContacts', {}));
    const found = rows.find(({ id }) => id === group);
    return [found?.unread, found?.is_at];
  };
  await until(async () => expect(await figures()).toEqual([0, 0]));
  await openChat(b, 'Anna Lake');
  for (let at = 1; at <= 60; at += 1)
    await send(a.user, group, `line ${at}.`, { at: at === 30 || at === 44 ? [b.user.id] : [] });
  await until(async () => expect(await figures()).toEqual([60, 2]));

  await openChat(b, 'Crew');
  const pill = b.page.getByRole('button', { name: b.t('chat.mentionedBy', { count: 2 }) });
  await pill.click();
  await b.page.getByRole('dialog').getByText('line 44.').click();
  await bubble(b, 'Crew', 'line 44.').waitFor();
  await until(async () => expect((await figures())[1]).toBe(1));
  const [unread] = await figures();
  expect(unread).toBeGreaterThan(30);

  // Whoever goes to the end has done with what lies between.
  await b.page.getByTitle(b.t('chat.toBottom')).click();
  await until(async () => expect((await figures())[0]).toBe(0));
  expect((await figures())[1]).toBe(1);

  await ok(b.user.call('/enterprise/im/readAtMsg', { toContactId: group }));
  await until(async () => expect(await figures()).toEqual([0, 0]));
  await openChat(b, 'Anna Lake');
  await ok(
    a.user.call('/enterprise/im/editMessage', {
      id: early,
      content: 'early words for Bela.',
      at: [b.user.id],
    }),
  );
  await until(async () => expect(await figures()).toEqual([0, 1]));
  await row(b, 'Crew').getByText('@').first().waitFor();
});
