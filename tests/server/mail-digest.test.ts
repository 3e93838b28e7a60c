import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/domain/duration.ts';
import { userId } from '../../src/domain/ids.ts';
import type { MailMessage } from '../../src/ports/mail.ts';
import { sendDigests } from '../../src/server/features/mail-digest/send-digests.ts';
import { mailDigestLimits as limits } from '../../src/server/kernel/job-limits.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { admin } from '../support/admin.ts';
import { type Person, setUpThreePeople } from '../support/set-up-world.ts';

const PUBLIC = 'https://chat.example.org';
const mails: MailMessage[] = [];
/** Each mail fails while it is true. */
let isAway = false;
const mail = {
  send: (one: MailMessage) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(void mails.push(one)),
};
const { world, anna, bela, cleo, group } = setUpThreePeople({
  options: () => ({ mail, settings: { publicUrl: PUBLIC } }),
});

const EN = { 'accept-language': 'en' };
const digest = (who: Person, body: object = {}, language = EN) =>
  world.call(who, 'im/mailDigest', body, language);
const prove = (who: Person, more: object = {}) =>
  world.server.core.store.write((tx) =>
    tx.users.update(userId(who.id), { account: `${who.account}@parley.test`, isAuth: true, ...more }),
  );
const switchTo = (mailDigest: boolean) =>
  world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, mailDigest } }));
let rates: RateCounter;
const round = () => sendDigests(world.server.core, rates);
const pass = (ms: number) => world.clock.pass(ms);
const linkIn = ({ text }: MailMessage) => text.split('\n').at(-1)?.replace(PUBLIC, '') ?? '';
const page = (path: string, method: string, body?: string) =>
  world.raw(path, {
    method,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...EN },
    ...(body && { body }),
  });

const failures = () => world.log.filter(({ what }) => what === 'mail not sent').length;
async function link(): Promise<string> {
  await digest(bela, { on: 1 });
  await world.say(anna, bela.id, 'one');
  pass(DAY + HOUR);
  await round();
  return mails[0] ? linkIn(mails[0]) : '';
}
const isOn = async () =>
  (await world.server.core.store.read((tx) => tx.mailDigests.get(userId(bela.id)))) !== null;

beforeEach(async () => {
  mails.length = 0;
  isAway = false;
  rates = new RateCounter(world.clock);
  await switchTo(true);
  for (const who of [bela, cleo]) await prove(who);
});

describe('the switch of a user', () => {
  it('DIGEST-1: it is off by default, and stays as it was chosen', async () => {
    expect((await digest(bela)).data).toEqual({ offered: 1, on: 0, address: 'bela@parley.test' });
    expect((await digest(bela, { on: 1 })).data).toMatchObject({ on: 1 });
    expect((await digest(bela)).data).toMatchObject({ on: 1 });
    expect((await digest(bela, { on: 0 })).data).toMatchObject({ on: 0 });
    expect((await digest(bela)).data).toMatchObject({ on: 0 });
  });

  it('DIGEST-1: it needs a verified address, and the switch of the operator', async () => {
    expect((await digest(anna)).data).toEqual({ offered: 1, on: 0, address: '' });
    expect((await digest(anna, { on: 1 })).code).toBe(400);
    await prove(anna, { isAuth: false });
    expect((await digest(anna, { on: 1 })).code).toBe(400);
    await admin(world, 'settings', 'set', 'sysInfo.mailDigest', 'off');
    world.server.core.bus.publish({ kind: 'config' });
    await world.clock.advance(MINUTE);
    await world.settle();
    expect((await digest(bela)).data).toMatchObject({ offered: 0 });
    expect((await digest(bela, { on: 1 })).code).toBe(400);
    expect((await digest(bela, { on: 0 })).code).toBe(0);
  });

  it('DIGEST-1: a switched off server sends none to users who turned them on', async () => {
    await digest(bela, { on: 1 });
    await world.say(anna, bela.id, 'one');
    pass(DAY + HOUR);
    await switchTo(false);
    expect([await round(), mails]).toEqual([0, []]);
    await switchTo(true);
    expect(await round()).toBe(1);
  });
});

