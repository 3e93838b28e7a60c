import { go, type Person } from '../browser.ts';
import { button, openChat } from '../person.ts';
import type { Chapter } from './cast.ts';

const talking = (person: Person): Promise<void> =>
  person.page.getByRole('timer').filter({ visible: true }).waitFor();
const idOf = (person: Person): string => new URLSearchParams(person.page.url().split('?')[1]).get('id') ?? '';

export const calling: Chapter = {
  title: 'they look at their devices, call each other, talk, hang up and call back',
  play: async ({ a, b }, did) => {
    await go(a, '/pages/mine/setting');
    await a.page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${a.t('call.checkDevices')}`) })
      .click();
    const sheet = a.page.getByRole('dialog', { name: a.t('call.checkDevices') });
    await sheet.getByText(a.t('call.checkHint')).waitFor();
    await a.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    did('check-devices');

    await go(a, '/');
    await openChat(a, b.name);
    await go(a, `/pages/contacts/detail?id=${idOf(a)}`);
    await a.page
      .getByRole('main')
      .getByRole('button', { name: a.t('call.way'), exact: true })
      .click();
    await a.page.getByRole('menuitem', { name: a.t('call.video'), exact: true }).click();
    await button(b, b.t('call.accept')).click();
    await Promise.all([talking(a), talking(b)]);
    await button(a, a.t('call.hangUp')).click();
    await b.page.getByText(b.t('call.ended')).filter({ visible: true }).first().waitFor();
    did('call-ways', 'call');

    // The page of an ended call reports this, and calls back.
    await go(b, '/');
    await openChat(b, a.name);
    await go(
      b,
      `/pages/message/call?msg_id=gone&type=0&status=3&id=${idOf(b)}&name=${encodeURIComponent(a.name)}&avatar=`,
    );
    await button(b, b.t('call.back')).click();
    await button(a, a.t('call.accept')).click();
    await Promise.all([talking(a), talking(b)]);
    await button(b, b.t('call.hangUp')).click();
    await a.page.getByText(a.t('call.ended')).filter({ visible: true }).first().waitFor();
    did('call-over');
  },
};
