import { expect, it } from 'vitest';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { recordedFrames } from '../support/recorded-frames.ts';
import { ME, scripted, type Scripted } from '../support/scripted-server.ts';

const eight = { ...ME, user_id: 8, id: 8, account: 'eight', realname: 'Eight', displayName: 'Eight' };
const frames = recordedFrames().map(({ text }) => JSON.parse(text) as { readonly type: string });
/** One frame of each kind; those of the connection itself are left out. */
const KINDS = [...new Map(frames.map((frame) => [frame.type, frame])).values()].filter(
  ({ type }) => !['init', 'ping', 'pong'].includes(type),
);

/** Moments at which frames for the first user come late. */
const MOMENTS: Readonly<Record<string, (on: Scripted, send: () => void) => Promise<void>>> = {
  'between the two logins': async (on, send) => {
    await on.client.actions.logout();
    send();
    await on.login();
  },
  'after the second login': async (on, send) => {
    const first = on.socket();
    await on.client.actions.logout();
    await on.login();
    expect(on.socket()).not.toBe(first);
    send();
  },
};

async function shownAfter(
  moment: (on: Scripted, send: () => void) => Promise<void>,
  late: readonly object[],
) {
  const on = await scripted();
  await on.client.start();
  await on.login();
  await on.settle();
  const first = on.socket();
  on.answer('/login', { code: 0, data: { authToken: 'bearer t8', userInfo: eight } });
  on.notices.length = 0;
  await moment(on, () => late.forEach((frame) => first.late(frame)));
  await on.settle();
  await on.clock.advance(5_000);
  await on.settle();
  const shown = { state: stateToJson(on.client.store.get()), notices: on.notices };
  await on.client.stop();
  return shown;
}

it.each(Object.entries(MOMENTS))(
  'SESS-3: %s, late frames of the first user change nothing',
  async (_, moment) => {
    expect(KINDS.length).toBeGreaterThan(40);
    expect(await shownAfter(moment, KINDS)).toEqual(await shownAfter(moment, []));
  },
);
