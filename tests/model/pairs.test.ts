import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ACTIONS, IN_NO_PAIR, SUBJECTS_IN_NO_PAIR } from '../../simulator/pairs/catalogue.ts';
import { sampleOf } from '../../simulator/pairs/plan-pairs.ts';
import { orderFrom, pairFrom, pairName } from '../../simulator/pairs/spelling.ts';
import type { runPair } from '../../simulator/pairs/run-order.ts';
import type { walkPartOf, Walked, walkPart } from '../../simulator/pairs/walk.ts';
import { ACTS, USER_KINDS } from '../../simulator/plan/step.ts';
import { buildSimulator, plant } from '../support/simulator-build.ts';

// A World takes seconds alone, and minutes beside others on a slow machine.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

let built: {
  readonly walkPartOf: typeof walkPartOf;
  readonly walkPart: typeof walkPart;
  readonly runPair: typeof runPair;
};
beforeAll(async () => {
  const { exports, remove } = await buildSimulator(['pairs/walk', 'pairs/run-order']);
  built = exports as typeof built;
  return remove;
});

async function walked(...given: Parameters<typeof walkPartOf>): Promise<readonly Walked[]> {
  const matches: Walked[] = [];
  await built.walkPart(built.walkPartOf(...given), (one) => matches.push(one));
  return matches;
}

/** What is broken with this bug, in one order of a pair. */
async function broken(bug: string, name: string, order: string): Promise<readonly string[]> {
  plant(bug);
  try {
    const { problems } = await built.runPair(pairFrom(name), orderFrom(order));
    return problems.map(({ checker }) => checker);
  } finally {
    plant(null);
  }
}

const SOUNDED = 'only news is sounded and shown';
const SHOWN = 'a page shows what a new one shows';
const burstAndWrite = 'friends/burst.0.0/write.0.0/other/none';

