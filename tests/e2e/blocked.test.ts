import { expect, it } from 'vitest';
import { go, narrow, newPerson } from '../support/browser.ts';
import { entry, meetHikers } from '../support/hikers.ts';
import { history, ok } from '../support/http-user.ts';
import { lasting } from '../support/lasting.ts';
import {
  type Arrived,
  button,
  grouped,
  login,
  messages,
  moreEntry,
  openChat,
  row,
  say,
  sees,
} from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { until } from '../support/until.ts';

const stage = setStage();
const together = lasting(stage);

const [before, kept, after] = ['明天见', 'are you there', '又见面了'];

let met: ReturnType<typeof meetHikers> | null = null;
let groups = 0;

/** Three users at their lists, none blocked, in a group that is new for each test. */
async function hikers() {
  const { url, a, b, c } = await (met ??= meetHikers(together));
  for (const person of [a, b, c]) await go(person, '/');
  groups += 1;
  const group = `爬山 Hiking ${groups}`;
  return { url, a, b, c, group, groupId: await grouped(a, [b, c], group) };
}

const endBlock = (by: Arrived, other: Arrived) =>
  ok(by.user.call('/enterprise/im/blockPerson', { id: other.user.id, on: 0 }));

it('BLOCK-1, BLOCK-2, BLOCK-3, BLOCK-7: one of three users receives nothing from a blocked one', async () => {
  const { a, b, c } = await hikers();
  await openChat(b, a.name);
  await say(b, a.name, before);
  // Waits for the message, because it reorders the rows and an earlier click may hit another one.
  await row(a, b.name).getByText(before).waitFor();

  // Blocks by keys, after a question that explains the effect.
  await openChat(a, b.name);
  const id = /[?&]id=(\d+)/.exec(a.page.url())?.[1];
  await go(a, `/pages/contacts/detail?id=${id}`);
  await (await moreEntry(a, 'block.begin')).press('Enter');
  const question = a.page.locator('[role=dialog],[role=alertdialog]');
  await question.getByText(a.t('block.text')).waitFor();
  await question.getByRole('button', { name: a.t('block.begin'), exact: true }).click();
  await a.page.getByText(a.t('block.is')).waitFor();
  // The chat stays with all its messages; the composer shows why nothing can be written.
  await row(a, b.name).click();
  await sees(a, b.name, before);
  await a.page.getByRole('status').getByText(a.t('block.silence')).waitFor();

  // The blocked user sees their own messages as usual, and a third user is received.
  await say(b, a.name, kept);
  await sees(b, a.name, kept);
  await send(c.user, String(a.user.id), before);
  await row(a, c.name).getByText(before).waitFor();
  await row(a, b.name).getByText(before).waitFor();
  expect(await messages(a, b.name).getByText(kept).count()).toBe(0);

  // Account security leads to the list, which leads back.
  await go(a, '/pages/mine/secure');
  await a.page.getByRole('link', { name: a.t('block.list') }).click();
  await a.page.getByRole('heading', { name: a.t('block.list') }).waitFor();
  await button(a, a.t('block.endFor', { name: b.name })).click();
  await a.page.getByText(a.t('block.nobody')).waitFor();
  await say(b, a.name, after);
  await row(a, b.name).getByText(after).waitFor();
  await openChat(a, b.name);
  await sees(a, b.name, after);
  await sees(a, b.name, before);
  expect(await messages(a, b.name).getByText(kept).count()).toBe(0);
  await sees(b, a.name, kept);
});

it('BLOCK-13: a user blocks the sender of a friend request from it, after a question', async () => {
  const { a, b, c } = await hikers();
  const words = '我是徒步群里的';
  await ok(c.user.call('/enterprise/friend/add', { user_id: b.user.id, remark: words }));
  await go(b, '/pages/contacts/friend');
  await b.page.getByText(words).waitFor();
  const ask = button(b, b.t('report.block', { name: c.name }));
  const question = b.page.locator('[role=dialog],[role=alertdialog]');
  // Thinking better of it changes nothing.
  await ask.click();
  await question.getByText(b.t('block.text')).waitFor();
  await b.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await b.page.getByText(words).waitFor();
  await ask.click();
  await question.getByRole('button', { name: b.t('block.begin'), exact: true }).click();
  await b.page.getByText(words).waitFor({ state: 'detached' });
  await go(b, '/pages/contacts/friend?tab=blocked');
  await button(b, b.t('block.endFor', { name: c.name })).waitFor();
  await go(b, '/pages/contacts/friend?tab=received');
  // The old answered request of another user is still in the list.
  await b.page.getByRole('main').getByText(a.name).first().waitFor();
  expect(await b.page.getByText(words).count()).toBe(0);
  await endBlock(b, c);
});

