import { expect, it } from 'vitest';
import { openIdLimits as limits } from '../../src/server/kernel/limits.ts';
import { readTicket, ticketFor } from '../../src/server/features/auth/openid-ticket.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world } = setUpWorld();

const ANNA = { issuer: 'https://id.test', subject: 'anna', provider: 'work' };
const create = (device: string) => ticketFor(world.server.core, device, ANNA as never);
const read = (device: string | null, said: string) => readTicket(world.server.core, device, said);

it('OIDC-7: a proof from elsewhere is valid for ten minutes and not an instant longer', () => {
  const ticket = create('device');
  world.clock.pass(limits.lifeMs - 1);
  expect(read('device', ticket)).toMatchObject(ANNA);
  world.clock.pass(1);
  expect(read('device', ticket)).toBeNull();
});

it('OIDC-3: in another browser, in none, or changed it is nothing, and no two are alike', () => {
  const [one, two] = [create('device'), create('device')];
  expect(one).not.toBe(two);
  for (const [device, said] of [
    ['other', one],
    [null, one],
    ['device', one.replace('anna', 'bela')],
    ['device', one.slice(1)],
    ['device', ''],
  ] as const)
    expect(read(device, said)).toBeNull();
});
