import { expect, it } from 'vitest';
import { fingerOf } from '../../support/finger.ts';
import { go, narrow, type Person, wide } from '../../support/browser.ts';
import { arriveAsFriends, bubble, openChat, say, sees } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();
const WORDS = 'Shall we meet at the lake on Saturday?';
const THUMB = '👍️';

const chips = ({ page, t }: Person) => page.getByRole('group', { name: t('react.list') }).getByRole('button');
const selection = ({ page }: Person) => page.evaluate(() => String(getSelection()));

it('REACT-12: a double click on a word selects it, beside the words it reacts; so do two taps', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en', size: wide }],
    ['Bela Hill', { language: 'en', size: narrow, touch: true }],
  );
  await openChat(b, 'Anna Lake');
  await say(b, 'Anna Lake', WORDS);
  await openChat(a, 'Bela Hill');
  await sees(a, 'Bela Hill', WORDS);
  const words = bubble(a, 'Bela Hill', WORDS).getByText(WORDS);
  await words.dblclick({ position: { x: 12, y: 8 } });
  expect(await selection(a)).toContain('Shall');
  const row = a.page.locator('[data-message]').last();
  const size = (await row.boundingBox()) ?? expect.fail('no row');
  await row.dblclick({ position: { x: size.width - 20, y: size.height / 2 } });
  await chips(a).waitFor();
  expect(await selection(a)).toBe('');
  expect(await chips(a).count()).toBe(1);
  await chips(b).waitFor();
  const finger = await fingerOf(b.page);
  const own = bubble(b, 'Anna Lake', WORDS);
  for (const _ of [1, 2]) {
    await finger.rest(own);
    await finger.lift();
  }
  await until(async () =>
    expect(await chips(a).getAttribute('aria-label')).toBe(a.t('react.chip', { emoji: THUMB, count: 2 })),
  );
  await go(a, '/pages/mine/setting');
  await a.page.getByRole('button', { name: a.t('setting.quickReaction') }).click();
  await a.page.getByRole('menuitemcheckbox', { name: '🙏' }).click();
  await a.page
    .getByRole('button', { name: a.t('setting.quickReaction') })
    .getByText('🙏')
    .waitFor();
});
