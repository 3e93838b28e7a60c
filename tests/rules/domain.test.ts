import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { displayTime, listTime } from '../../src/domain/display-time.ts';
import type { GroupAction, AccessFacts } from '../../src/domain/permissions.ts';
import { ANNOUNCER, parseTarget } from '../../src/domain/ids.ts';
import {
  isMuted,
  mayRecall,
  recallWaitMs,
  refusalFor,
  refusalOver,
  sameAccess,
  mayRename,
  otherRole,
  slowSecFor,
} from '../../src/domain/permissions.ts';
import {
  accountProblem,
  emailProblem,
  lengthOf,
  newNicknameProblem,
  nicknameProblem,
  passwordProblem,
  remarkProblem,
  repeatProblem,
  verificationProblem,
} from '../../src/domain/validation.ts';
import { isReserved } from '../../src/domain/reserved-names.ts';
import { skeletonOf, skeletonsOf } from '../../src/domain/skeleton.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** 12 June 2025, 15:00 UTC. */
const NOW = Date.UTC(2025, 5, 12, 15);

const makeReport = (age: number, offsetMin = 0) => displayTime(NOW - age, NOW, () => offsetMin);
const inList = (age: number, offsetMin = 0) => listTime(NOW - age, NOW, () => offsetMin);
const accessOf = (
  role: Role | null,
  parts: Partial<AccessFacts['setting']> = {},
  mutedUntilSec = 0,
): AccessFacts => ({ role, mutedUntilSec, setting: { ...DEFAULT_GROUP_SETTING, ...parts } });
const may = (action: GroupAction) =>
  ([1, 2, 3, null] as const).map((role) => refusalFor(action, accessOf(role), 0) === null);
const speak = (role: Role, nospeak: 0 | 1 | 2, until = 0) =>
  refusalFor('speak', accessOf(role, { nospeak }, until), 100);
const over = (actor: Role | null) =>
  ([1, 2, 3] as const).map((target) => refusalOver(actor, target) === null);
const recall = (parts: Partial<Parameters<typeof mayRecall>[0]>) =>
  mayRecall({ mine: true, inGroup: false, role: null, ageSec: 10, redoTimeSec: 120, ...parts });
const wait = (ageSec: number, more = {}) =>
  recallWaitMs({ mine: true, inGroup: false, role: null, ageSec, redoTimeSec: 120, ...more });
const group = (role: Role | null, parts = {}) =>
  recall({ inGroup: true, role, mine: false, ageSec: 9_999, ...parts });

describe('display time', () => {
  it('TIME-1: now, minutes, hours within today, yesterday, days under 30, otherwise a date', () => {
    expect(makeReport(59_999)).toEqual({ kind: 'now' });
    expect(makeReport(-5 * MINUTE)).toEqual({ kind: 'now' });
    expect(makeReport(MINUTE)).toEqual({ kind: 'minutes', n: 1 });
    expect(makeReport(HOUR - 1)).toEqual({ kind: 'minutes', n: 59 });
    expect(makeReport(HOUR)).toEqual({ kind: 'hours', n: 1 });
    expect(makeReport(15 * HOUR)).toEqual({ kind: 'hours', n: 15 });
    expect(makeReport(15 * HOUR + 1)).toEqual({ kind: 'yesterday' });
    expect(makeReport(39 * HOUR + 1)).toEqual({ kind: 'days', n: 2 });
    expect(makeReport(29 * DAY)).toEqual({ kind: 'days', n: 29 });
    expect(makeReport(30 * DAY)).toEqual({ kind: 'date', year: 2025, month: 5, day: 13 });
  });

  it('TIME-4: a list says the clock today, then yesterday, the weekday within a week, and dates', () => {
    expect([inList(0), inList(-DAY), inList(15 * HOUR)]).toEqual(['clock', 'clock', 'clock']);
    expect([
      inList(15 * HOUR + 1),
      inList(2 * DAY),
      inList(6 * DAY),
      inList(7 * DAY),
      inList(200 * DAY),
    ]).toEqual(['yesterday', 'weekday', 'weekday', 'date', 'dateOfYear']);
    // 15:00 here is 01:00 of the next day ten hours east.
    expect(inList(2 * HOUR, 600)).toBe('yesterday');
  });

  it('TIME-1: days are those of the viewer', () => {
    const tenHours = NOW - 10 * HOUR;
    expect(displayTime(tenHours, NOW, () => 0)).toEqual({ kind: 'hours', n: 10 });
    expect(displayTime(tenHours, NOW, () => 9 * 60)).toEqual({ kind: 'yesterday' });
  });

  it('TIME-2: a time only ever grows older', () => {
    const rank = { now: 0, minutes: 1, hours: 2, yesterday: 3, days: 4, date: 5 };
    fc.assert(
      fc.property(
        fc.nat({ max: 60 * DAY }),
        fc.nat({ max: 10 * DAY }),
        fc.integer({ min: -720, max: 840 }),
        (age, later, offset) => {
          const [before, after] = [
            displayTime(NOW - age, NOW, () => offset),
            displayTime(NOW - age, NOW + later, () => offset),
          ];
          expect(rank[after.kind]).toBeGreaterThanOrEqual(rank[before.kind]);
        },
      ),
    );
  });
});

