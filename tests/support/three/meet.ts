import { go } from '../browser.ts';
import { acceptFriend, applyFriend } from '../people-pages.ts';
import { bubble, button, login, logOut, openChat, register, row, say, sees } from '../person.ts';
import type { Chapter } from './cast.ts';

export const meet: Chapter = {
  title: 'three people register, find each other by account, become friends and talk',
  play: async ({ a, b, c }, did) => {
    for (const person of [a, b, c]) await register(person);
    await logOut(a);
    await login(a);
    did('register', 'login');
    await applyFriend(a, b);
    await go(a, '/pages/contacts/friend?tab=sent');
    await a.page.getByText(b.name).first().waitFor();
    did('search-friends', 'friend-add', 'new-friends-sent');
    await acceptFriend(b, a);
    did('new-friends');

    // The page of a stranger sends the friend request as well.
    await go(a, '/pages/contacts/search');
    const box = a.page.getByRole('searchbox', { name: a.t('friend.search') });
    await box.fill(c.account);
    await box.press('Enter');
    await a.page
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: c.name })
      .or(a.page.getByRole('main').getByRole('button', { name: c.name }))
      .first()
      .click();
    await a.page
      .getByRole('main')
      .getByRole('button', { name: a.t('friend.add'), exact: true })
      .click();
    const dialog = a.page.getByRole('dialog');
    await dialog.getByRole('button', { name: a.t('friend.apply'), exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    did('user-info-stranger');
    await acceptFriend(c, a);

    await go(b, '/pages/contacts/index');
    await b.page
      .getByRole('link', { name: a.name })
      .or(b.page.getByRole('button', { name: a.name }))
      .first()
      .click();
    await button(b, b.t('friend.sendMessage')).click();
    did('contacts');
    await say(b, a.name, 'are you there?');
    await row(a, b.name).getByText('are you there?').waitFor();
    await openChat(a, b.name);
    await bubble(b, a.name, 'are you there?').getByText(b.t('chat.read'), { exact: true }).waitFor();
    await say(a, b.name, 'always');
    await sees(b, a.name, 'always');
    did('home', 'chat');
  },
};
