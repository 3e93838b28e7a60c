import { go } from '../browser.ts';
import { bubble, composer, messages, openChat } from '../person.ts';
import type { Cast } from './cast.ts';

/** Opens the replies to a message, replies there, and returns through a link. */
export async function answering(
  { a, b }: Cast,
  message: string,
  did: (...screens: readonly string[]) => void,
): Promise<void> {
  const count = (person: typeof b, of: string, replies: number) =>
    messages(person, of).getByRole('button', { name: person.t('thread.replies', { count: replies }) });
  await count(b, a.name, 1).first().click();
  const answers = b.page.getByRole('region', {
    name: b.t('thread.answers', { name: a.name }),
    exact: true,
  });
  await answers.getByRole('article').first().waitFor();
  const box = composer(b, a.name).last();
  await box.fill('answered in the thread');
  await box.press('Enter');
  await answers.getByText('answered in the thread').waitFor();
  await count(a, b.name, 2).first().waitFor();
  did('thread');

  await bubble(a, b.name, message)
    .first()
    .click({ button: 'right', position: { x: 20, y: 8 } });
  await a.page.getByRole('menuitem', { name: a.t('menu.copyLink'), exact: true }).click();
  await a.page.getByText(a.t('link.copied')).waitFor();
  const link = await a.page.evaluate(() => navigator.clipboard.readText());
  await b.page.goto(link);
  await bubble(b, a.name, message).first().waitFor();
  did('message-link');
  await go(b, '/');
  await openChat(b, a.name);
}