describe('two actions at the same time', () => {
  it('SIM-41: a fixed part of all pairs keeps every promise', async () => {
    const subject = sampleOf({ within: 1, beside: 3 }, ['reacting']);
    const all = await walked([...subject, ...sampleOf({ within: 11 })], null);
    expect(all.length).toBeGreaterThan(140);
    expect(all.filter(({ failure }) => failure !== null)).toEqual([]);
  });

  it('SIM-7: a walk notes the planted bugs that a pair reaches, and ends at its limit', async () => {
    const [vote, write] = ['voteAgain.0.0/endPoll.0.0/self/none', 'write.0.0/write.0.0/other/none'].map(
      (name) => ({
        pair: pairFrom(`friends/${name}`),
        subjects: ['polling', 'polling'] as const,
        most: 1,
      }),
    );
    if (!vote || !write) throw new Error('two pairs');
    const all = await walked([vote, write], null);
    const reaching = all.map(({ reached }) => reached.includes('slip-closed-poll-takes-votes'));
    expect(reaching).toEqual([true, false]);
    expect(await walked([vote, write], null, { worldsMax: 1 })).toHaveLength(1);
  });

  it('SIM-42: finds a fault that only an unusual order shows, and repeats it by its numbers', async () => {
    const pair = { pair: pairFrom(burstAndWrite), subjects: ['messages', 'messages'] as const };
    plant('mark-moves-back');
    try {
      const [usual] = await walked([{ ...pair, most: 1 }], 'mark-moves-back');
      expect(usual?.failure).toBeNull();
      const [found] = await walked([{ ...pair, most: 80 }], 'mark-moves-back');
      expect(found?.failure?.text).toMatch(/the mark went from \d+ back to/);
      expect(found?.failure?.order.some((choice) => choice > 0)).toBe(true);
    } finally {
      plant(null);
    }
  });

  it('SIM-43: finds an answer that leaves a node before its commit', async () => {
    const pair = pairFrom('friends/write.0.0/write.0.0/other/commitFails');
    plant('acknowledged-before-commit');
    try {
      const subjects = ['messages', 'messages'] as const;
      const [found] = await walked([{ pair, subjects, most: 4 }], 'acknowledged-before-commit');
      expect(found?.failure).not.toBeNull();
    } finally {
      plant(null);
    }
  });

  it('SIM-43: finds a user shown as away whose block is not committed', async () => {
    const name = 'friends/block.0.0/-/other/commitsFail';
    expect(await broken('slip-blocked-before-commit', name, '')).toContain(
      'nothing leaves before its commit',
    );
  });

  it('SIM-43: finds a pending edit that the event of an older one ends', async () => {
    const name = 'friends/edit.0.0/edit.0.0/self/none';
    expect(await broken('slip-any-edit-confirms', name, '0,1,1')).toContain(
      'a pending change ends with its own answer',
    );
  });

  it.each([
    ['slip-muted-chat-sounds', 'friends/quiet.0.1/write.0.0/other/none', SOUNDED],
    ['slip-blocked-user-sounds', 'group/block.0.0/write.0.0/other/none', SOUNDED],
    ['slip-open-chat-notifies', 'friends/write.0.0/-/other/none', SOUNDED],
    ['slip-every-tab-sounds', 'tabs/pin.0.0/write.0.0/other/none', SOUNDED],
    ['slip-followed-thread-silent', 'group/quiet.0.1/answer.0.0/other/none', SOUNDED],
    ['slip-read-messages-sound', 'friends/close.0.0/write.0.0/other/offline', SOUNDED],
    ['slip-unread-shows-muted', 'arranged/write.0.0/write.0.0/other/none', SHOWN],
    ['slip-composer-open-while-muted', 'group/muteLong.0.1/-/other/none', SHOWN],
    ['slip-draft-loses-its-quote', 'friends/draftAnswer.0.0/-/other/none', SHOWN],
  ])(
    'SIM-48: only the judge of the page finds %s',
    async (bug, name, checker) => {
      const { problems } = await built.runPair(pairFrom(name), []);
      expect(problems).toEqual([]);
      expect(new Set(await broken(bug, name, ''))).toEqual(new Set([checker]));
    },
    60_000,
  );

  it('SIM-41: finds a pin that is older than an edit made while the pins loaded', async () => {
    const name = 'friends/lookAtPins.0.0/edit.0.0/self/none';
    expect(await broken('slip-pins-forget-edits', name, '0,0,0,0,1,2')).toContain('the oracle agrees');
  });

  it('SIM-41: finds a waiting request to join of a user who was added', async () => {
    const name = 'requests/lookAtGroup.0.0/addMember.0.0/other/none';
    expect(await broken('slip-join-request-stays', name, '')).toContain('no member asks to join');
  });

  it('SIM-45: finds a script that replays to another state', async () => {
    plant('script-forgets-preferences');
    try {
      const pair = pairFrom('friends/reactThenRecall.0.1/recordHere.0.0/self/none');
      const { problems } = await built.runPair(pair, []);
      expect(problems.map(({ checker }) => checker)).toContain('a recorded script replays to the same state');
    } finally {
      plant(null);
    }
  });

  it('SIM-46: another user signs in while requests of the first one are still on their way', async () => {
    const pair = pairFrom('friends/write.0.0/write.0.0/other/otherUser');
    const { transitions, problems } = await built.runPair(pair, []);
    expect(problems).toEqual([]);
    expect(transitions.filter(({ id }) => id.startsWith('request user1a /common/pub/login'))).not.toEqual([]);
  });

  it('SIM-46: finds a page that shows the chats of a user who has logged out', async () => {
    plant('slip-log-out-keeps-state');
    try {
      const { problems } = await built.runPair(pairFrom('friends/write.0.0/-/other/logout'), []);
      expect(problems.map(({ checker }) => checker)).toContain('nothing crosses a log-out');
    } finally {
      plant(null);
    }
  });

  it('SIM-41: finds a page of messages that forgets a reaction made while it loaded', async () => {
    const pair = pairFrom('unopened/react.0.1/open.0.0/self/none');
    plant('slip-page-forgets-changes');
    try {
      const [found] = await walked([{ pair, subjects: ['chats', 'reacting'], most: 20 }], null);
      expect(found?.failure?.checker).toBe('the oracle agrees');
    } finally {
      plant(null);
    }
  });

  it('SIM-49: registers are set before a pair, and a page closes while it is offline', async () => {
    for (const name of [
      'arranged/write.0.0/quiet.0.2/other/none',
      'archived/write.0.0/hide.0.0/other/none',
      'blocked/write.0.0/unblock.0.0/other/none',
      'friends/write.0.0/-/other/offlineClose',
    ]) {
      const { transitions, problems } = await built.runPair(pairFrom(name), []);
      expect(problems, name).toEqual([]);
      const events = transitions.filter(({ point }) => point.kind === 'event');
      expect(events.length, name).toBe(name.endsWith('offlineClose') ? 2 : 0);
    }
  });

  it('SIM-47: the code of late parts arrives when the order says so', async () => {
    const { transitions, problems } = await built.runPair(pairFrom('friends/write.0.0/-/other/reload'), []);
    expect(problems).toEqual([]);
    const codes = transitions.filter(({ point }) => point.kind === 'code').map(({ id }) => id);
    expect(codes).toEqual(expect.arrayContaining(['code user1a late #1']));
  });

  it('SIM-44: every action of a user is in a pair, or has a reason why not', () => {
    const walkedKinds = new Set<string>(Object.values(ACTIONS).flat());
    const all: readonly string[] = [...USER_KINDS, ...Object.values(ACTS).flat()];
    const reasonless = Object.entries(ACTS)
      .filter(([subject]) => !(subject in SUBJECTS_IN_NO_PAIR))
      .flatMap(([, kinds]) => kinds as readonly string[]);
    const users: readonly string[] = USER_KINDS;
    const missing = all.filter(
      (kind) =>
        (reasonless.includes(kind) || users.includes(kind)) &&
        !walkedKinds.has(kind) &&
        !(kind in IN_NO_PAIR),
    );
    expect(missing).toEqual([]);
  });

  it('SIM-44: a pair is read from the line that repeats it', () => {
    expect(pairName(pairFrom(burstAndWrite))).toBe(burstAndWrite);
    expect(() => pairFrom('friends/nothing.0.0/-/other/none')).toThrow(/is no pair/);
  });
});
