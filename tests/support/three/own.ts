import { go, type Person } from '../browser.ts';
import { password } from '../http-user.ts';
import { button, field, moreEntry, openChat, row } from '../person.ts';
import { textsOf } from '../texts.ts';
import { png } from '../uploads.ts';
import { administer, type Cast, type Chapter } from './cast.ts';
import { puttingOff } from './later.ts';

type Did = (...screens: readonly string[]) => void;
const dialog = (person: Person) => person.page.locator('[role=dialog],[role=alertdialog]');
const line = (
  person: Person,
  key:
    | 'setting.background'
    | 'servers.title'
    | 'setting.clear'
    | 'storage.messages'
    | 'secure.password'
    | 'secure.prove',
) =>
  person.page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${person.t(key)}`) })
    .first();

async function profile({ a, b }: Cast, did: Did): Promise<void> {
  await go(a, '/?view=me');
  await a.page
    .getByRole('button', { name: a.t('status.title') })
    .first()
    .click();
  await dialog(a).getByLabel(a.t('status.text')).fill('On the trail');
  await dialog(a)
    .getByRole('button', { name: a.t('common.save'), exact: true })
    .click();
  await dialog(a).waitFor({ state: 'hidden' });
  did('status');
  await go(a, '/?view=me');
  await dialog(a)
    .getByRole('link', { name: new RegExp(a.t('title.profile')) })
    .click();
  did('me');
  await field(a, a.t('profile.motto')).fill('Onwards');
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('common.save'), exact: true })
    .click();
  await a.page.getByText(a.t('common.saved')).waitFor();
  const [chooser] = await Promise.all([
    a.page.waitForEvent('filechooser'),
    a.page
      .getByRole('main')
      .getByRole('button', { name: a.t('profile.changePicture') })
      .first()
      .click(),
  ]);
  const face = await png(200, 120, 20);
  await chooser.setFiles([{ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from(face.bytes) }]);
  await dialog(a).getByRole('slider').waitFor();
  await dialog(a)
    .getByRole('button', { name: a.t('common.save'), exact: true })
    .click();
  await dialog(a).waitFor({ state: 'hidden' });
  await a.page.getByRole('main').locator('img[src*="/pictures/"]').waitFor();
  did('profile', 'crop-avatar');

  // Others see it; a remark is only mine.
  await go(b, '/pages/contacts/index');
  await b.page
    .getByRole('link', { name: a.name })
    .or(b.page.getByRole('button', { name: a.name }))
    .first()
    .click();
  await b.page.getByText('Onwards').waitFor();
  await b.page.locator('#main').getByText('On the trail').waitFor();
  await button(b, b.t('friend.setRemark')).click();
  await dialog(b).getByRole('textbox').fill('My Anna');
  await dialog(b)
    .getByRole('button', { name: b.t('common.save'), exact: true })
    .click();
  await go(b, '/');
  await row(b, 'My Anna').waitFor();
  did('user-info', 'friend-remark');
}

async function settings({ a }: Cast, did: Did): Promise<void> {
  await go(a, '/pages/mine/setting');
  await a.page.evaluate(() => void Reflect.set(globalThis, 'sameDocument', true));
  const languages = a.page.getByRole('combobox', { name: a.t('nav.language') });
  await languages.selectOption('zh-CN');
  await a.page.getByRole('heading', { name: '设置' }).first().waitFor();
  if ((await a.page.getAttribute('html', 'lang')) !== 'zh-CN')
    throw new Error('lang does not follow the language');
  await a.page.getByRole('combobox', { name: textsOf('zh-CN')('nav.language') }).selectOption('en');
  await a.page
    .getByRole('heading', { name: a.t('title.setting') })
    .first()
    .waitFor();
  if (!(await a.page.evaluate(() => Reflect.get(globalThis, 'sameDocument') === true)))
    throw new Error('the page was loaded again');
  await a.page.getByRole('switch', { name: a.t('setting.circle') }).click();
  did('setting');
  await line(a, 'servers.title').click();
  await field(a, a.t('servers.address')).fill('chat.example.org');
  await button(a, a.t('servers.add')).click();
  await a.page.getByRole('link', { name: 'chat.example.org' }).waitFor();
  await button(a, a.t('servers.remove', { name: 'https://chat.example.org' })).click();
  await a.page.keyboard.press('Escape');
  did('servers');
  await line(a, 'setting.background').click();
  await dialog(a)
    .getByRole('button', { name: a.t('setting.ground.mint') })
    .click();
  await dialog(a)
    .getByRole('button', { name: a.t('setting.ground.mint'), pressed: true })
    .waitFor();
  await a.page.keyboard.press('Escape');
  did('chat-background');
  await a.page
    .getByRole('main')
    .getByRole('link', { name: a.t('storage.title') })
    .click();
  await line(a, 'storage.messages').click();
  await dialog(a)
    .getByRole('button', { name: a.t('common.clear'), exact: true })
    .click();
  await a.page.getByText(a.t('storage.cleared'), { exact: true }).waitFor();
  did('setting-storage', 'clear-messages');
  await line(a, 'setting.clear').click();
  await dialog(a)
    .getByRole('button', { name: a.t('setting.clear'), exact: true })
    .click();
  await a.page.getByText(a.t('setting.cleared')).waitFor();
  did('clear-cache');
}

/** As if the login were older than ten minutes: the page asks for the password, and the change goes on. */
async function confirmed(person: Person): Promise<void> {
  const json = { code: 414, msg: 'Please confirm that it is you', count: 0, data: [], page: 1 };
  await person.page.route('**/im/setPrivacy', (route) => route.fulfill({ json }), { times: 1 });
  const control = person.page.getByRole('switch', { name: person.t('privacy.typing'), exact: true });
  const was = await control.getAttribute('aria-checked');
  await control.click();
  await field(person, person.t('proof.password')).fill('another-12');
  await dialog(person)
    .getByRole('button', { name: person.t('proof.confirm'), exact: true })
    .click();
  await dialog(person).waitFor({ state: 'hidden' });
  await person.page
    .getByRole('switch', { name: person.t('privacy.typing'), exact: true, checked: was !== 'true' })
    .waitFor();
}

/** A bot, and a token for it. */
async function bots(person: Cast['c'], did: Did): Promise<void> {
  await go(person, '/pages/mine/secure?view=bots');
  await button(person, person.t('bots.add')).click();
  await field(person, person.t('bots.name')).fill('Build');
  await button(person, person.t('bots.create')).click();
  await person.page.getByText('Build', { exact: true }).waitFor();
  await button(person, person.t('tokens.add')).click();
  await field(person, person.t('tokens.name')).fill('CI');
  await button(person, person.t('bots.create')).click();
  await person.page.getByText(/^parley_/).waitFor();
  await button(person, person.t('common.done')).click();
  did('bots', 'add-bot', 'add-token');
}

async function security({ b, c }: Cast, did: Did): Promise<void> {
  await go(c, '/pages/mine/secure');
  await line(c, 'secure.password').click();
  await field(c, c.t('secure.old')).fill(password);
  await field(c, c.t('secure.new')).fill('another-12');
  await field(c, c.t('reg.repeat')).fill('another-12');
  await dialog(c)
    .getByRole('button', { name: c.t('common.save'), exact: true })
    .click();
  await c.page.getByText(c.t('secure.passwordChanged')).waitFor();
  did('secure', 'change-password');
  // A new password has ended all others.
  await go(c, '/pages/mine/secure?view=logins');
  await c.page.getByText(c.t('logins.none')).waitFor();
  did('logins');
  await go(c, '/pages/mine/secure?view=second');
  await button(c, c.t('second.turnOn')).click();
  await field(c, c.t('second.password')).fill('another-12');
  await button(c, c.t('second.next')).click();
  await dialog(c).getByRole('img').waitFor();
  await button(c, c.t('common.cancel')).click();
  did('second-step');
  await go(c, '/pages/mine/secure?view=passkeys');
  await c.page.getByText(c.t('passkey.none')).waitFor();
  did('passkeys');
  await bots(c, did);
  await go(c, '/pages/mine/secure');
  await confirmed(c);
  did('proof');
  // This server sends no codes: it is said at the field.
  await line(c, 'secure.prove').click();
  await field(c, c.t('secure.newAccount')).fill('person@example.org');
  await dialog(c)
    .getByRole('button', { name: c.t('secure.sendCode'), exact: true })
    .click();
  await dialog(c).locator('[aria-invalid=true]').or(dialog(c).getByRole('alert')).first().waitFor();
  await c.page.keyboard.press('Escape');
  did('verify-account');
  await go(b, '/pages/index/qrcode');
  await b.page.getByRole('img', { name: b.t('qr.alt', { name: b.name }) }).waitFor();
  await button(b, b.t('qr.copyLink')).click();
  await b.page.getByText(b.t('common.copied')).waitFor();
  did('qrcode');
}

async function help({ server, a }: Cast, did: Did): Promise<void> {
  await administer(
    server,
    'release',
    'set',
    '6.1.0',
    '20260701',
    'solicit',
    'https://example.org/a',
    'https://example.org/i',
    'Faster lists',
  );
  await go(a, '/pages/mine/about');
  await button(a, a.t('about.check')).click();
  await a.page
    .getByText(a.t('about.found', { version: '6.1.0' }))
    .first()
    .waitFor();
  await button(a, a.t('about.later')).click();
  did('about');
  await go(a, '/pages/mine/doc');
  const articles = a.page.getByRole('main').getByRole('article');
  await articles.nth(1).getByRole('button').click();
  await articles.nth(1).getByRole('button', { expanded: true }).waitFor();
  did('doc');
}

/** Reports and blocks a user in one step, and unblocks them in the list. */
async function safety({ a, b }: Cast, did: Did): Promise<void> {
  await go(a, '/');
  await openChat(a, b.name);
  const id = /[?&]id=(\d+)/.exec(a.page.url())?.[1];
  await go(a, `/pages/contacts/detail?id=${id}`);
  await (await moreEntry(a, 'report.open')).click();
  await dialog(a).getByRole('radio').last().press('Space');
  await dialog(a).getByRole('switch').click();
  await dialog(a)
    .getByRole('button', { name: a.t('report.send'), exact: true })
    .click();
  await a.page.getByText(a.t('report.sent')).waitFor();
  did('report-person');
  await go(a, '/pages/contacts/friend?tab=blocked');
  await button(a, a.t('block.endFor', { name: b.name })).click();
  await a.page.getByText(a.t('block.nobody')).waitFor();
  did('blocked');
}

export const owning: Chapter = {
  title:
    'they put messages off, change their faces, names, settings and passwords, and look for updates and help',
  play: async (cast, did) => {
    await puttingOff(cast, did);
    await profile(cast, did);
    await settings(cast, did);
    await security(cast, did);
    await help(cast, did);
    await safety(cast, did);
  },
};
