import { expect, it } from 'vitest';
import { go, newPerson } from '../support/browser.ts';
import { befriend, keptLogin, newGroup, ok, signUp } from '../support/http-user.ts';
import { bubble, messages, openChat, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const GROUP = 'Old days';

it('GROUP-8, UI-94: when a group opens its history, a later member reads it at once, in place', async () => {
  const { url } = await stage.commonServer();
  const [anna, bela, cleo] = await Promise.all(['Anna', 'Bela', 'Cleo'].map((name) => signUp(url, name)));
  if (!anna || !bela || !cleo) expect.unreachable();
  await befriend(anna, bela);
  await befriend(anna, cleo);
  const id = await newGroup(anna, [bela], GROUP);
  let sentCount = 0;
  const say = (content: string, pid = 0) =>
    ok(
      anna.call<{ msg_id: number }>('/enterprise/im/sendMessage', {
        id: `said-${(sentCount += 1)}`,
        toContactId: id,
        is_group: 1,
        type: 'text',
        content,
        ...(pid > 0 && { pid, extends: { msg_id: pid, user_id: anna.id, realname: 'Anna' } }),
      }),
    );
  const { msg_id: first } = await say('Shall we meet at the lake?');
  await ok(anna.call('/enterprise/group/addGroupUser', { id, user_ids: [cleo.id] }));
  await say('Seven, as always', first);
  for (let n = 1; n <= 60; n += 1) await say(`line ${n}`);

  const storage = await keptLogin(url, cleo.account);
  const person = stage.watch(await newPerson(stage.browser, url, 'Cleo', { kept: storage }));
  await go(person, '/');
  await openChat(person, GROUP);
  // They read from the first unread line on to the end.
  const quoting = bubble(person, GROUP, 'Seven, as always');
  await quoting.waitFor();
  expect(await quoting.getByText('Shall we meet').count()).toBe(0);
  await messages(person, GROUP).hover();
  for (let n = 0; n < 20; n += 1) await person.page.mouse.wheel(0, 400);
  await sees(person, GROUP, 'line 60');
  const atEnd = () =>
    messages(person, GROUP).evaluate(
      ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2,
    );
  await expect.poll(atEnd).toBe(true);

  // When the reader scrolls up, loaded pages go, and the view stays at the reading position: the end.
  for (let n = 0; n < 3; n += 1) await person.page.mouse.wheel(0, -400);
  await expect.poll(atEnd).toBe(false);
  const pendingAnswer = person.page.waitForResponse(/getMessageList/);
  await ok(anna.call('/enterprise/group/groupSetting', { id, setting: { history: 1 } }));
  await pendingAnswer;
  await sees(person, GROUP, 'line 60');
  await expect.poll(atEnd).toBe(true);
  for (let n = 0; n < 20; n += 1) await person.page.mouse.wheel(0, -400);
  await quoting.getByText('Shall we meet').waitFor();
  await sees(person, GROUP, 'Shall we meet at the lake?');
});