describe('a mail', () => {
  it('DIGEST-4: it has names and numbers, in the language of the device, and no text', async () => {
    await digest(bela, { on: 1 }, { 'accept-language': 'de' });
    await digest(bela, {}, EN);
    pass(HOUR);
    await world.say(anna, group, 'secret of the team');
    await world.say(anna, group, 'another secret', { at: [bela.id] });
    pass(MINUTE);
    await world.say(anna, bela.id, 'secret of two');
    pass(DAY);
    expect(await round()).toBe(1);
    const [sent] = mails;
    expect(sent).toMatchObject({ to: 'bela@parley.test', subject: 'Parley: 3 unread messages' });
    expect(sent?.text.split('\n').slice(0, 6)).toEqual([
      'Unread on Parley since your last visit:',
      '',
      'anna name: 1',
      'Team: 2 (@1)',
      '',
      PUBLIC,
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/secret|\d:\d/);
  });

  it('DIGEST-4: a name with line breaks stays on its line; many chats are summed up', async () => {
    await digest(bela, { on: 1 });
    const { store } = world.server.core;
    await store.write((tx) => tx.users.update(userId(anna.id), { realname: 'A\nB: 9' }));
    await world.say(anna, bela.id, 'one');
    for (let at = 0; at < limits.chatsMax + 1; at += 1)
      await world.say(anna, await world.group(anna, [bela], `G${at}`), 'one');
    pass(DAY + HOUR);
    await round();
    const lines = mails[0]?.text.split('\n') ?? [];
    expect(lines).toHaveLength(limits.chatsMax + 8);
    expect(lines).toContain('and 2 more chats');
    expect(mails[0]?.subject).toContain(`${limits.chatsMax + 2} `);
  });

  it('DIGEST-4: muted, archived and hidden chats and blocked users do not count, mentions do', async () => {
    await digest(bela, { on: 1 });
    const groups = [];
    for (const name of ['muted', 'mentions', 'archived', 'hidden'])
      groups.push(await world.group(anna, [bela, cleo], name));
    const [muted, mentions, archived, hidden] = groups;
    for (const one of groups) await world.say(cleo, one, 'first');
    await world.ok(bela, 'im/isNotice', { id: muted, is_notice: 0 });
    await world.ok(bela, 'im/isNotice', { id: mentions, is_notice: 0, at_only: 1 });
    await world.ok(bela, 'im/archiveChat', { id: archived, on: 1, keep: 1 });
    await world.say(anna, bela.id, 'before the block');
    await world.ok(bela, 'im/blockPerson', { id: anna.id, on: 1 });
    for (const one of groups.slice(0, 2)) await world.say(cleo, one, 'x', { at: [bela.id] });
    await world.ok(bela, 'im/delChat', { id: hidden });
    pass(DAY + HOUR);
    await round();
    expect(mails.map(({ text }) => text.split('\n').slice(2, -5))).toEqual([['mentions: 1 (@1)']]);
  });
});

describe('an absence', () => {
  it('DIGEST-2: nothing before a day has passed, and nothing without an unread message', async () => {
    await digest(bela, { on: 1 });
    pass(HOUR);
    await round();
    pass(DAY - HOUR);
    expect(await round()).toBe(0);
    pass(MINUTE);
    // Away, but there is nothing to say: no empty mail.
    expect(await round()).toBe(0);
    await world.say(anna, bela.id, 'one');
    pass(HOUR);
    expect(await round()).toBe(1);
  });

  it('DIGEST-2: what was unread before the last visit is not repeated', async () => {
    await digest(bela, { on: 1 });
    await world.say(anna, bela.id, 'old');
    pass(2 * MINUTE);
    (await world.online(bela)).cut();
    await world.clock.advance(2 * MINUTE);
    pass(DAY + HOUR);
    expect(await round()).toBe(0);
    await world.say(anna, group, 'new');
    pass(HOUR);
    await round();
    expect(mails[0]?.text).toContain('Team: 1');
    expect(mails[0]?.text).not.toContain('anna name');
  });

  it('DIGEST-2: a connected user is not away, however long the connection lasts', async () => {
    await digest(bela, { on: 1 });
    const socket = await world.online(bela);
    await world.say(anna, bela.id, 'one');
    pass(3 * DAY);
    expect(await round()).toBe(0);
    socket.cut();
    await world.clock.advance(MINUTE);
    pass(DAY - HOUR);
    expect(await round()).toBe(0);
  });

  it('DIGEST-2: a request without a connection counts as being there', async () => {
    await digest(bela, { on: 1 });
    await world.say(anna, bela.id, 'one');
    pass(DAY - HOUR);
    await world.ok(bela, 'im/getLogins');
    await world.clock.advance(2 * MINUTE);
    pass(2 * HOUR);
    expect(await round()).toBe(0);
  });

  it('DIGEST-3: one mail for each absence, however much arrives', async () => {
    await digest(bela, { on: 1 });
    for (let day = 0; day < 5; day += 1) {
      pass(DAY + HOUR);
      await world.say(await world.login('anna'), bela.id, `day ${day}`);
      await round();
      pass(HOUR);
      await round();
    }
    expect(mails).toHaveLength(1);
    await world.login('bela@parley.test');
    pass(HOUR);
    await round();
    await world.say(await world.login('anna'), bela.id, 'news');
    pass(DAY + HOUR);
    await round();
    expect(mails).toHaveLength(2);
  });

  it('DIGEST-3: two nodes send one mail, also if one stops while it sends', async () => {
    await digest(bela, { on: 1 });
    await world.say(anna, bela.id, 'one');
    pass(DAY + HOUR);
    const stops = { ...world.server.core, mail: { send: () => new Promise<void>(() => undefined) } };
    void sendDigests(stops, rates);
    await world.settle();
    expect([await round(), await round()]).toEqual([0, 0]);
  });

  it('DIGEST-6: disabled accounts and former addresses get none', async () => {
    for (const who of [bela, cleo]) await digest(who, { on: 1 });
    for (const who of [bela, cleo]) await world.say(anna, who.id, 'one');
    await world.server.core.store.write(async (tx) => {
      await tx.users.update(userId(bela.id), { active: false });
      await tx.users.update(userId(cleo.id), { isAuth: false });
    });
    pass(2 * DAY);
    expect([await round(), mails]).toEqual([0, []]);
  });
});

describe('a mail server that fails', () => {
  it('DIGEST-6: a failed mail is tried again, ever later, with what is unread then', async () => {
    await digest(bela, { on: 1 });
    await world.say(anna, bela.id, 'one');
    pass(DAY + HOUR);
    isAway = true;
    await round();
    for (const [at, ms] of limits.againMs.entries()) {
      pass(ms - 1);
      await round();
      expect(failures()).toBe(at + 1);
      pass(1);
      if (at === 1) await world.say(anna, bela.id, 'two');
      await round();
      expect(failures()).toBe(at + 2);
    }
    isAway = false;
    pass(9 * DAY);
    // Given up for this absence.
    expect([await round(), await round()]).toEqual([0, 0]);
  });

  it('DIGEST-6: what was read before the retry is not sent', async () => {
    await digest(bela, { on: 1 });
    await world.say(anna, bela.id, 'one');
    pass(DAY + HOUR);
    isAway = true;
    await round();
    isAway = false;
    await world.login('bela@parley.test');
    pass(2 * HOUR);
    expect([await round(), mails]).toEqual([0, []]);
  });

  it('DIGEST-6: a node pauses after three failures, and all nodes keep the limit of an hour', async () => {
    const users: Person[] = [];
    for (let at = 0; at < limits.failuresOfRun + 2; at += 1) {
      const one = await world.person(`user${at}`);
      await world.befriend(anna, one);
      await prove(one);
      await digest(one, { on: 1 });
      users.push(one);
    }
    for (const one of users) await world.say(anna, one.id, 'one');
    pass(DAY + HOUR);
    isAway = true;
    await round();
    expect(failures()).toBe(limits.failuresOfRun);
    isAway = false;
    rates.spend('mail digests', limits.rate, limits.rate.times - limits.failuresOfRun - 1);
    expect(await round()).toBe(1);
    pass(limits.rate.windowMs);
    expect(await round()).toBe(users.length - 1);
    expect(await round()).toBe(0);
  });
});

describe('the link in a mail', () => {
  it('DIGEST-5: a program that opens it turns nothing off; its button does, without a login', async () => {
    const path = await link();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const opened = await page(path, method);
      expect([opened.status, opened.headers.get('cache-control'), await isOn()]).toEqual([
        200,
        'no-store',
        true,
      ]);
    }
    expect(await (await page(path, 'GET')).text()).toContain('<form method="post">');
    expect(await (await page(path, 'POST')).text()).toContain('are turned off');
    expect(await isOn()).toBe(false);
    const again = await page(path, 'POST');
    expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('are turned off')]);
  });

  it('DIGEST-5: mail programs find it as one click, and it stays valid', async () => {
    const path = await link();
    expect(mails[0]?.headers).toMatchObject({
      'List-Unsubscribe': `<${PUBLIC}${path}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    await page(path, 'POST', 'List-Unsubscribe=One-Click');
    expect(await isOn()).toBe(false);
    await digest(await world.login('bela@parley.test'), { on: 1 });
    await page(path, 'POST', 'List-Unsubscribe=One-Click');
    expect(await isOn()).toBe(false);
  });

  it('DIGEST-5: another link turns off nothing, and reveals no user', async () => {
    const path = await link();
    const [, proof = ''] = path.split('.');
    const wrong = [`/mail-digest/${bela.id}.${proof.replace(/./, '_')}`, `/mail-digest/${cleo.id}.${proof}`];
    for (const one of [...wrong, '/mail-digest/x', '/mail-digest/9999.', `/mail-digest/${bela.id}`]) {
      const answer = await page(one, 'POST', 'List-Unsubscribe=One-Click');
      expect([answer.status, (await answer.text()).includes('not valid')]).toEqual([404, true]);
    }
    expect(await isOn()).toBe(true);
  });
});
