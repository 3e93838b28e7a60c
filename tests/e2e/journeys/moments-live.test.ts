import { expect, it } from 'vitest';
import { go } from '../../support/browser.ts';
import { meetHikers } from '../../support/hikers.ts';
import { ok } from '../../support/http-user.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

it('MOMENT-6, MOMENT-7: actions of friends on moments appear on open pages, with a dot', async () => {
  const { a, b, c } = await meetHikers(stage);
  await go(b, '/pages/compass/moments');
  await go(c, '/');
  const { id } = await ok(a.user.call<{ id: number }>('/enterprise/moments/add', { content: '山顶的雪' }));
  await b.page.getByText('山顶的雪').waitFor();
  const dot = c.page.getByRole('img', { name: c.t('moments.news'), exact: true });
  await dot.first().waitFor();
  // On the rail, in every page.
  await c.page
    .getByRole('navigation')
    .getByRole('link', { name: c.t('title.moments') })
    .locator(dot)
    .waitFor();
  await c.page.setViewportSize({ width: 390, height: 800 });
  await go(c, '/');
  await c.page
    .getByRole('link', { name: c.t('title.moments') })
    .locator(dot)
    .waitFor();
  await c.page.setViewportSize({ width: 1280, height: 800 });
  await go(a, '/pages/compass/moments');
  await ok(b.user.call('/enterprise/moments/like', { id, on: 1 }));
  await ok(b.user.call('/enterprise/moments/comment', { id, content: 'so white!' }));
  await a.page.getByText('so white!').waitFor();
  await a.page.getByText(a.t('moments.likedBy', { names: b.name })).waitFor();
  await go(c, '/pages/compass/moments');
  await c.page.getByText('山顶的雪').waitFor();
  // Only friends of the author see it. These two are not friends of each other.
  expect(await c.page.getByText('so white!').count()).toBe(0);
  await expect.poll(() => dot.count()).toBe(0);
});
