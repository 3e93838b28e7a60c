import { describe, expect, it } from 'vitest';
import { groupMachine } from '../../machines/group.machine.ts';
import type { Role } from '../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING, type GroupSetting } from '../../src/domain/group-fields.ts';
import { GROUP_ACTIONS, refusalFor } from '../../src/domain/permissions.ts';
import { run } from '../support/machine-run.ts';

const flags = [true, false];
const settings: readonly GroupSetting[] = flags.flatMap((invite) =>
  flags.flatMap((profile) =>
    ([0, 1, 2] as const).map((nospeak) => ({ ...DEFAULT_GROUP_SETTING, invite, profile, nospeak })),
  ),
);
const roles: readonly (Role | null)[] = [null, 1, 2, 3];

describe('group machine', () => {
  it('ROLE-4: accepts exactly what the table allows, for every role, setting, mute and time', async () => {
    let compared = 0;
    for (const role of roles)
      for (const setting of settings)
        for (const mutedForSec of [0, 60])
          for (const waitedSec of [0, 59, 61]) {
            const group = run(groupMachine, { role, setting, mutedForMs: mutedForSec * 1_000 });
            await group.clock.advance(waitedSec * 1_000);
            for (const action of GROUP_ACTIONS) {
              const allowed =
                refusalFor(action, { role, setting, mutedUntilSec: mutedForSec }, waitedSec) === null;
              const before = group.context().did;
              group.send({ type: 'action.asked', action });
              expect([role, setting, mutedForSec, waitedSec, action, group.context().did !== before]).toEqual(
                [role, setting, mutedForSec, waitedSec, action, allowed],
              );
              compared++;
            }
            group.stop();
          }
    expect(compared).toBe(roles.length * settings.length * 2 * 3 * GROUP_ACTIONS.length);
  });

  it('ROLE-4: the state names the reason why a member may not speak', async () => {
    const group = run(groupMachine, { role: 3, mutedForMs: 5_000 });
    expect(group.state()).toContain('"speaking":"mutedUntil"');
    group.send({ type: 'setting.changed', setting: { ...DEFAULT_GROUP_SETTING, nospeak: 1 } });
    expect(group.state()).toContain('"speaking":"managersOnly"');
    await group.clock.advance(5_000);
    group.send({ type: 'setting.changed', setting: DEFAULT_GROUP_SETTING });
    expect(group.state()).toContain('"speaking":"free"');
    group.send({ type: 'member.gone' });
    expect(group.state()).toContain('"role":"none"');
    for (const [at, name] of ['owner', 'manager', 'member'].entries()) {
      group.send({ type: 'role.given', role: at + 1 });
      expect(group.state()).toContain(`"role":"${name}"`);
    }
  });

  it('ROLE-6: a mute lasts to its last millisecond, and counts for members only', async () => {
    const group = run(groupMachine, { role: 3, mutedForMs: 1 });
    const muted = () => [group.state().includes('mutedUntil'), group.state().includes('"mute":"running"')];
    expect(muted()).toEqual([true, true]);
    await group.clock.advance(1);
    expect([...muted(), group.context().mutedForMs]).toEqual([false, false, 0]);
    group.send({ type: 'mute.set', forMs: 60_000 });
    await group.clock.advance(59_999);
    expect(muted()).toEqual([true, true]);
    await group.clock.advance(1);
    expect(muted()).toEqual([false, false]);
    // Lifted; also by a time that is over already.
    for (const forMs of [0, -5]) {
      group.send({ type: 'mute.set', forMs: 60_000 }, { type: 'mute.set', forMs });
      expect([...muted(), group.context().mutedForMs, group.clock.pending()]).toEqual([false, false, 0, 0]);
    }
    group.send({ type: 'mute.set', forMs: 60_000 }, { type: 'member.gone' });
    group.send({ type: 'role.given', role: 2 });
    expect([group.state().includes('"role":"manager"'), ...muted()]).toEqual([true, false, false]);
    expect(run(groupMachine, { role: 3 }).context().mutedForMs).toBe(0);
  });
});
