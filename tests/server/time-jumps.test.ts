import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VirtualClock } from '../../simulator/time/virtual-clock.ts';
import { DAY, HOUR } from '../../src/domain/duration.ts';
import type { Files } from '../../src/ports/files.ts';
import type { Store } from '../../src/ports/store.ts';
import { House } from '../support/failing-lists.ts';
import { pretendedPush } from '../support/pretended-push.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { TAKES_EVENTS, threePeople } from '../support/world.ts';
import { groupCallLimits } from '../../src/domain/group-call-limits.ts';
import { JOBS } from '../../src/server/features/features.ts';
import { nextPurgeMs } from '../../src/server/features/messages/purge.ts';
import { outgoingLimits } from '../../src/server/kernel/hook-limits.ts';
import { jobLimits, mailDigestLimits } from '../../src/server/kernel/job-limits.ts';
import { JobBook } from '../../src/server/kernel/job.ts';
import { copyLimits } from '../../src/server/kernel/copy-limits.ts';
import {
  auditLimits,
  erasingLimits,
  ldapLimits,
  openIdLimits,
  serverLimits,
} from '../../src/server/kernel/limits.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { schemaLimits } from '../../src/server/kernel/store-limits.ts';
import { callLimits, pushLimits, searchLimits, uploadLimits } from '../../src/domain/limits.ts';
import { guestLimits } from '../../src/domain/guests.ts';
import { alertLimits } from '../../src/domain/kept-limits.ts';
import { laterLimits, vanishLimits } from '../../src/domain/message-limits.ts';
import { FileCopier } from '../../src/server/copies/file-copier.ts';
import { copiedPlace } from '../support/copied.ts';
import { readRepository } from '../support/house/repository.ts';
import { READERS } from './time-jumps-readers.ts';
import { RIGHTS } from './time-jumps-rights.ts';
import { DUE, type Place } from './time-jumps-rows.ts';

interface Jump {
  readonly apply: (clock: VirtualClock) => void;
  /** The time that has passed by the wall clock, and by a stopwatch. */
  readonly wallMs: number;
  readonly elapsedMs: number;
}
const slept = (ms: number): Jump => ({ apply: (clock) => clock.pass(ms), wallMs: ms, elapsedMs: ms });
const set = (ms: number): Jump => ({ apply: (clock) => clock.jump(ms), wallMs: ms, elapsedMs: 0 });
const JUMPS = {
  'a sleep of nine hours': slept(9 * HOUR),
  '61 days': slept(61 * DAY),
  'a clock set back an hour': set(-HOUR),
  'a clock set forward an hour': set(HOUR),
};

const PROVIDERS = { look: () => Promise.resolve(), providers: ['one'] };
const DIRECTORY = { everybody: () => Promise.resolve('away') };

let at: Place;
beforeEach(async () => {
  const push = pretendedPush();
  const uploads = await localUploads(temporaryFolder());
  const files = Object.assign(Object.create(uploads.files) as Files, { remove: () => Promise.resolve() });
  const mails: string[] = [];
  const people = await threePeople({
    uploads: { ...uploads, files },
    push,
    hookPosts: TAKES_EVENTS,
    mail: { send: async ({ text }) => void mails.push(text) },
  });
  at = { house: new House(people, push, { people: { ids: new Set(), groups: new Map() } }), mails };
});
afterEach(() => at.house.at.world.close());

describe('what has an end, while time jumps', () => {
  const cases = [...DUE, ...RIGHTS].flatMap((age) =>
    Object.entries(JUMPS)
      .filter(([name]) => name !== age.without)
      .map(([name, jump]) => ({ ...age, name, jump })),
  );
  it.each(cases)('TIME-7: $what, after $name', async ({ ageMs, by, isUsed, begin, jump }) => {
    const { clock } = at.house.at.world;
    const { isOver, round } = await begin(at);
    const lifeMs = typeof ageMs === 'number' ? ageMs : ageMs(clock.nowMs());
    const isOverNow = async () => {
      await round?.();
      await at.house.at.world.settle();
      return isOver();
    };
    jump.apply(clock);
    const passedMs = by === 'wait' ? jump.elapsedMs : jump.wallMs;
    const leftMs = lifeMs - passedMs;
    const endsNow = leftMs <= 0 || (by === 'limit' && passedMs < 0);
    if (endsNow || isUsed !== true) expect([await isOverNow(), 'at once']).toEqual([endsNow, 'at once']);
    if (endsNow) return;
    clock.pass(leftMs - 1);
    expect([await isOverNow(), 'before its end']).toEqual([false, 'before its end']);
    clock.pass(1);
    if (isUsed !== true) expect([await isOverNow(), 'at its end']).toEqual([true, 'at its end']);
  });
});

