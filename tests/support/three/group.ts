import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { go, type Person } from '../browser.ts';
import { createGroup } from '../people-pages.ts';
import { button, composer, field, messages, moreEntry, openChat, row, say, sees, sent } from '../person.ts';
import type { TextKey } from '../texts.ts';
import { type Cast, type Chapter, HIKING } from './cast.ts';

type Did = (...screens: readonly string[]) => void;

const info = async (person: Person): Promise<string> => {
  await go(person, '/');
  await openChat(person, HIKING);
  const id = new URLSearchParams(person.page.url().split('?')[1]).get('id') ?? '';
  await go(person, `/pages/message/detail?id=${id}`);
  return id;
};
const aside = (person: Person) => person.page.locator('main,aside,[role=main]');
const rowButton = (person: Person, key: TextKey) =>
  aside(person)
    .getByRole('button', { name: new RegExp(`^${person.t(key)}`) })
    .filter({ visible: true })
    .first();
const anyDialog = (person: Person) => person.page.locator('[role=dialog],[role=alertdialog]');

/** Begins a call of the group from its page, and ends it. */
async function callTogether({ a, b }: Cast, did: Did): Promise<void> {
  const id = await info(a);
  await go(a, `/pages/message/call?group=${id}`);
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('gcall.start'), exact: true })
    .click();
  await a.page.getByRole('list', { name: a.t('gcall.people', { count: 1 }) }).waitFor();
  await go(b, '/');
  await openChat(b, HIKING);
  await b.page.getByText(b.t('gcall.people', { count: 1 })).waitFor();
  await button(a, a.t('gcall.leave')).click();
  await b.page.getByText(b.t('gcall.people', { count: 1 })).waitFor({ state: 'detached' });
  did('group-call');
}

/** Chooses the mentioned member and the contact card, each on a separate page. */
async function choose({ a, b }: Cast, did: Did): Promise<void> {
  const id = await info(a);
  for (const [type, action] of [
    [4, 'sel.mentionAction'],
    [5, 'sel.cardAction'],
  ] as const) {
    await go(a, `/pages/message/chat?id=${id}`);
    await composer(a, HIKING).waitFor();
    await go(a, `/pages/index/userSelection?type=${type}&contact_id=${id}`);
    await a.page.getByRole('checkbox', { name: b.name }).click();
    await a.page
      .getByRole('main')
      .getByRole('button', { name: a.t(action), exact: true })
      .click();
    await composer(a, HIKING).waitFor();
  }
  await messages(b, HIKING).getByText(b.t('msg.cardFooter')).first().waitFor();
  did('select-card');
  await composer(a, HIKING).press('Enter');
  await messages(b, HIKING)
    .getByRole('article')
    .filter({ hasText: `@${b.name}` })
    .first()
    .waitFor();
  did('select-mention');
  const sentMessage = messages(a, HIKING)
    .getByRole('article')
    .filter({ hasText: `@${b.name}` });
  // The list shows the state at its opening, and read marks arrive a moment later.
  const readers = async (): Promise<number> => {
    await sentMessage.last().click({ button: 'right' });
    await a.page.getByRole('menuitem', { name: a.t('menu.readBy'), exact: true }).click();
    await anyDialog(a)
      .getByText(/^\d of \d$/)
      .or(anyDialog(a).getByText(a.t('readBy.nobody')))
      .waitFor();
    const matchCount = await anyDialog(a).getByText(b.name).count();
    await a.page.keyboard.press('Escape');
    await anyDialog(a).waitFor({ state: 'detached' });
    return matchCount;
  };
  await expect.poll(readers, { timeout: 30_000 }).toBe(1);
  did('read-by');
}

/** Another system, to which the server reports events. */
async function aReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (part) => bodies.push(String(part)));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { url, bodies, close: () => void server.close() };
}