const problems = (isLong: boolean, ...given: readonly string[]) =>
  given.map((one) => passwordProblem(one, isLong));

describe('validation', () => {
  it('ACC-18: 8 to 128 where the operator asks for that', () => {
    expect(problems(true, '', '1234567', '1'.repeat(129))).toEqual([
      'needPassword',
      'passwordLengthLong',
      'passwordLengthLong',
    ]);
    expect(problems(true, '12345678', '1'.repeat(128))).toEqual([null, null]);
  });

  it('RULE-1: passwords have 6 to 16 characters and equal their repeat', () => {
    expect(problems(false, '', '12345', '1'.repeat(17))).toEqual([
      'needPassword',
      'passwordLength',
      'passwordLength',
    ]);
    expect(problems(false, '123456', '密码密码密码')).toEqual([null, null]);
    expect([repeatProblem('a', 'a'), repeatProblem('a', 'b')]).toEqual([null, 'passwordMismatch']);
  });

  it('RULE-1: lengths are counted in characters, a lone half of a pair as one', () => {
    for (const text of [
      '',
      'abc',
      '中文',
      'a\u{1F600}b',
      '\u{1F600}\u{1F468}\u200D\u{1F469}',
      '\uD83D',
      '\uDE00\uD83D',
      '\uD83D\uD83D\uDE00\uDE00',
    ]) {
      expect(lengthOf(text)).toBe([...text].length);
    }
  });

  it('RULE-2: accounts have 4 to 32 characters of the allowed kinds', () => {
    expect([
      accountProblem(''),
      accountProblem('abc'),
      accountProblem('a'.repeat(33)),
      accountProblem('a b c'),
    ]).toEqual(['needAccount', 'accountLength', 'accountLength', 'accountShape']);
    expect([accountProblem('abcd'), accountProblem('a.b@c-d_e+1')]).toEqual([null, null]);
    // Two accounts that look the same: the filler is a letter without a glyph.
    expect(accountProblem('abcd\u3164')).toBe('accountShape');
    expect(nicknameProblem(' ')).toBe('needNickname');
  });

  it('RULE-8: a word of letters of two alphabets is refused, other names pass', () => {
    for (const mixed of ['p\u0430ypal', 'Αnna', 'Иvan', '字p\u0430', 'х-p\u0430y'])
      expect([nicknameProblem(mixed), accountProblem(`ab.${mixed}`)]).toEqual([
        'mixedScripts',
        'mixedScripts',
      ]);
    for (const name of ['Анна Smith', '王小明Wang', 'たなかTaro', '김Kim', 'José', 'Ёлка', '𝓐𝓷𝓷𝓪', '👩‍💻 Анна'])
      expect(nicknameProblem(name), name).toBeNull();
    expect(newNicknameProblem('p\u0430ypal', 'p\u0430ypal')).toBeNull();
    expect(newNicknameProblem('p\u0430ypal', 'other')).toBe('mixedScripts');
  });

  it('RULE-8: names with one skeleton look alike, in either order of coming', () => {
    for (const [fresh, known] of [
      ['ANNA', 'anna'],
      ['ａｎｎａ', 'anna'],
      ['расса', 'pacca'],
      ['рассА', 'PACCA'],
      ['ΝΙΝΑ', 'nina'],
      ['paypaI', 'paypal'],
      ['paypa1', 'paypal'],
      ['İstanbul', 'istanbul'],
      ['ıstanbul', 'istanbul'],
      ['re\u0301ne', 'réne'],
    ] as const)
      expect([fresh, skeletonsOf(fresh).includes(skeletonOf(known))]).toEqual([fresh, true]);
    for (const [fresh, known] of [
      ['rene', 'réne'],
      ['mali', 'mall'],
      ['anna-lee', 'anna.lee'],
      ['жаба', 'zaba'],
      ['王伟', '王威'],
    ] as const)
      expect([fresh, skeletonsOf(fresh).includes(skeletonOf(known))]).toEqual([fresh, false]);
  });

  it('RULE-9: reserved names are known in every spelling, and parts of other names are not', () => {
    for (const name of [
      'Admin',
      'ＡＤＭＩＮ',
      'adm1n',
      'ádmin',
      'Аdmin',
      'r00t',
      'S y s t e m',
      'админ',
      '客 服!',
      'HELP',
    ])
      expect([name, isReserved(name)]).toEqual([name, true]);
    for (const name of ['Adam', 'Rooty', 'Helpful Anna', '管理', 'support@example.org'])
      expect([name, isReserved(name)]).toEqual([name, false]);
  });

  it('RULE-6: a name has a sign that is seen', () => {
    for (const unseen of [
      '\u200b\u200b',
      '\u202e\u202e',
      '\u3164\u3164',
      'ᅟᅠ',
      '\u2800\u2800',
      '\u0007\u0007',
      '\ud800\ud800',
      '\ufe0f\u200d',
      '\u20dd\u20dd',
      '\u0301\u0334',
    ])
      expect(nicknameProblem(unseen)).toBe('needNickname');
    for (const view of ['😀😀', '❤️', 'a\u20dd', 'कि', '小明', '. .'])
      expect(nicknameProblem(view)).toBeNull();
  });

  it('RULE-3: a verification message and a remark are required', () => {
    expect([
      verificationProblem('  '),
      verificationProblem('x'.repeat(201)),
      verificationProblem('x'.repeat(200)),
      verificationProblem('hello'),
    ]).toEqual(['needVerification', 'tooLong', null, null]);
    expect([
      remarkProblem(' '),
      remarkProblem('x'.repeat(65)),
      remarkProblem('x'.repeat(64)),
      remarkProblem('x'),
    ]).toEqual(['needRemark', 'nicknameLength', null, null]);
  });

  it('RULE-5: e-mail addresses have their shape', () => {
    for (const good of ['a@b.example', 'a.b+c@d.e.example']) expect(emailProblem(good)).toBeNull();
    for (const bad of ['', 'a', 'a@b', 'a@@b.c', 'a b@c.d', '@b.c', 'a@b.', '<a@b.c>'])
      expect(emailProblem(bad)).toBe('email');
    for (const host of [
      '[127.0.0.1]',
      '127.0.0.1',
      '[IPv6:::1].x',
      '1.2.3',
      'b.example,c.example',
      'localhost',
    ])
      expect(emailProblem(`a@${host}`)).toBe('email');
    for (const host of ['mail.corp.lan', 'xn--e1afmkfd.xn--p1ai', '例子.测试', '163.com'])
      expect(emailProblem(`a@${host}`)).toBeNull();
  });
});

