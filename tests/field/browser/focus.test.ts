import { expect, it } from 'vitest';
import { wide } from '../../support/browser.ts';
import { arriveAsFriends, bubble, openChat, sees } from '../../support/person.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

it('UI-168: the next message has the focus when its user deletes or unsends one by keys', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en', size: wide }],
    ['Bela Hill', 'away'],
  );
  for (const words of ['one', 'two', 'three', 'four']) await send(a.user, String(b.user.id), words);
  await openChat(a, b.name);
  await sees(a, b.name, 'four');
  const focused = () => a.page.evaluate(() => document.activeElement?.textContent ?? '');
  for (const [words, key, next] of [
    ['two', 'menu.recall', 'three'],
    ['four', 'menu.delete', 'three'],
  ] as const) {
    await bubble(a, b.name, words).focus();
    await a.page.keyboard.press('Shift+F10');
    await a.page.getByRole('menuitem', { name: a.t(key), exact: true }).focus();
    await a.page.keyboard.press('Enter');
    if (key === 'menu.delete')
      await a.page.getByRole('button', { name: a.t('chat.deleteAction'), exact: true }).click();
    await bubble(a, b.name, words).waitFor({ state: 'detached' });
    await expect.poll(focused).toContain(next);
  }
  await a.page.keyboard.press('ArrowUp');
  await expect.poll(focused).toContain('one');
});
