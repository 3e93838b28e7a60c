import { expect, it } from 'vitest';
import { narrow } from '../../support/browser.ts';
import { arriveAsFriends, button, composer, openChat } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();

it('UI-89: the back button closes the search of a chat and leaves the chat by the next press', async () => {
  const { url } = await stage.commonServer();
  const look = { language: 'en', size: narrow, touch: true } as const;
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', look], ['Bela Hill', 'away']);
  await openChat(a, b.name);
  await button(a, a.t('history.search')).click();
  const search = a.page.getByRole('searchbox');
  await search.fill('words');
  await a.page.goBack();
  await search.waitFor({ state: 'detached' });
  await composer(a, b.name).waitFor();
  await a.page.goBack();
  await composer(a, b.name).waitFor({ state: 'detached' });
});

it('UI-147: on a phone held sideways, a long draft leaves its end and "Send" in view', async () => {
  const { url } = await stage.commonServer();
  const look = { language: 'en', size: narrow, touch: true } as const;
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', look], ['Bela Hill', 'away']);
  await openChat(a, b.name);
  await composer(a, b.name).fill(Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n'));
  // The height that the keyboard leaves.
  await a.page.setViewportSize({ width: 844, height: 200 });
  for (const part of [composer(a, b.name), button(a, a.t('chat.send'))])
    await until(async () => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(52);
      expect(y + height).toBeLessThanOrEqual(200);
    });
});