describe('permissions', () => {
  it('ROLE-1: one table decides every group action for owner, manager, member and stranger', () => {
    const table: Readonly<Record<GroupAction, readonly boolean[]>> = {
      speak: [true, true, true, false],
      sendMedia: [true, true, true, false],
      invite: [true, true, true, false],
      letBack: [true, true, false, false],
      letIn: [true, true, false, false],
      showQr: [true, true, true, false],
      openMember: [true, true, false, false],
      rename: [true, true, false, false],
      editNotice: [true, true, false, false],
      editSetting: [true, true, false, false],
      mentionAll: [true, true, false, false],
      recallOthers: [true, true, false, false],
      setTimer: [true, true, false, false],
      pinMessage: [true, true, false, false],
      closePoll: [true, true, false, false],
      setManager: [true, false, false, false],
      transfer: [true, false, false, false],
      dissolve: [true, false, false, false],
      clear: [true, false, false, false],
      leave: [false, true, true, false],
    };
    for (const [action, expected] of Object.entries(table))
      expect(may(action as GroupAction), action).toEqual(expected);
    expect(refusalFor('invite', accessOf(3, { invite: false }), 0)).toBe('noPermission');
    expect(refusalFor('sendMedia', accessOf(3, { media: false }), 0)).toBe('noPermission');
    expect(refusalFor('sendMedia', accessOf(2, { media: false }), 0)).toBeNull();
    expect(refusalFor('openMember', accessOf(3, { profile: true }), 0)).toBeNull();
    expect(refusalFor('pinMessage', accessOf(3, { pin: true }), 0)).toBeNull();
  });

  it('ROLE-2: speaking follows the setting of the group and the mute of the person', () => {
    expect([speak(1, 1), speak(2, 1), speak(3, 1)]).toEqual([null, null, 'mutedManagers']);
    expect([speak(1, 2), speak(2, 2), speak(3, 2)]).toEqual([null, 'mutedOwner', 'mutedOwner']);
    expect([speak(3, 0, 100), speak(3, 0, 101), speak(2, 0, 101)]).toEqual([
      null,
      'mutedUntil',
      'mutedUntil',
    ]);
  });

  it('ROLE-9: the owner acts on anyone but himself, managers on members only', () => {
    expect([over(1), over(2), over(3), over(null)]).toEqual([
      [false, true, true],
      [false, false, true],
      [false, false, false],
      [false, false, false],
    ]);
    expect(refusalOver(1, null)).toBe('notMember');
  });

  it('RECALL-1: the author may recall within the window, leads of a group always, others never', () => {
    expect([
      recall({}),
      recall({ ageSec: 120 }),
      recall({ mine: false }),
      recall({ redoTimeSec: 0, ageSec: 0 }),
    ]).toEqual([true, false, false, false]);
    expect([group(1), group(2), group(3), group(null), group(3, { mine: true, ageSec: 5 })]).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});

it('ROLE-6: a silence is over at its time', () => {
  const at = [99, 100, 101].map((nowSec) => [
    isMuted({ mutedUntilSec: 100 }, nowSec),
    refusalFor('speak', accessOf(3, {}, 100), nowSec) !== null,
  ]);
  expect(at).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ]);
});

