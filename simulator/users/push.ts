import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom } from './subject.ts';

const bytes = (count: number): string => 'A'.repeat(Math.ceil((count * 4) / 3));

const take = async ({ tab, device, step }: ActContext, outcome: string): Promise<unknown> => {
  const key = await tab.client.actions.pushKey();
  if (!key.ok || tab.clock.dead) return undefined;
  return tab.client.actions.takePushes({
    endpoint: `https://push.test/${outcome}/${device.name}`,
    p256dh: bytes(65),
    auth: bytes(16),
    platform: pickFrom(['android', 'ios', 'other'] as const, step.a) ?? 'other',
    words: step.b % 3 > 0,
  });
};

const acts: Acts<'push'> = {
  takePushes: (context) => take(context, 'sent'),
  pushAway: (context) => take(context, pickFrom(['gone', 'later', 'refused'], context.step.b) ?? 'gone'),
  // A user who is not looking gets a push.
  lookAside: ({ person }) => {
    for (const device of person.devices) for (const tab of device.tabs) tab.page.setVisible(false);
  },
};

/** Devices that are reached while the app is closed. */
export const push: UserSubject<'push'> = {
  acts,
  coverage: { calls: ['/common/push/subscribe'], jobs: 'Pushing' },
};
