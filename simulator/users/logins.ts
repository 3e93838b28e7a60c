import { createHash } from 'node:crypto';
import { userId } from '../../src/domain/ids.ts';
import { postCall } from './group-acts.ts';
import { chosen } from './subject.ts';
import type { ActContext } from './act-context.ts';

const END = '/enterprise/im/endLogin';

/** The name of another user's login, if it were visible. */
async function ofOther({ world, someone }: ActContext): Promise<string> {
  const rows = await world.store.read((tx) => tx.tokens.ofUser(userId(someone), 0));
  return createHash('sha256')
    .update(`login ${rows[0]?.hash ?? ''}`)
    .digest('hex')
    .slice(0, 32);
}

/** Listing logins, and ending one from another device. */
export const loginActs = {
  lookAtLogins: ({ tab }: ActContext) => tab.client.actions.logins(),
  endLogin: async ({ tab, step }: ActContext) => {
    const found = await tab.client.actions.logins();
    const one = found.ok ? chosen(found.value, step.a) : undefined;
    if (one && !tab.clock.dead) await tab.client.actions.endLogin(one.id);
  },
  endOthers: async ({ tab, step }: ActContext) => {
    if (step.b % 2 === 0) await tab.client.actions.endLogin('others');
  },
  // Other users' logins, and invalid ones: none may end.
  endWrong: async (hand: ActContext) => {
    const wrong = [await ofOther(hand), '0'.repeat(32), 'other', '', 7];
    if (!hand.tab.clock.dead) await postCall(hand, END, { id: chosen(wrong, hand.step.b) });
    if (!hand.tab.clock.dead) await postCall(hand, END, { id: await ofOther(hand) });
  },
};