it('NOTICE-1: the author of announcements is not a user', () => {
  expect([ANNOUNCER, parseTarget(ANNOUNCER), parseTarget(1)]).toEqual([0, null, { kind: 'person', user: 1 }]);
});

it('RECALL-4: a recall can be undone for some seconds, but not beyond its window', () => {
  const full = wait(0);
  expect(full).toBeGreaterThan(1_000);
  expect([wait(60), wait(119) < full, wait(120), wait(9_999)]).toEqual([full, true, 0, 0]);
  // A lead of the group has no window.
  for (const role of [1, 2, 3] as const)
    expect(wait(9_999, { inGroup: true, role })).toBe(role === 3 ? 0 : full);
});

it('ROLE-1: access differs where the role, the setting or the mute differs', () => {
  const one = accessOf(3, {}, 5);
  const others: readonly (AccessFacts | null)[] = [
    { ...one, role: 2 },
    { ...one, setting: { ...one.setting } },
    { ...one, mutedUntilSec: 6 },
    null,
  ];
  expect([sameAccess(one, { ...one }), sameAccess(null, null)]).toEqual([true, true]);
  for (const other of others)
    expect([sameAccess(one, other), sameAccess(other, one)]).toEqual([false, false]);
});

it('ROLE-5, GROUP-26, CONF-8: admins become members, members wait, diyName allows self-naming', () => {
  expect(([1, 2, 3] as const).map(otherRole)).toEqual([null, 3, 2]);
  const slow = ([1, 2, 3, null] as const).map((role) => slowSecFor(accessOf(role, { slowSec: 30 })));
  expect(slow).toEqual([0, 0, 30, 30]);
  const renames = ([1, 2] as const).flatMap((runMode) =>
    [false, true].map((diyName) => mayRename({ runMode, diyName })),
  );
  expect(renames).toEqual([false, true, true, true]);
});
