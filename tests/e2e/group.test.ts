import { expect, it } from 'vitest';
import { addToGroup, createGroup } from '../support/people-pages.ts';
import {
  arrive,
  befriended,
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

const names = {
  'zh-CN': { a: '安小满', b: '白露露', c: '谷雨生', group: '周末爬山', words: '周六早上八点，老地方见' },
  en: {
    a: 'Anna Lake',
    b: 'Bela Hill',
    c: 'Cleo Moor',
    group: 'Hiking',
    words: 'Saturday at eight, the usual place',
  },
} as const;

it.each(['zh-CN', 'en'] as const)(
  'UI-5: a third joins a group, a mention shows, a recall shows on both sides, %s',
  async (language) => {
    const { url } = await stage.server();
    const say3 = names[language];
    const a = stage.watch(await arrive(stage.browser, url, say3.a, { language }));
    const b = stage.watch(await arrive(stage.browser, url, say3.b, { language }));
    const c = stage.watch(await arrive(stage.browser, url, say3.c, { language }));
    await befriended(a, b);
    await befriended(a, c);

    await createGroup(a, [b.name], say3.group);
    await row(b, say3.group).waitFor();
    await openChat(b, say3.group);
    await openChat(a, say3.group);
    await say(a, say3.group, say3.words);
    await sees(b, say3.group, say3.words);

    await addToGroup(a, [c.name]);
    await row(c, say3.group).waitFor();
    const joined = b.t('chat.joined', { name: say3.a, names: say3.c });
    await messages(b, say3.group).getByText(joined, { exact: true }).waitFor();
    // Nothing from before is unread for the one who came later.
    expect(
      await row(c, say3.group)
        .getByText(c.t('a11y.unread', { count: 1 }))
        .count(),
    ).toBe(0);

    // b mentions c, who has only the list open.
    const box = composer(b, say3.group);
    await box.pressSequentially('@');
    await b.page.getByRole('option', { name: say3.c }).click();
    await box.pressSequentially('!');
    await box.press('Enter');
    await row(c, say3.group)
      .getByText(c.t('home.atMe', { count: 1 }))
      .waitFor();
    await openChat(c, say3.group);
    await bubble(c, say3.group, `@${say3.c} !`)
      .or(
        messages(c, say3.group)
          .getByRole('article')
          .filter({ hasText: `@${say3.c}` }),
      )
      .first()
      .waitFor();
    await row(c, say3.group)
      .getByText(c.t('home.atMe', { count: 1 }))
      .waitFor({ state: 'detached' });
    expect(
      await row(a, say3.group)
        .getByText(a.t('home.atMe', { count: 1 }))
        .count(),
    ).toBe(0);

    // c says something and takes it back: gone everywhere, also from the lists.
    const slip = 'oops 12';
    await openChat(a, say3.group);
    await say(c, say3.group, slip);
    await sees(a, say3.group, slip);
    await sees(b, say3.group, slip);
    await row(a, say3.group).getByText(slip).waitFor();
    await sent(c, say3.group, slip);
    await bubble(c, say3.group, slip).click({ button: 'right' });
    await c.page.getByRole('menuitem', { name: c.t('menu.recall'), exact: true }).click();
    await messages(c, say3.group).getByText(c.t('chat.youRecalled')).waitFor();
    for (const person of [a, b]) {
      await messages(person, say3.group)
        .getByText(person.t('chat.nameRecalled', { name: say3.c }))
        .waitFor();
      await person.page.getByText(slip).first().waitFor({ state: 'detached' });
    }
  },
);
