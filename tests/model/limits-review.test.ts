import { describe, expect, it } from 'vitest';
import { isRightWait, PassedCount } from '../../simulator/oracle/rates.ts';
import type { EntryFact } from '../../simulator/oracle/entering.ts';
import type { RecordedRequest } from '../../simulator/recorder/recorded.ts';
import { reviewRun } from '../../simulator/recorder/review.ts';
import { Recorder } from '../../simulator/recorder/recorder.ts';

const TOO_OFTEN = { code: 400, msg: '操作过于频繁，请稍后再试' };
const place = { process: {}, address: '10.0.0.1', cookie: null };

/** One node and one user with the session `t`, under a manual clock. */
function world() {
  let now = 0;
  const recorder = new Recorder(
    () => now,
    () => now,
  );
  const arrive = (path: string, body: object, token: string | null = 'bearer t'): RecordedRequest =>
    recorder.arrived(path, token, JSON.stringify(body), false, place);
  const ask = (path: string, body: object, answer: object, token?: string | null): void => {
    const one = arrive(path, body, token);
    now += 10;
    recorder.answered(one, 200, JSON.stringify(answer));
  };
  const writes = (...entries: EntryFact[]): void =>
    void recorder.ran.push({ nowMs: now, atMs: now, events: [], entries, state: 'kept' });
  const entered = { authToken: 'bearer t', logoutKey: 't', userInfo: { user_id: 1 } };
  writes({ what: 'account', id: 1, account: 'ann', password: 'secret', active: true });
  const enters = (answer: object, password = 'secret'): void =>
    ask('/common/pub/login', { account: 'ann', password }, answer, null);
  enters({ code: 0, data: entered });
  const began = { user: 1, token: 't', sinceMs: 0, device: 'Desktop', place: '10.0.0.1', minute: 0 };
  writes({ what: 'begun', login: began });
  return {
    asks: ask,
    enters,
    writes,
    passes: (ms: number) => void (now += ms),
    faults: () => reviewRun(recorder, [], String).faults,
  };
}

const search = '/enterprise/im/searchUser';
const searches = ({ asks }: ReturnType<typeof world>, times: number, answer: object = { code: 0 }): void => {
  for (let at = 0; at < times; at += 1) asks(search, { keywords: '' }, answer);
};

const refusedFor = (retry_ms: number): readonly string[] => {
  const one = world();
  searches(one, 120);
  searches(one, 1, { ...TOO_OFTEN, data: { retry_ms } });
  return one.faults();
};

const at = (fromMs: number, untilMs = fromMs) => ({ fromMs, untilMs, cost: 1 });

describe('how often', () => {
  it('SIM-29: a refusal as too frequent needs that many requests, and no fewer', () => {
    const [right, early] = [world(), world()];
    searches(right, 120);
    searches(right, 1, { ...TOO_OFTEN, data: { retry_ms: 58_800 } });
    searches(early, 119);
    searches(early, 1, { ...TOO_OFTEN, data: { retry_ms: 58_810 } });
    expect(right.faults()).toEqual([]);
    expect(early.faults()).toEqual([expect.stringContaining('as asked too often')]);
  });

  it('SIM-29: the wait says when the window began, by something that was asked then', () => {
    expect([0, 20_000, 61_000].map((ms) => refusedFor(ms).length)).toEqual([1, 1, 1]);
  });

  it('SIM-29: nothing more is let through than fits into a window', () => {
    const one = world();
    searches(one, 121);
    expect(one.faults()).toEqual([expect.stringContaining('more often than 120 times')]);
    const later = world();
    searches(later, 120);
    later.passes(60_000);
    searches(later, 120);
    expect(later.faults()).toEqual([]);
  });

  it('SIM-29: an unanswered request may have counted, and admits nothing', () => {
    const limit = { times: 2, windowMs: 1_000 };
    expect(isRightWait(limit, [at(0, Infinity), at(5)], at(10), 995)).toBe(true);
    expect(isRightWait(limit, [at(5)], at(10), 995)).toBe(false);
    const count = new PassedCount(limit);
    const passed = [at(0, Infinity), at(1), at(2), at(3), at(2_000)].map((one, n) => count.add(one, n > 0));
    expect(passed).toEqual([false, false, false, true, true]);
  });
});

const list = (more: object = {}) => ({
  code: 0,
  data: [{ id: 'login t', device: 'Desktop', place: '10.0.0.1', since: 0, used: 0, current: 1, ...more }],
});

describe('logins and sessions', () => {
  it('SIM-29: the right password opens, and a wrong one does not', () => {
    const wrong = { code: 400, msg: '账号或密码错误' };
    const right = world();
    right.enters(wrong, 'other');
    expect(right.faults()).toEqual([]);
    const stopped = world();
    stopped.enters(wrong);
    expect(stopped.faults()).toEqual([expect.stringContaining('was that a wrong password')]);
    const open = world();
    open.enters({ code: 0, data: { authToken: 'x', logoutKey: 'x', userInfo: { user_id: 1 } } }, 'other');
    expect(open.faults()).toEqual([expect.stringContaining('was that the password')]);
  });

  it('SIM-29: a login opens until it ends, and the list of logins says which there are', () => {
    const right = world();
    right.asks('/enterprise/im/getLogins', {}, list());
    expect(right.faults()).toEqual([]);
    for (const more of [{ current: 0 }, { place: '10.0.0.2' }, { since: 5 }, { id: 't' }]) {
      const one = world();
      one.asks('/enterprise/im/getLogins', {}, list(more));
      expect(one.faults()).toEqual([expect.stringContaining('were those the logins of 1')]);
    }
    const over = world();
    over.writes({ what: 'ended', token: 't' });
    over.asks('/enterprise/im/searchUser', {}, { code: 0 });
    expect(over.faults()).toEqual([expect.stringContaining('was that login one')]);
  });

  it('SIM-29: after all others were ended, only sessions that expired long ago remain', () => {
    const DAY = 86_400_000;
    const ended = (days: number): readonly string[] => {
      const one = world();
      const since = { sinceMs: -days * DAY, minute: -days * 1_440 };
      one.writes({
        what: 'begun',
        login: { user: 1, token: 'u', device: 'Phone', place: '10.0.0.1', ...since },
      });
      one.asks('/enterprise/im/endLogin', { id: 'others' }, { code: 0, data: '' });
      return one.faults();
    };
    expect(ended(50)).toEqual([]);
    expect(ended(1)).toEqual([expect.stringContaining('were all others over')]);
  });

  it('ACC-27, SIM-29: a login ends others only with a proof of the last hours', () => {
    const DAY = 86_400_000;
    const ended = (provedMs: number | null): readonly string[] => {
      const one = world();
      one.passes(2 * DAY);
      if (provedMs !== null) one.writes({ what: 'proved', token: 't', atMs: provedMs });
      one.asks('/enterprise/im/endLogin', { id: 'others' }, { code: 0, data: '' });
      return one.faults();
    };
    expect(ended(2 * DAY)).toEqual([]);
    expect(ended(0)).toEqual([expect.stringContaining('had they proved that it is them')]);
    expect(ended(null)).toHaveLength(1);
  });
});
