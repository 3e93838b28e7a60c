import { expect, it } from 'vitest';
import { addToGroup, createGroup } from '../support/people-pages.ts';
import {
  arriveAsFriends,
  bubble,
  composer,
  messages,
  openChat,
  row,
  say,
  sees,
  sent,
} from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const [group, words] = ['周末爬山', 'Saturday at eight, the usual place'];

it('UI-5: a third joins a group, a mention shows, a recall shows on both sides', async () => {
  const { url } = await stage.commonServer();
  const [a, b, c] = await arriveAsFriends(
    stage,
    url,
    ['安小满', { language: 'zh-CN' }],
    ['Bela Hill', { language: 'en' }],
    ['谷雨生', { language: 'zh-CN' }],
  );

  await createGroup(a, [b.name], group);
  await row(b, group).waitFor();
  await openChat(b, group);
  await openChat(a, group);
  await say(a, group, words);
  await sees(b, group, words);

  await addToGroup(a, [c.name]);
  await row(c, group).waitFor();
  const joined = b.t('chat.joined', { name: a.name, names: c.name });
  await messages(b, group).getByText(joined, { exact: true }).waitFor();
  // The later member has no unread messages from before joining.
  expect(
    await row(c, group)
      .getByLabel(c.t('a11y.unread', { count: 1 }))
      .count(),
  ).toBe(0);

  // b mentions c, who has only the list open.
  const box = composer(b, group);
  await box.pressSequentially('@');
  await b.page.getByRole('option', { name: c.name }).click();
  await box.pressSequentially('!');
  await box.press('Enter');
  await row(c, group)
    .getByText(c.t('home.atMe', { count: 1 }))
    .waitFor();
  await openChat(c, group);
  await bubble(c, group, `@${c.name} !`)
    .or(
      messages(c, group)
        .getByRole('article')
        .filter({ hasText: `@${c.name}` }),
    )
    .first()
    .waitFor();
  await row(c, group)
    .getByText(c.t('home.atMe', { count: 1 }))
    .waitFor({ state: 'detached' });
  expect(
    await row(a, group)
      .getByText(a.t('home.atMe', { count: 1 }))
      .count(),
  ).toBe(0);

  // c sends a message and recalls it. It disappears everywhere, also from the lists.
  const slip = 'oops 12';
  await openChat(a, group);
  await say(c, group, slip);
  await sees(a, group, slip);
  await sees(b, group, slip);
  await row(a, group).getByText(slip).waitFor();
  await sent(c, group, slip);
  await bubble(c, group, slip).click({ button: 'right' });
  await c.page.getByRole('menuitem', { name: c.t('menu.recall'), exact: true }).click();
  await messages(c, group).getByText(c.t('chat.youRecalled')).waitFor();
  for (const person of [a, b]) {
    await messages(person, group)
      .getByText(person.t('chat.nameRecalled', { name: c.name }))
      .waitFor();
    await person.page.getByText(slip).first().waitFor({ state: 'detached' });
  }
});
