import { afterEach, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { befriend, signUp, type HttpUser } from '../support/http-user.ts';
import { killServers } from '../support/server.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { openDevice, type Device } from './device.ts';

const PEOPLE = 8;

let cluster: Cluster | null = null;
let devices: readonly Device[] = [];
afterEach(async () => {
  await Promise.all(devices.map((device) => device.stop()));
  await cluster?.stop();
  await killServers();
});

it('PRES-3: friends who all come back to two nodes at one moment are online for one another', async () => {
  const on = (cluster = await startCluster());
  const people: HttpUser[] = [];
  for (let at = 0; at < PEOPLE; at += 1)
    people.push(await signUp(on.urls[0] ?? '', `person${'abcdefgh'[at] ?? ''}`));
  for (const [at, one] of people.entries())
    for (const other of people.slice(at + 1)) await befriend(one, other);
  devices = await Promise.all(people.map(({ account }) => openDevice(account, () => on.urls.slice(0, 2))));
  const listFalseAbsences = (): readonly string[] =>
    devices.flatMap(({ client }, at) =>
      people
        .filter(
          (other, no) => no !== at && client.core.get().contacts.get(contactId(other.id))?.isOnline !== true,
        )
        .map((other) => `${people[at]?.account} sees ${other.account} offline`),
    );
  const bound = (): number =>
    devices.filter(({ client }) => {
      const line = client.core.get().connection;
      return line.name === 'open' && line.bound;
    }).length;
  await Promise.all([on.kill(0), on.kill(1)]);
  await Promise.all([on.start(0), on.start(1)]);
  for (const { client } of devices) client.actions.reconnect();
  await expect.poll(bound, { timeout: 60_000 }).toBe(PEOPLE);
  await expect.poll(listFalseAbsences, { timeout: 20_000 }).toEqual([]);
}, 300_000);
