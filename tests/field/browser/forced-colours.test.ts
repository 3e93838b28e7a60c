import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { go } from '../../support/browser.ts';
import { arriveAsFriends, bubble, messages, openChat, row, sees } from '../../support/person.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();

/** The visible style of an element under the system's colours, without its text. */
const stylesOf = (element: Locator, part?: string): Promise<Readonly<Record<string, string>>> =>
  element.evaluate((one, pseudo) => {
    const style = getComputedStyle(one, pseudo);
    const edge = (kind: 'border' | 'outline') =>
      style.getPropertyValue(`${kind === 'border' ? 'border-top' : kind}-style`) === 'none'
        ? 'none'
        : style.getPropertyValue(`${kind === 'border' ? 'border-top' : kind}-color`);
    return { ground: style.backgroundColor, border: edge('border'), outline: edge('outline') };
  }, part);

it('UI-146: forced colours keep the open chat, switches, tabs, menus, badges and bubbles visible', async () => {
  const { url } = await stage.commonServer();
  const names = ['Anna Lake', 'Bela Hill', 'Cora Moss'] as const;
  const look = { language: 'en' } as const;
  const [a, b, c] = await arriveAsFriends(
    stage,
    url,
    [names[0], look],
    [names[1], 'away'],
    [names[2], 'away'],
  );
  await send(b.user, String(a.user.id), 'hello there');
  await send(c.user, String(a.user.id), 'unread words');
  for (const colorScheme of ['light', 'dark'] as const) {
    await a.page.emulateMedia({ forcedColors: 'active', colorScheme });
    await go(a, '/');
    await openChat(a, b.name);
    await sees(a, b.name, 'hello there');
    await until(async () =>
      expect(await stylesOf(row(a, b.name))).not.toEqual(await stylesOf(row(a, c.name))),
    );
    const tab = (name: string) => a.page.getByRole('tab', { name });
    expect(await stylesOf(tab('All'))).not.toEqual(await stylesOf(tab('Mentions')));
    const badge = row(a, c.name).getByLabel(a.t('a11y.unread', { count: 1 }));
    expect((await stylesOf(badge)).outline).not.toBe('none');
    const words = bubble(a, b.name, 'hello there').first();
    expect((await stylesOf(words.locator('[data-words]').locator('..'))).outline).not.toBe('none');
    // A menu by keys: the entry under the keyboard is seen.
    await messages(a, b.name)
      .getByRole('button', { name: a.t('a11y.openMenu') })
      .first()
      .focus();
    await a.page.keyboard.press('Enter');
    const entries = a.page.getByRole('menuitem');
    await entries.first().waitFor();
    // The menu starts at its emoji; the entries follow.
    await a.page.locator('[role=menuitemcheckbox][data-highlighted]').waitFor();
    await a.page.keyboard.press('ArrowDown');
    const lit = a.page.locator('[role=menuitem][data-highlighted]');
    await lit.waitFor();
    const others = a.page.locator('[role=menuitem]:not([data-highlighted])');
    await until(async () => expect(await stylesOf(lit)).not.toEqual(await stylesOf(others.first())));
    await a.page.keyboard.press('Escape');
    await go(a, '/pages/mine/setting');
    const control = (on: boolean) => a.page.getByRole('switch', { checked: on }).first();
    await control(false).waitFor();
    for (const on of [true, false]) {
      const { ground, border } = await stylesOf(control(on));
      expect(border).not.toBe('none');
      expect((await stylesOf(control(on), '::after')).ground).not.toBe(ground);
    }
    expect((await stylesOf(control(true))).ground).not.toBe((await stylesOf(control(false))).ground);
  }
});
