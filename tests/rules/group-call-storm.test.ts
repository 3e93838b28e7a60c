import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupCallLimits as limits } from '../../src/domain/group-call-limits.ts';
import { type Device, house } from './group-call-house.ts';

const USERS = 4;
const ACTS = [
  'join',
  'leave',
  'cut',
  'bind',
  'crash',
  'reload',
  'remove',
  'hand',
  'noMedia',
  'media',
] as const;
type Act = (typeof ACTS)[number];
interface Step {
  readonly user: number;
  readonly act: Act;
  readonly waitMs: number;
}

const steps = fc.array(
  fc.record({
    user: fc.integer({ min: 1, max: USERS }),
    act: fc.constantFrom(...ACTS),
    waitMs: fc.constantFrom(0, 3, 20, 700, 3_000, 12_000, 70_000),
  }),
  { maxLength: 30 },
);

/** A page for each user; a server that drops devices without a socket after four seconds. */
async function play(script: readonly Step[]) {
  const all = house();
  const pages = new Map<number, Device>();
  for (let user = 1; user <= USERS; user += 1) pages.set(user, all.device(user));
  const pageOf = (user: number): Device => pages.get(user) ?? all.device(user);
  const dropLater = (page: Device) => {
    const device = page.view()?.device;
    all.clock.setTimeout(() => {
      if (page.isBound() && pages.get(page.self) === page) return;
      const others = (all.on.call?.participants ?? []).filter((one) => one.device !== device);
      if (others.length !== (all.on.call?.participants.length ?? 0)) all.set(others);
    }, limits.lookMs * limits.missedMax);
  };
  const bind = (page: Device) => {
    page.lists(all.on.call);
    page.bind();
  };
  const act = (user: number, what: Act): void => {
    const page = pageOf(user);
    switch (what) {
      case 'join':
        if (page.isBound()) void page.join();
        return;
      case 'leave':
        return page.driver.actions.leaveGroupCall();
      case 'cut':
        dropLater(page);
        return page.cut();
      case 'bind':
        return bind(page);
      case 'crash':
      case 'reload': {
        dropLater(page);
        all.kill(page);
        const next = all.device(user, page.memory);
        pages.set(user, next);
        bind(next);
        if (what === 'reload') next.driver.actions.returnToGroupCall();
        return;
      }
      case 'remove':
        all.on.removed.add(user);
        return all.set((all.on.call?.participants ?? []).filter((one) => one.user !== user));
      case 'hand':
        return page.driver.actions.raiseHand(true);
      case 'noMedia':
      case 'media':
        return all.media.setDown(what === 'noMedia');
    }
  };
  for (const { user, act: what, waitMs } of script) {
    act(user, what);
    await all.wait(waitMs);
  }
  all.media.setDown(false);
  for (const page of pages.values()) if (!page.isBound()) bind(page);
  await all.wait(120_000);
  return { ...all, pages: Array.from(pages.values()) };
}

it('GCALL-10, GCALL-11: after any storm each device that is listed is connected with all others', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { pages, on, media, clock, wait } = await play(script);
      const listed = on.call?.participants ?? [];
      const present = pages.filter((page) => page.stage() === 'inCall');
      expect(present.map((page) => page.view()?.device ?? '').toSorted()).toEqual(
        listed.map((one) => one.device).toSorted(),
      );
      for (const page of present)
        expect(page.others().toSorted()).toEqual(
          listed.flatMap(({ user }) => (user === page.self ? [] : [`${user} connected`])).toSorted(),
        );
      expect(present.filter((page) => on.removed.has(page.self))).toEqual([]);
      expect(media.peers.size).toBe(listed.length ** 2 - listed.length);
      expect(media.devices.size).toBe(listed.length);
      for (const page of pages) page.driver.actions.leaveGroupCall();
      await wait(60_000);
      expect([on.call, media.peers.size, media.devices.size, clock.pending()]).toEqual([null, 0, 0, 0]);
    }),
    { numRuns: 150, seed: 7 },
  );
}, 60_000);
