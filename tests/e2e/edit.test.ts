import { expect, it } from 'vitest';
import { go, narrow, newPerson, type Person } from '../support/browser.ts';
import { choose, entry, meetHikers } from '../support/hikers.ts';
import { ok } from '../support/http-user.ts';
import {
  type Arrived,
  bubble,
  button,
  composer,
  login,
  messages,
  openChat,
  row,
  say,
  sees,
  sent,
} from '../support/person.ts';
import { setStage } from '../support/stage.ts';
import { png } from '../support/uploads.ts';

const stage = setStage();

const WORDS = {
  former: 'we leave at eight',
  present: '九点出发',
  answer: 'count me in',
  draft: 'not done yet',
  here: '在电脑上改的',
  there: 'changed on the phone',
  slip: 'a tpyo',
  own: 'I bring a camera',
  right: 'a typo',
  caption: 'at the foot',
  summit: '山顶',
} as const;

/** Reports whether a search of the user finds these words. */
const hasMatch = async (person: Arrived, keywords: string): Promise<boolean> =>
  (await ok(person.user.call<readonly unknown[]>('/enterprise/im/search', { keywords }))).length > 0;
const editing = (person: Person) => person.page.getByText(person.t('chat.editing')).first();
const expectText = (person: Person, group: string, words: string) =>
  expect.poll(() => composer(person, group).inputValue()).toBe(words);

it('EDIT-2, EDIT-3, EDIT-5, EDIT-8: three people and two devices of one edit, wide and narrow', async () => {
  const { former, present, answer, draft, here, there, slip, own, right, caption, summit } = WORDS;
  const { url, a, b, c, group, groupId } = await meetHikers(stage);
  const device = await newPerson(stage.browser, url, a.name, { language: 'zh-CN', size: narrow });
  const phone = stage.watch({ ...device, account: a.account });
  await go(phone, '/');
  await login(phone);
  const all = [a, phone, b, c] as const;
  for (const person of [a, phone, b]) await openChat(person, group);

  // The message is sent, quoted and pinned; c has the list on screen.
  await say(a, group, former);
  await sent(a, group, former);
  await sees(b, group, former);
  await choose(b, group, former, 'menu.quote');
  await say(b, group, answer);
  await sees(a, group, answer);
  await choose(a, group, former, 'menu.pin');

  // Arrow up in the empty composer edits the user's last message. "edited" appears next to it, on every
  // device.
  await composer(a, group).press('ArrowUp');
  await editing(a).waitFor();
  await expectText(a, group, former);
  await composer(a, group).fill(present);
  await composer(a, group).press('Enter');
  for (const person of [a, phone, b]) {
    await bubble(person, group, present).first().getByText(person.t('chat.edited')).waitFor();
    // The quote and the bar of pins follow, and the previous text appears nowhere.
    await messages(person, group)
      .getByRole('article')
      .filter({ hasText: answer })
      .getByText(present)
      .waitFor();
    await person.page
      .getByRole('region', { name: person.t('pins.title'), exact: true })
      .getByText(present)
      .first()
      .waitFor();
    await person.page.getByText(former).first().waitFor({ state: 'detached' });
  }
  await expect.poll(() => hasMatch(b, present)).toBe(true);
  expect(await hasMatch(b, former)).toBe(false);

  // The last one of all: the list follows, which c has open. By the menu on a narrow window.
  await choose(b, group, answer, 'menu.edit');
  await expectText(b, group, answer);
  await composer(b, group).fill(`${answer}!`);
  await button(b, b.t('chat.saveEdit')).click();
  await row(c, group).getByText(`${answer}!`).waitFor();

  // Edits by keys alone; Escape restores the draft.
  await openChat(c, group);
  await say(c, group, own);
  await sent(c, group, own);
  await composer(c, group).fill(draft);
  await bubble(c, group, own).focus();
  await c.page.keyboard.press('Enter');
  await entry(c, 'menu.edit').waitFor();
  await entry(c, 'menu.edit').press('Enter');
  await expectText(c, group, own);
  await c.page.keyboard.press('Escape');
  await expectText(c, group, draft);
  await composer(c, group).fill('');

  // Edits on two devices of a user at once. Both end with the same text.
  await composer(a, group).press('ArrowUp');
  await expectText(a, group, present);
  await choose(phone, group, present, 'menu.edit');
  await expectText(phone, group, present);
  await composer(a, group).fill(here);
  await composer(phone, group).fill(there);
  await Promise.all([composer(a, group).press('Enter'), composer(phone, group).press('Enter')]);
  const now = async (person: Person): Promise<string> =>
    (await bubble(person, group, here).count()) > 0
      ? here
      : (await bubble(person, group, there).count()) > 0
        ? there
        : '';
  // The edit that was made first may arrive last, and is then no further revision (EDIT-12).
  const stored = async () =>
    (
      await ok(
        a.user.call<readonly { readonly content: string }[]>('/enterprise/im/getMessageList', {
          toContactId: groupId,
          page: 1,
          limit: 20,
          peek: 1,
        }),
      )
    ).find(({ content }) => content === here || content === there)?.content;
  await expect
    .poll(async () => [await stored(), ...(await Promise.all(all.map(now)))])
    .toSatisfy((texts: readonly unknown[]) => texts.every((one) => one === texts[0] && one !== undefined));

  // A message is written and corrected offline. In the end no user reads the mistake.
  await a.context.setOffline(true);
  // A message that was tried once is sent unchanged, and its edit follows.
  await a.page.waitForFunction(() => !navigator.onLine);
  await say(a, group, slip);
  await bubble(a, group, slip).waitFor();
  await composer(a, group).press('ArrowUp');
  await expectText(a, group, slip);
  await composer(a, group).fill(right);
  await composer(a, group).press('Enter');
  await bubble(a, group, right).waitFor();
  await a.context.setOffline(false);
  for (const person of [b, c]) await sees(person, group, right);
  for (const person of [b, c]) expect(await person.page.getByText(slip).count()).toBe(0);

  // The words under a picture are edited as well.
  const message = {
    id: 'picture-1',
    toContactId: groupId,
    is_group: 1,
    type: 'image',
    content: '',
  };
  await ok(
    b.user.upload('/common/upload/uploadFile', await png(300, 200), {
      message: JSON.stringify(message),
      caption,
    }),
  );
  await messages(b, group).getByText(caption, { exact: true }).click({ button: 'right' });
  await entry(b, 'menu.edit').click();
  await composer(b, group).fill(summit);
  await button(b, b.t('chat.saveEdit')).click();
  for (const person of all) await messages(person, group).getByText(summit, { exact: true }).waitFor();
  expect(await hasMatch(c, caption)).toBe(false);
});
