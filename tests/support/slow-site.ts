import type { Browser } from 'playwright-core';
import { go, newPerson, type Person } from './browser.ts';
import type { LargeSite } from './large-site.ts';
import { list, login, row } from './person.ts';
import { type SlowPage, slowPage } from './slow-page.ts';

/** Signs in a user with all conversations of a large site, on a slowed processor. */
export async function enterSlowly(
  browser: Browser,
  { server, me }: LargeSite,
  slower: number,
): Promise<{ readonly person: Person; readonly slow: SlowPage }> {
  const person = {
    ...(await newPerson(browser, server.url, me.name, { language: 'en' })),
    account: me.account,
  };
  // Fifty thousand plain elements take their time.
  person.context.setDefaultTimeout(180_000);
  await go(person, '/');
  await login(person);
  await list(person).getByRole('link').first().waitFor();
  return { person, slow: await slowPage(person.page, slower) };
}

/**
 * Opens one of these chats with a real mouse press. Returns the time of the main thread until the messages
 * appear. The page itself waits for them, because finding elements by role uses the same thread.
 */
export async function opener(
  person: Person,
  slow: SlowPage,
  names: readonly string[],
): Promise<(which: number) => Promise<number>> {
  const { page, t } = person;
  const boxes = await Promise.all(names.map((name) => row(person, name).boundingBox()));
  return (which) => {
    const [name, box] = [names[which] ?? '', boxes[which]];
    if (!box) throw new Error(`no row of ${name}`);
    return slow.mainThread(
      () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2),
      `[aria-label="${t('a11y.messages', { name })}"] article`,
    );
  };
}
