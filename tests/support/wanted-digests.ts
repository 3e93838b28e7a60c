import { DAY, MINUTE, SECOND } from '../../src/domain/duration.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import type { House, Prepare } from './failing-lists.ts';
import type { Person } from './world.ts';

/** A user with a verified address wants mails about unread messages, and has an unread message. */
export async function wantsDigest({ at, user, write }: House, who: Person): Promise<void> {
  const { world, anna } = at;
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, mailDigest: true } }));
  await write(async (tx) => {
    await tx.users.update(user(who), { account: `${who.account}@parley.test`, isAuth: true });
    await tx.mailDigests.save({ user: user(who), language: 'en', dueMs: 0, sentFor: 0, tries: 0 });
  });
  await world.say(anna, who.id, 'unread');
}

/** A server that knows its address, as links of mails need it. */
export const withAddress = (core: Core): Core => ({
  ...core,
  settings: { ...core.settings, publicUrl: 'https://chat.example.org' },
});

export const digestRow = ({ read, user }: House, who: Person) => read((tx) => tx.mailDigests.get(user(who)));

export const digests: Prepare = async (house) => {
  const { world, bela, cleo } = house.at;
  for (const one of [bela, cleo]) await wantsDigest(house, one);
  world.clock.pass(DAY + MINUTE);
  const isSent = async (one: Person) => (await digestRow(house, one))?.sentFor !== 0;
  return {
    fails: house.user(bela),
    failsMs: 170 * SECOND,
    done: async () => [await isSent(bela), await isSent(cleo)],
  };
};
