import { expect, it } from 'vitest';
import { ok } from '../../support/http-user.ts';
import { arriveAsFriends, button, composer, grouped, openChat, row, say } from '../../support/person.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();
const GROUP = 'Hiking';

it('SEND-21: words and a file for a group that removed their author are read, kept and saved', async () => {
  const { url } = await stage.commonServer();
  const look = { language: 'en' } as const;
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', look], ['Bela Hill', look]);
  const group = await grouped(a, [b], GROUP);
  await openChat(b, GROUP);
  await composer(b, GROUP).evaluate((box) => {
    const data = new DataTransfer();
    data.items.add(new File(['x'.repeat(2_048)], 'plan.pdf', { type: 'application/pdf' }));
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  // The sheet is there before the network goes.
  await button(b, 'Send 1 file').waitFor();
  await b.context.setOffline(true);
  await button(b, 'Send 1 file').click();
  await say(b, GROUP, 'typed on the train');
  await ok(a.user.call('/enterprise/group/removeUser', { id: group, user_id: b.user.id }));
  await b.context.setOffline(false);
  const line = b.page.getByRole('link', { name: /not sent/ });
  await line.waitFor({ timeout: 30_000 });
  // An older stored state may still have the chat, so its loss leads home once more.
  for (const words of ['first reload', 'second reload']) {
    await b.page.reload();
    await send(a.user, String(b.user.id), words);
    await row(b, a.name).getByText(words).waitFor();
  }
  await line.click();
  await until(async () => {
    const text = await b.page.locator('main, body').first().innerText();
    for (const part of ['typed on the train', 'plan.pdf', '2.00 KB']) expect(text).toContain(part);
  });
  const [saved] = await Promise.all([b.page.waitForEvent('download'), button(b, 'Save').click()]);
  expect(saved.suggestedFilename()).toBe('plan.pdf');
});