/** The wait of each job between two rounds. */
const WAITS: Readonly<Record<string, number | ((nowMs: number) => number)>> = {
  startPruning: serverLimits.pruneEveryMs,
  startPruningAudit: auditLimits.pruneEveryMs,
  startPurging: (nowMs) => nextPurgeMs(nowMs) - nowMs,
  startFinishingClearings: serverLimits.jobAgainMs,
  startFinishingDissolvings: serverLimits.jobAgainMs,
  startSweeping: uploadLimits.releasedEveryMs,
  startEndingUnanswered: callLimits.ringMs + callLimits.ringGraceMs,
  startDroppingGone: groupCallLimits.settleMs,
  startPlacingCalls: groupCallLimits.lookMs,
  startPushing: pushLimits.lookMs,
  startMailingDigests: mailDigestLimits.lookMs,
  startDelivering: outgoingLimits.lookMs,
  startIndexing: searchLimits.indexEveryMs,
  startDoingLater: laterLimits.lookMs,
  startErasingDue: vanishLimits.lookMs,
  startFinishingErasures: erasingLimits.lookMs,
  startLiftingQuiet: alertLimits.lookMs,
  startEndingGuests: guestLimits.lookMs,
  startFollowingLdap: ldapLimits.everyMs,
  startLookingAtProviders: openIdLimits.lookEveryMs,
  startFilling: schemaLimits.fillPauseMs,
  startCleaning: schemaLimits.cleanEveryMs,
  startVerifying: jobLimits.verifyEveryMs,
};

class CountedRounds extends JobBook {
  count = 0;
  override note(failed: string, atMs: number, fault: string | null): void {
    if (atMs > 0) this.count += 1;
    super.note(failed, atMs, fault);
  }
}

describe('a job that waits, while time jumps', () => {
  it('TIME-7: every job of a node is in the table', () => {
    expect(JOBS.map(({ name }) => name).toSorted()).toEqual(Object.keys(WAITS).toSorted());
  });

  const cases = JOBS.flatMap((start) =>
    Object.entries(JUMPS).map(([name, jump]) => ({ start, what: start.name, name, jump })),
  );
  it.each(cases)('TIME-7: $what runs once after its wait, after $name', async ({ start, what, jump }) => {
    const { world } = at.house.at;
    const { clock, server } = world;
    const jobs = new CountedRounds();
    const steps = { fillStep: () => Promise.resolve('nothing'), cleanStep: () => Promise.resolve() };
    const store = Object.assign(Object.create(server.core.store) as Store, steps);
    const services = { ldap: DIRECTORY, openIds: PROVIDERS, engineFaults: () => [] } as object;
    const core = { ...server.core, ...services, jobs, store };
    const stop = start(core, new RateCounter(clock));
    await world.settle();
    await world.settle();
    const before = jobs.count;
    const wait = WAITS[what] ?? 0;
    const waitMs = typeof wait === 'number' ? wait : wait(clock.nowMs());
    await clock.advance(waitMs / 2);
    jump.apply(clock);
    await clock.advance(waitMs / 2 - 1);
    await world.settle();
    const early = jobs.count - before;
    await clock.advance(1);
    await world.settle();
    expect([early, jobs.count - before]).toEqual([0, 1]);
    await stop();
  });
});

describe('copies, while time jumps', () => {
  const cases = Object.entries(JUMPS).map(([name, { wallMs }]) => ({ name, wallMs }));
  it.each(cases)('TIME-7: changes are copied, after $name', async ({ wallMs }) => {
    const { second, say, copier, at: time } = await copiedPlace();
    await say();
    await second(12);
    time.ms += wallMs;
    await say();
    await second(copyLimits.everyMs / 1_000 + 2);
    expect(time.ms - copier.state.copiedMs).toBeLessThanOrEqual(copyLimits.everyMs + 1_000);
    expect(copier.state.copiedMs).toBeLessThanOrEqual(time.ms);
  });

  it.each(cases)('TIME-7: a copy that failed is attempted again, after $name', async ({ wallMs }) => {
    const { second, say, copier, target, at: time } = await copiedPlace();
    await say();
    target.fault = new Error('away');
    await second(12);
    time.ms += wallMs;
    target.fault = null;
    await second(copyLimits.againMs / 1_000 + 2);
    expect(copier.state.fault).toBe(null);
  });

  it.each(cases)('TIME-7: a file that failed is copied again, after $name', async ({ wallMs }) => {
    const { path, copyStore, at: time } = await copiedPlace();
    let count = 0;
    const list = () => ((count += 1), Promise.reject(new Error('away')));
    const files = new FileCopier({
      path,
      copyStore: Object.assign(Object.create(copyStore) as typeof copyStore, { target: { list } }),
      files: { open: () => Promise.reject(new Error('no')) },
      nowMs: () => time.ms,
      retentionMs: DAY,
    });
    await files.turn();
    expect(count).toBe(1);
    time.ms += wallMs + copyLimits.againMs;
    await files.turn();
    expect(count).toBe(2);
    files.stop();
  });
});

describe('the table of times of the server', () => {
  it('TIME-7: names each file that reads the wall clock, with a reason', () => {
    const readers = [...readRepository()]
      .filter(([path, source]) => path.startsWith('src/server/') && /\bnowMs\(\)/.test(source))
      .map(([path]) => path.replace('src/server/', ''));
    expect(Object.values(READERS).flat().toSorted()).toEqual(readers.toSorted());
  });
});