it('BLOCK-11: in a group the message of a blocked user is folded, and a key opens it', async () => {
  const { a, b, c, group, groupId } = await hikers();
  await openChat(a, b.name);
  const id = /[?&]id=(\d+)/.exec(a.page.url())?.[1];
  await go(a, `/pages/contacts/detail?id=${id}`);
  await (await moreEntry(a, 'block.begin')).click();
  await a.page
    .locator('[role=dialog],[role=alertdialog]')
    .getByRole('button', { name: a.t('block.begin'), exact: true })
    .click();
  await openChat(a, group);
  await send(b.user, groupId, kept);
  await send(c.user, groupId, before);
  // Another member reads both.
  expect((await history(c.user, groupId)).map(({ content }) => content).slice(-2)).toEqual([kept, before]);
  await sees(a, group, before);
  const folded = messages(a, group).getByRole('button', { name: a.t('chat.folded') });
  await folded.waitFor();
  expect(await messages(a, group).getByText(kept).count()).toBe(0);
  await folded.focus();
  await a.page.keyboard.press('Enter');
  await sees(a, group, kept);
  // Neither the row nor a quote shows the text. The reply of another member is received.
  await send(b.user, groupId, after);
  await row(a, group).getByText('…').waitFor();
  expect(await row(a, group).getByText(after).count()).toBe(0);
  await endBlock(a, b);
});

it('REPORT-1, REPORT-7: one form reports a user, blocks them and leaves the group', async () => {
  const { b, c, group } = await hikers();
  for (const who of [b, c]) await openChat(who, group);
  await say(b, group, kept);
  await sees(c, group, kept);
  await messages(c, group)
    .getByRole('article')
    .last()
    .click({ button: 'right', position: { x: 20, y: 8 } });
  await c.page.getByRole('menuitem', { name: c.t('menu.report'), exact: true }).click();
  const form = c.page.getByRole('dialog');
  await form.getByRole('button', { name: c.t('report.send'), exact: true }).click();
  await form.getByRole('alert').getByText(c.t('report.needReason')).waitFor();
  await form.getByRole('radio', { name: c.t('report.reason.abuse') }).press('Space');
  await form.getByLabel(c.t('report.words')).fill('he is rude');
  await form.getByRole('switch', { name: c.t('report.block', { name: b.name }) }).press('Space');
  await form.getByRole('switch', { name: c.t('report.leave', { name: group }) }).press('Space');
  await form.getByRole('button', { name: c.t('report.send'), exact: true }).press('Enter');
  await c.page.getByText(c.t('report.sent')).waitFor();
  await row(c, group).waitFor({ state: 'detached' });
  await go(c, '/pages/contacts/friend?tab=blocked');
  await button(c, c.t('block.endFor', { name: b.name })).waitFor();
  // The reported user sees their own messages as usual.
  await sees(b, group, kept);
  await endBlock(c, b);
});

it('BLOCK-14: blocked without a network, it holds over a reload, for others once there is one', async () => {
  const { url, a, b } = await hikers();
  await openChat(b, a.name);
  await say(b, a.name, before);
  await openChat(a, b.name);
  await sees(a, b.name, before);
  const id = /[?&]id=(\d+)/.exec(a.page.url())?.[1];
  await go(a, `/pages/contacts/detail?id=${id}`);
  const block = await moreEntry(a, 'block.begin');
  await a.context.setOffline(true);
  await block.click();
  await a.page
    .locator('[role=dialog],[role=alertdialog]')
    .getByRole('button', { name: a.t('block.begin'), exact: true })
    .click();
  await a.page.getByText(a.t('block.is')).waitFor();
  // The server knows nothing of it yet.
  const blocked = async () =>
    (await ok(a.user.call<{ user_id: number }[]>('/enterprise/im/blockedPeople', {}))).map(
      ({ user_id }) => user_id,
    );
  expect(await blocked()).toEqual([]);

  await a.context.setOffline(false);
  await expect.poll(blocked).toEqual([Number(id)]);
  await say(b, a.name, kept);
  await sees(b, a.name, kept);
  await row(a, b.name).getByText(before).waitFor();
  await a.page.reload();
  await a.page.getByText(a.t('block.is')).waitFor();
  await row(a, b.name).getByText(before).waitFor();

  // The block ends on a phone, in the other language; both users receive messages again.
  const device = await newPerson(stage.browser, url, a.name, { language: 'en', size: narrow });
  const phone = stage.watch({ ...device, account: a.account });
  await go(phone, '/');
  await login(phone);
  await go(phone, '/pages/contacts/friend?tab=blocked');
  await button(phone, phone.t('block.endFor', { name: b.name })).click();
  await a.page.getByText(a.t('block.is')).waitFor({ state: 'detached' });
  await say(b, a.name, after);
  await row(a, b.name).getByText(after).waitFor();
});

it('BLOCK-14, REPORT-7: a group is left from its row of the list, after the form', async () => {
  const { a, b, c, group, groupId } = await hikers();
  await openChat(a, group);
  for (const who of [b, c]) {
    await row(who, group).click({ button: 'right' });
    await entry(who, 'ginfo.leave').click();
    const form = who.page.getByRole('dialog', { name: who.t('ginfo.leaveTitle', { name: group }) });
    await form.waitFor();
    // Thinking better of it leaves everything as it is.
    await who.page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await row(who, group).click({ button: 'right' });
    await entry(who, 'ginfo.leave').click();
    await form.getByRole('button', { name: who.t('ginfo.leave'), exact: true }).press('Enter');
    await row(who, group).waitFor({ state: 'detached' });
    // The remaining members read who left, until several lines of a kind become one.
    if (who === b) await messages(a, group).getByText(b.name).first().waitFor();
  }
  // The row disappears at once, and the server gets the change a moment later.
  const requestAnswer = () =>
    ok(a.user.call<unknown[]>('/enterprise/group/groupUserList', { group_id: groupId }));
  await until(async () => expect(await requestAnswer()).toHaveLength(1));
});
