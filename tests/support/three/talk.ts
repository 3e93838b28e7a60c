import { go, type Person } from '../browser.ts';
import { button, openChat } from '../person.ts';
import type { Cast, Chapter } from './cast.ts';

const talking = (person: Person): Promise<void> =>
  person.page.getByRole('timer').filter({ visible: true }).waitFor();
const idOf = (person: Person): string => new URLSearchParams(person.page.url().split('?')[1]).get('id') ?? '';

/** The call of two moves to a group of three, and the two others join it (CALL-51). */
async function addThird(
  { a, b, c }: Pick<Cast, 'a' | 'b' | 'c'>,
  did: (screen: string) => void,
): Promise<void> {
  await button(a, a.t('call.add')).click();
  await a.page.getByRole('checkbox', { name: c.name }).click();
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('sel.callAction'), exact: true })
    .click();
  did('select-call');
  const group = [a, b, c].map(({ name }) => name).join(', ');
  await button(b, b.t('gcall.joinOf', { name: group })).click();
  await button(b, b.t('gcall.joinCall')).click();
  await c.page
    .getByRole('button', { name: c.t('gcall.join'), exact: true })
    .first()
    .click();
  await button(c, c.t('gcall.joinCall')).click();
  for (const one of [a, b, c])
    await one.page.getByRole('list', { name: one.t('gcall.people', { count: 3 }) }).waitFor();
  for (const one of [a, b, c]) await button(one, one.t('gcall.leave')).click();
}

export const calling: Chapter = {
  title: 'they look at their devices, call each other, hang up, call back, and add a third user',
  play: async ({ a, b, c }, did) => {
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
    did('call-over');
    await addThird({ a, b, c }, did);
  },
};
