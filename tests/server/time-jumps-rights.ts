import { proofLimits } from '../../src/domain/account-limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/domain/duration.ts';
import { groupLimits } from '../../src/domain/group-limits.ts';
import { groupId, streamId } from '../../src/domain/ids.ts';
import { mailCodeLimits, qrLimits, tokenLimits } from '../../src/domain/limits.ts';
import { inboxLimits } from '../../src/domain/message-limits.ts';
import { readTicket, ticketFor } from '../../src/server/features/auth/openid-ticket.ts';
import { checkFreshProof } from '../../src/server/features/auth/proof.ts';
import { Quotas } from '../../src/server/features/quotas/quotas.ts';
import { createFileLinks, readLink } from '../../src/server/files/links.ts';
import { exportLimits, inviteLimits, openIdLimits } from '../../src/server/kernel/limits.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { sessionOf } from '../../src/server/kernel/session.ts';
import { inviteOf } from '../../src/server/features/auth/invite.ts';
import { invite } from '../support/store-rows.ts';
import { PASSWORD } from '../support/world.ts';

import { asking, core, soon, type Age } from './time-jumps-rows.ts';

/** Rights of a user, a link or a code, which end at a time. */
export const RIGHTS: readonly Age[] = [
  {
    what: 'a login ends',
    ageMs: tokenLimits.lifeMs,
    by: 'moment',
    begin: (at) => ({
      isOver: async () => (await at.house.at.world.code(at.house.at.bela, 'im/getContacts')) !== 0,
    }),
  },
  {
    what: 'a proof of the user is too old',
    ageMs: proofLimits.lifeMs,
    by: 'moment',
    begin: async (at) => {
      const session = await sessionOf(core(at), at.house.at.bela.token);
      const context = { core: core(at), session, origin: '', peer: { address: '', userAgent: '' } } as never;
      return { isOver: async () => (await checkFreshProof(context, 'login')) !== null };
    },
  },
  {
    what: 'a link into a group ends',
    ageMs: HOUR,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, group } = at.house.at;
      const { url } = await world.ok(anna, 'group/addGroupLink', { id: group, for: 3_600 });
      const path = new URL(String(url)).pathname;
      return { isOver: async () => (await world.code(null, path)) !== 0 };
    },
  },
  {
    what: 'the picture code of a group ends',
    ageMs: (nowMs) => qrLimits.lifeMs - (nowMs % SECOND),
    by: 'moment',
    begin: async (at) => {
      const { world, anna, group } = at.house.at;
      const { qrUrl } = await world.ok(anna, 'group/groupInfo', { group_id: group });
      const path = new URL(String(qrUrl)).pathname;
      return { isOver: async () => (await world.code(null, path)) !== 0 };
    },
  },
  {
    what: 'a request to join ends',
    ageMs: groupLimits.requestLifeMs,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, group } = at.house.at;
      const dora = await world.person('dora');
      const [of, user] = [groupId(Number(group.replace('group-', ''))), at.house.user(dora)];
      const request = {
        group: of,
        user,
        text: '',
        link: 0,
        atMs: soon(at, 0),
        endsMs: soon(at, groupLimits.requestLifeMs),
      };
      await at.house.write((tx) => tx.entrances.saveRequest(request));
      const rows = asking(at, anna);
      return {
        isOver: async () => Object.keys((await rows('group/groupRequests', { id: group })).data).length === 0,
      };
    },
  },
  {
    what: 'an invitation ends',
    ageMs: inviteLimits.lifeMs,
    by: 'moment',
    begin: async (at) => {
      await at.house.write((tx) => tx.invites.insert(invite('CODE', soon(at, inviteLimits.lifeMs))));
      return { isOver: async () => (await at.house.read((tx) => inviteOf(core(at), tx, 'CODE'))) === null };
    },
  },
  {
    what: 'a mailed code ends',
    ageMs: mailCodeLimits.lifeMs,
    by: 'moment',
    isUsed: true,
    begin: async (at) => {
      const { world } = at.house.at;
      const account = 'dora@parley.test';
      await world.person(account);
      await world.ok(null, '/common/pub/sendCode', { account, type: 1 });
      const [code] = /\d{6}/.exec(at.mails.at(-1) ?? '') ?? [];
      return { isOver: async () => (await world.code(null, '/common/pub/login', { account, code })) !== 0 };
    },
  },
  {
    what: 'another code may be requested',
    ageMs: mailCodeLimits.againMs,
    by: 'limit',
    begin: async (at) => {
      const { world } = at.house.at;
      const body = { account: 'dora@parley.test', type: 1 };
      await world.ok(null, '/common/pub/sendCode', body);
      return { isOver: async () => (await world.code(null, '/common/pub/sendCode', body)) === 0 };
    },
  },
  {
    what: 'the day of mailed codes ends',
    ageMs: DAY - mailCodeLimits.dayAddressMax * mailCodeLimits.againMs,
    by: 'limit',
    begin: async (at) => {
      const { world } = at.house.at;
      const body = { account: 'dora@parley.test', type: 1 };
      for (let count = 0; count < mailCodeLimits.dayAddressMax; count += 1) {
        await world.ok(null, '/common/pub/sendCode', body);
        world.clock.pass(mailCodeLimits.againMs);
      }
      return { isOver: async () => (await world.code(null, '/common/pub/sendCode', body)) === 0 };
    },
  },
  {
    what: 'a login from elsewhere is too old',
    ageMs: openIdLimits.lifeMs,
    by: 'moment',
    begin: (at) => {
      const ticket = ticketFor(core(at), 'device', { issuer: 'i', subject: 's', provider: 'p' } as never);
      return { isOver: () => Promise.resolve(readTicket(core(at), 'device', ticket) === null) };
    },
  },
  {
    what: 'the address of an archive ends',
    ageMs: exportLimits.addressMs + 1,
    by: 'moment',
    isUsed: true,
    begin: async (at) => {
      const { world, bela } = at.house.at;
      const { download } = await world.ok(bela, 'im/exportData', { password: PASSWORD });
      return { isOver: async () => (await world.raw(download)).status === 410 };
    },
  },
  {
    what: 'the address of a file ends',
    ageMs: (nowMs) => 2 * DAY - (nowMs % DAY),
    by: 'moment',
    begin: (at) => {
      const on = { ...core(at), secret: core(at).secret };
      const address = createFileLinks(on).file({ id: 1, key: 'aa'.repeat(16) }, streamId('1-2'));
      return {
        isOver: () => Promise.resolve(readLink(on, `http://parley.test${address}`)?.expired === true),
      };
    },
  },
  {
    what: 'a member may speak again',
    ageMs: (nowMs) => DAY - (nowMs % SECOND),
    by: 'moment',
    begin: async (at) => {
      const { world, anna, bela, group } = at.house.at;
      await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakDay: 1 });
      const say = asking(at, bela);
      let made = 0;
      const text = () => ({ id: `n-${(made += 1)}`, toContactId: group, type: 'text', content: 'words' });
      return { isOver: async () => (await say('im/sendMessage', text())).code === 0 };
    },
  },
  {
    what: 'a slow group lets its member speak',
    ageMs: MINUTE,
    by: 'limit',
    begin: async (at) => {
      const { world, anna, bela, group } = at.house.at;
      const setting = { slowSec: 60, nospeak: 0, invite: 0 };
      await world.ok(anna, 'group/groupSetting', { id: group, setting });
      await world.say(bela, group, 'first');
      const say = asking(at, bela);
      let made = 0;
      const text = () => ({ id: `n-${(made += 1)}`, toContactId: group, type: 'text', content: 'words' });
      return { isOver: async () => (await say('im/sendMessage', text())).code === 0 };
    },
  },
  {
    what: 'the day of a quota ends',
    ageMs: DAY,
    by: 'limit',
    begin: async (at) => {
      const { clock } = at.house.at.world;
      const quota = { messages: 1, files: 0, filesMb: 0, allFilesMb: 0, diskFloorMb: 0 };
      const quotas = new Quotas({ ...core(at), settings: { quota } } as never);
      await quotas.takeMessages(at.house.user(at.house.at.bela), 1);
      await clock.settle();
      const take = async () => quotas.takeMessages(at.house.user(at.house.at.bela), 1);
      return { isOver: async () => (await take()) === null };
    },
  },
  {
    what: 'a message can no longer be edited',
    ageMs: 2 * DAY,
    by: 'moment',
    begin: async (at) => {
      const { anna, group } = at.house.at;
      await at.house.say(anna, group, 'old');
      const edit = asking(at, anna);
      let made = 0;
      const body = () => ({ id: 'old', content: `text ${(made += 1)}` });
      return { isOver: async () => (await edit('im/editMessage', body())).code !== 0 };
    },
  },
  {
    what: 'a poll ends',
    ageMs: 2 * HOUR,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, bela, group } = at.house.at;
      const poll = { options: ['a', 'b'], many: 0, secret: 0, lasts: 7_200 };
      await world.say(anna, group, 'Tea?', { id: 'poll', extends: { poll } });
      const vote = asking(at, bela);
      let made = 0;
      const body = () => ({ id: 'poll', options: [(made += 1) % 2] });
      return { isOver: async () => (await vote('im/vote', body())).code !== 0 };
    },
  },
  {
    what: 'a status ends',
    ageMs: (nowMs) => 2 * HOUR - (nowMs % MINUTE),
    by: 'moment',
    begin: async (at) => {
      const { world, anna, bela } = at.house.at;
      const untilMs = Math.floor(soon(at) / MINUTE) * MINUTE;
      const value = { emoji: '🌴', text: '', untilMs };
      await world.ok(anna, 'im/keep', { name: 'status', value, op: 'x' });
      const list = asking(at, bela);
      return { isOver: async () => !JSON.stringify(await list('im/getContacts')).includes('🌴') };
    },
  },
  {
    what: 'a mention leaves the inbox',
    ageMs: inboxLimits.ageMaxMs + 1,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, bela, group } = at.house.at;
      await world.say(anna, group, 'for you', { at: [bela.id] });
      const list = asking(at, bela);
      return { isOver: async () => !JSON.stringify(await list('im/getInbox')).includes('for you') };
    },
  },
  {
    what: 'a rate is full again',
    ageMs: MINUTE,
    by: 'wait',
    begin: (at) => {
      const rates = new RateCounter(at.house.at.world.clock);
      const rate = { times: 1, windowMs: MINUTE };
      rates.take('x', rate);
      return { isOver: () => Promise.resolve(rates.take('x', rate) === 0) };
    },
  },
];
