// @vitest-environment happy-dom
import { expect, it } from 'vitest';
// Their code is large for a busy machine.
import '../../src/app/screens/conversation/info/chat-info-page.tsx';
import '../../src/app/screens/conversation/info/outgoing-sheet.tsx';
import type { Delivery, OutgoingHook } from '../../src/client/interface/bots.ts';
import { userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import '../support/pretended-layout.ts';
import { aContact, aGroup } from '../support/contacts.ts';
import { showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const AT_MS = new Date(2026, 10, 3, 14, 5).getTime();
const HOOK: OutgoingHook = {
  hook: userId(7),
  name: 'Archive',
  url: 'https://ci.example.org/',
  kinds: ['messages'],
  byName: 'Lin',
  sinceMs: AT_MS,
  failingMs: AT_MS,
  behind: 3,
};
const entry = (seq: number, state: Delivery['state'], own: Partial<Delivery> = {}): Delivery => ({
  seq,
  kind: 'message.created',
  state,
  atMs: AT_MS,
  tookMs: 12,
  status: 200,
  answer: '',
  ...own,
});

it('HOOK-13, HOOK-15: an admin sees a failing hook and its log, and sends an event again', async () => {
  const group = aContact('group-5', { displayName: 'Hikers', group: aGroup({ role: 1 }) });
  const skipped = entry(0, 'dropped', { kind: 'events.skipped', status: 0 });
  let log = [entry(2, 'failed', { status: 500, answer: 'disk full' }), entry(1, 'sent'), skipped];
  let answer: Delivery['state'] = 'failed';
  const client = scriptedClient(stateWith([group]), {
    members: () => Promise.resolve(ok([])),
    outgoing: () => Promise.resolve(ok([HOOK])),
    deliveries: () => Promise.resolve(ok(log)),
    repeatDelivery: () => Promise.resolve(ok(answer)),
  });
  const screen = await showApp(client, '/pages/message/detail?id=group-5');
  await until(() => screen.find('button', /^Outgoing hooks/));
  await screen.press(screen.find('button', /^Outgoing hooks/));
  await until(() => expect(screen.text()).toContain('Failing since 3 Nov 2026, 14:05, 3 events wait'));
  await screen.press(screen.find('button', 'Log'));
  await until(() => expect(screen.text()).toContain('Failed, will be repeated · 500 · 12 ms'));
  expect(screen.text()).toContain('disk full');
  const again = () => screen.all('button').filter((one) => one.textContent === 'Send again');
  // Skipped events cannot be sent again.
  expect(again()).toHaveLength(2);
  await screen.press(again()[0] ?? expect.fail('no button'));
  await until(() => expect(screen.text()).toContain('Failed again'));
  answer = 'sent';
  log = [entry(2, 'sent'), entry(1, 'sent'), skipped];
  await screen.press(again()[0] ?? expect.fail('no button'));
  await until(() => expect(screen.text()).not.toContain('will be repeated'));
  expect(screen.text()).toContain('Sent again');
  expect(client.asked.filter(([name]) => name === 'repeatDelivery')).toEqual([
    ['repeatDelivery', group.id, HOOK.hook, 2],
    ['repeatDelivery', group.id, HOOK.hook, 2],
  ]);
});
