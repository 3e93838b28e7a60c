import { expect, it } from 'vitest';
import type { Fields } from '../support/fields.ts';
import { startWorld } from '../support/world.ts';

it('OPS-12: a call that failed and its line in the log name the same request, as a proxy does', async () => {
  let isFaulty = false;
  const broken = await startWorld({
    store: (store) => ({
      write: (work) => store.write(work),
      read: (work) => (isFaulty ? Promise.reject(new TypeError('a fault of ours')) : store.read(work)),
      epoch: () => store.epoch(),
      close: () => store.close(),
    }),
  });
  const who = await broken.person('anna');
  isFaulty = true;
  const ask = async (given?: string) => {
    const headers = { authorization: who.token, ...(given === undefined ? {} : { 'x-request-id': given }) };
    const answer = await broken.raw('/enterprise/im/getContacts', { method: 'POST', headers, body: '{}' });
    const facts = broken.log.at(-1)?.facts as Fields;
    return [answer.status, answer.headers.get('x-request-id'), facts['request']];
  };
  const [status, made, header] = await ask();
  expect([status, made]).toEqual([500, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(header).toBe(made);
  expect(await ask('proxy-7f.3')).toEqual([500, 'proxy-7f.3', 'proxy-7f.3']);
  for (const bad of ['two words', 'x'.repeat(129), '{"a":1}']) {
    const [, id] = await ask(bad);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  }
  isFaulty = false;
  await broken.close();
});