async function rules({ a, b }: Cast, did: Did): Promise<void> {
  await info(a);
  await rowButton(a, 'ginfo.name').click();
  await anyDialog(a).getByLabel(a.t('ginfo.name'), { exact: true }).fill(`${HIKING} 2`);
  await anyDialog(a)
    .getByRole('button', { name: a.t('common.save'), exact: true })
    .click();
  await row(b, `${HIKING} 2`).waitFor({ state: 'attached' });
  await rowButton(a, 'ginfo.name').click();
  await anyDialog(a).getByLabel(a.t('ginfo.name'), { exact: true }).fill(HIKING);
  await anyDialog(a)
    .getByRole('button', { name: a.t('common.save'), exact: true })
    .click();
  await row(b, HIKING).waitFor({ state: 'attached' });
  did('chat-info-group', 'group-rename');
  await openChat(b, HIKING);

  await rowButton(a, 'ginfo.notice').click();
  await anyDialog(a).getByRole('textbox').fill('Meet at eight');
  await button(a, a.t('gman.publish')).click();
  await messages(b, HIKING).getByText('Meet at eight').waitFor();
  // Its head is in the reader's language, on a separate line.
  await messages(b, HIKING).locator('strong:has-text("Group notice") + br').waitFor({ state: 'attached' });
  did('group-notice-edit');
  await rowButton(a, 'ginfo.notice').click();
  await anyDialog(a).getByText('Meet at eight', { exact: true }).waitFor();
  await a.page.keyboard.press('Escape');
  await anyDialog(a).waitFor({ state: 'detached' });
  did('group-notice');
  await button(b, 'Meet at eight').click();
  await anyDialog(b).getByText('Meet at eight', { exact: true }).waitFor();
  await b.page.keyboard.press('Escape');
  await button(b, b.t('chat.closeNotice')).click();
  await button(b, 'Meet at eight').waitFor({ state: 'detached' });
  did('notice');

  await rowButton(a, 'timer.title').click();
  await anyDialog(a)
    .getByRole('radio', { name: a.t('timer.days', { count: 7 }), exact: true })
    .check();
  await button(a, a.t('common.save')).click();
  await b.page.getByTitle(b.t('timer.mark', { count: 7 }), { exact: true }).waitFor();
  did('timer');

  await rowButton(a, 'ginfo.timeZone').click();
  await anyDialog(a).getByRole('combobox').selectOption('Asia/Tokyo');
  await button(a, a.t('common.save')).click();
  await messages(b, HIKING).getByText(/Tokyo/).waitFor();
  did('group-time-zone');

  await rowButton(a, 'team.title').click();
  await button(a, a.t('team.add')).click();
  await field(a, a.t('team.name')).fill('guides');
  await anyDialog(a).getByRole('checkbox').last().check();
  await button(a, a.t('common.save')).click();
  await anyDialog(a).getByText('@guides').waitFor();
  await a.page.keyboard.press('Escape');
  await anyDialog(a).waitFor({ state: 'detached' });
  did('group-teams');

  await rowButton(a, 'genter.links').click();
  await button(a, a.t('genter.newLink')).click();
  await button(a, a.t('genter.make')).click();
  await anyDialog(a)
    .getByText(/\/scan\/g\//)
    .waitFor();
  await a.page.keyboard.press('Escape');
  did('group-links', 'group-link-new');

  await rowButton(a, 'hooks.title').click();
  await button(a, a.t('hooks.add')).click();
  await field(a, a.t('bots.name')).fill('Weather');
  await button(a, a.t('bots.create')).click();
  const address = await anyDialog(a)
    .getByText(/\/hooks\//)
    .innerText();
  const body = JSON.stringify({ text: 'Sun until *noon*' });
  await fetch(address.trim(), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await messages(b, HIKING).getByText('noon').waitFor();
  await a.page.keyboard.press('Escape');
  await a.page.keyboard.press('Escape');
  await anyDialog(a).waitFor({ state: 'detached' });
  did('group-hooks');

  const receiver = await aReceiver();
  await rowButton(a, 'outgoing.title').click();
  await button(a, a.t('hooks.add')).click();
  await field(a, a.t('bots.name')).fill('Archive');
  await field(a, a.t('outgoing.address')).fill(receiver.url);
  await button(a, a.t('bots.create')).click();
  await anyDialog(a)
    .getByText(/whsec_/)
    .waitFor();
  await a.page.keyboard.press('Escape');
  await a.page.keyboard.press('Escape');
  await anyDialog(a).waitFor({ state: 'detached' });
  await say(b, HIKING, 'Reported outside');
  await expect.poll(() => receiver.bodies.join()).toContain('Reported outside');
  receiver.close();
  did('group-outgoing');

  await rowButton(a, 'gman.title').click();
  await anyDialog(a).getByText(a.t('gman.speak2'), { exact: true }).click();
  await button(a, a.t('common.save')).click();
  await composer(b, HIKING).waitFor({ state: 'detached' });
  await rowButton(a, 'gman.title').click();
  await anyDialog(a).getByText(a.t('gman.speak0'), { exact: true }).click();
  await button(a, a.t('common.save')).click();
  await composer(b, HIKING).waitFor();
  did('group-management');
}

/** One user shows a code, and another photographs it. */
async function joinByCode({ a, c }: Cast, did: Did): Promise<void> {
  const id = await info(a);
  await go(a, `/pages/index/qrcode?group_id=${id}`);
  const code = a.page.getByRole('img', { name: a.t('qr.alt', { name: HIKING }) });
  await code.waitFor();
  const photograph = await code.screenshot();
  did('qrcode-group');
  await go(c, '/pages/index/scan');
  const [chooser] = await Promise.all([
    c.page.waitForEvent('filechooser'),
    button(c, c.t('scan.picture')).click(),
  ]);
  await chooser.setFiles([{ name: 'code.png', mimeType: 'image/png', buffer: photograph }]);
  await button(c, c.t('gjoin.join')).click();
  await composer(c, HIKING).waitFor();
  did('scan', 'group-join');
}

async function members({ a, b }: Cast, did: Did): Promise<void> {
  const id = await info(a);
  await go(a, `/pages/message/group/groupUser?group_id=${id}`);
  const about = async (key: TextKey): Promise<void> => {
    await button(a, a.t('gmem.actions', { name: b.name })).click();
    await a.page.getByRole('menuitem', { name: a.t(key), exact: true }).click();
  };
  await about('gmem.mute');
  await anyDialog(a).getByText(a.t('gmem.for2'), { exact: true }).click();
  await anyDialog(a)
    .getByRole('button', { name: a.t('gmem.mute'), exact: true })
    .click();
  await composer(b, HIKING).waitFor({ state: 'detached' });
  // A menu shows the state at its opening.
  const muted = aside(a)
    .getByText(a.t('gmem.mutedUntil', { time: '' }).trim())
    .filter({ visible: true });
  await muted.waitFor();
  await about('gmem.lift');
  await composer(b, HIKING).waitFor();
  await muted.waitFor({ state: 'detached' });
  await about('gmem.setManager');
  await a.page.getByText(a.t('gmem.managerSet', { name: b.name })).waitFor();
  did('members', 'member-menu', 'member-mute');
}

async function people({ a, b, c }: Cast, did: Did): Promise<void> {
  const id = await info(a);
  await aside(a)
    .getByRole('button', { name: a.t('ginfo.removeMember') })
    .or(aside(a).getByRole('link', { name: a.t('ginfo.removeMember') }))
    .first()
    .click();
  await a.page.getByRole('checkbox', { name: c.name }).click();
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('sel.removeAction'), exact: true })
    .click();
  await row(c, HIKING).waitFor({ state: 'detached' });
  // The page goes back on its own, after the answer.
  await a.page.waitForURL(/message\/detail/);
  did('select-remove');
  await go(a, `/pages/message/detail?id=${id}`);
  await aside(a)
    .getByRole('button', { name: a.t('ginfo.addMember') })
    .or(aside(a).getByRole('link', { name: a.t('ginfo.addMember') }))
    .first()
    .click();
  await a.page.getByRole('checkbox', { name: c.name }).click();
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('sel.inviteAction'), exact: true })
    .click();
  await row(c, HIKING).waitFor();
  await a.page.waitForURL(/message\/detail/);
  did('select-invite');
  await go(a, `/pages/message/group/groupUser?group_id=${id}`);
  await button(a, a.t('gmem.actions', { name: c.name })).click();
  await a.page.getByRole('menuitem', { name: a.t('gmem.remove'), exact: true }).click();
  await anyDialog(a)
    .getByRole('button', { name: a.t('gmem.remove'), exact: true })
    .click();
  await row(c, HIKING).waitFor({ state: 'detached' });
  did('member-remove');
  await button(a, a.t('gmem.actions', { name: b.name })).click();
  await a.page.getByRole('menuitem', { name: a.t('gmem.transfer'), exact: true }).click();
  await anyDialog(a)
    .getByRole('button', { name: a.t('gmem.transfer'), exact: true })
    .click();
  await button(a, a.t('gmem.actions', { name: b.name })).waitFor({ state: 'detached' });
  did('group-transfer');
}

