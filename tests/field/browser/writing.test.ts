import { expect, it } from 'vitest';
import {
  arriveAsFriends,
  type Arrived,
  bubble,
  button,
  composer,
  grouped,
  openChat,
  row,
  say,
  sees,
  sent,
} from '../../support/person.ts';
import { choose } from '../../support/hikers.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();
const GROUP = 'Hiking';

/** Two friends and a group. The second one only uses calls. */
async function onDesktop() {
  const { url } = await stage.commonServer();
  const look = { language: 'en' } as const;
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', look], ['Bela Hill', look]);
  const group = await grouped(a, [b], GROUP);
  return { a, b, group };
}

const words = (person: Arrived, chat: string) => composer(person, chat).inputValue();
const expectText = (person: Arrived, chat: string, text: string) =>
  until(async () => expect(await words(person, chat)).toBe(text));

async function editsSurvive(a: Arrived, b: Arrived): Promise<void> {
  const editing = a.page.getByText(a.t('chat.editing'), { exact: true });
  await openChat(a, b.name);
  await say(a, b.name, 'we leave at eight');
  await sent(a, b.name, 'we leave at eight');
  await choose(a, b.name, 'we leave at eight', 'menu.edit');
  await composer(a, b.name).fill('we leave at nine');
  await openChat(a, GROUP);
  expect(await words(a, GROUP)).toBe('');
  await openChat(a, b.name);
  await expectText(a, b.name, 'we leave at nine');
  await a.page.reload();
  await expectText(a, b.name, 'we leave at nine');
  await editing.waitFor();
  await composer(a, b.name).press('Escape');
  await a.page.getByRole('dialog', { name: a.t('chat.leaveEdit') }).waitFor();
  await button(a, a.t('common.cancel')).click();
  await expectText(a, b.name, 'we leave at nine');
  await composer(a, b.name).press('Enter');
  await sees(b, a.name, 'we leave at nine');
  await expectText(a, b.name, '');
}

async function pollsAsk(a: Arrived, b: Arrived): Promise<void> {
  const sheet = a.page.getByRole('dialog', { name: a.t('poll.new') });
  await button(a, a.t('plus.open')).click();
  await a.page.getByRole('menuitem', { name: a.t('plus.poll'), exact: true }).click();
  await sheet.getByRole('textbox', { name: a.t('poll.question'), exact: true }).fill('Where to?');
  await a.page.mouse.click(5, 5);
  const question = a.page.getByRole('dialog', { name: a.t('common.discardTyped') });
  await question.waitFor();
  await question.getByRole('button', { name: a.t('common.cancel') }).click();
  await question.waitFor({ state: 'detached' });
  const box = sheet.getByRole('textbox', { name: a.t('poll.question'), exact: true });
  expect(await box.inputValue()).toBe('Where to?');
  await a.page.keyboard.press('Escape');
  await question.getByRole('button', { name: a.t('common.discard') }).click();
  await sheet.waitFor({ state: 'detached' });
  await composer(a, b.name).waitFor();
}

async function undoTakesBack(a: Arrived): Promise<void> {
  await openChat(a, GROUP);
  const box = composer(a, GROUP);
  await box.pressSequentially('hi ');
  await button(a, a.t('emoji.panel')).click();
  const panel = a.page.getByRole('dialog', { name: a.t('emoji.panel') });
  await panel.getByRole('gridcell').first().click();
  await until(async () => expect((await words(a, GROUP)).length).toBeGreaterThan(3));
  await a.page.keyboard.press('Escape');
  await box.focus();
  await box.press('Control+z');
  await expectText(a, GROUP, 'hi ');
  await box.pressSequentially('@Be');
  await a.page.getByRole('option', { name: 'Bela Hill' }).click();
  await expectText(a, GROUP, 'hi @Bela Hill ');
  await box.press('Backspace');
  await box.press('Backspace');
  await expectText(a, GROUP, 'hi ');
  await box.press('Control+z');
  await until(async () => expect(await words(a, GROUP)).toMatch(/^hi @Bela Hill/));
  await box.press('Control+z');
  await box.press('Control+z');
  await expectText(a, GROUP, 'hi @Be');
  await box.fill('');
}

it('UI-140, UI-143, EDIT-9: the client does not lose typed text, and undo takes it back', async () => {
  const { a, b } = await onDesktop();
  await openChat(b, a.name);
  await editsSurvive(a, b);
  await pollsAsk(a, b);
  await undoTakesBack(a);
});

it('UI-142: a user who writes on a slow device in a busy group stays at the end', async () => {
  const { a, b, group } = await onDesktop();
  await openChat(a, GROUP);
  for (let at = 0; at < 30; at += 1) await send(b.user, group, `before ${at}`);
  await sees(a, GROUP, 'before 29');
  const session = await a.context.newCDPSession(a.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const busy = (async () => {
    for (let at = 0; at < 40; at += 1)
      await send(b.user, group, `busy ${at} ${'and more words '.repeat(at % 7)}`);
  })();
  const box = composer(a, GROUP);
  await box.pressSequentially('first line of a draft');
  await box.press('Shift+Enter');
  await box.pressSequentially('and the second line');
  await busy;
  await row(a, GROUP)
    .getByText(/busy 39/)
    .waitFor();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await until(async () => {
    const left = await a.page
      .locator('[data-chat-list]')
      .evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
    expect(left).toBeLessThan(40);
  });
  expect(await button(a, a.t('chat.toBottom')).count()).toBe(0);
});

it('COUNT-18: messages that arrive while another program is in front stay unread until seen', async () => {
  const { a, b, group } = await onDesktop();
  await openChat(a, GROUP);
  await composer(a, GROUP).focus();
  const look = (isHere: boolean) =>
    a.page.evaluate((here) => {
      document.hasFocus = () => here;
      window.dispatchEvent(new Event(here ? 'focus' : 'blur'));
    }, isHere);
  await look(false);
  for (let at = 0; at < 40; at += 1) await send(b.user, group, `away ${at}`);
  await row(a, GROUP).getByText('away 39').waitFor();
  await look(true);
  const first = bubble(a, GROUP, 'away 0').first();
  await until(async () => {
    const { y = 0 } = (await first.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(52);
  });
  // A message that was never on the screen is not read.
  await until(async () =>
    expect(
      await row(a, GROUP)
        .getByLabel(/^\d+ unread$/)
        .getAttribute('aria-label'),
    ).toMatch(/^[1-3]?\d unread/),
  );
});