async function end({ a, b }: Cast, did: Did): Promise<void> {
  await say(b, HIKING, 'mine now');
  // Sent after the clearing it would stay.
  await sent(b, HIKING, 'mine now');
  await info(a);
  const id = await info(b);
  await (await moreEntry(b, 'gman.clear')).click();
  await anyDialog(b)
    .getByRole('button', { name: b.t('gman.clear'), exact: true })
    .click();
  await row(a, HIKING).waitFor({ state: 'detached' });
  did('group-clear');
  await go(b, '/pages/contacts/group');
  await b.page.getByRole('tab', { name: b.t('group.created') }).click();
  await b.page
    .getByRole('tabpanel', { name: b.t('group.created') })
    .getByText(HIKING)
    .waitFor();
  did('group-list');
  // The group is empty, so it is not among the chats.
  await go(b, `/pages/message/detail?id=${id}`);
  await (await moreEntry(b, 'ginfo.dissolve')).click();
  await anyDialog(b)
    .getByRole('button', { name: b.t('ginfo.dissolve'), exact: true })
    .click();
  await go(a, '/pages/contacts/group');
  await a.page.getByRole('tabpanel').filter({ hasText: HIKING }).waitFor({ state: 'detached' });
  did('group-dissolve');
}

export const grouping: Chapter = {
  title: 'they lead a group: found, named, ruled, joined by a code, muted, handed on, cleared and dissolved',
  play: async (cast, did) => {
    const { a, b } = cast;
    await go(b, '/');
    await createGroup(a, [b.name], HIKING);
    await row(b, HIKING).waitFor();
    did('add-menu', 'select-group');
    await openChat(b, HIKING);
    const box = composer(b, HIKING);
    await box.pressSequentially('@');
    await b.page.getByRole('option', { name: a.name }).click();
    await box.pressSequentially('look');
    await box.press('Enter');
    await sees(a, HIKING, `@${a.name} look`);
    did('mention-list', 'chat-group');
    await choose(cast, did);
    await callTogether(cast, did);
    await go(b, '/');
    await rules(cast, did);
    await joinByCode(cast, did);
    await members(cast, did);
    await people(cast, did);
    await end(cast, did);
  },
};
