import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger } from '../../simulator/checkers/checker.ts';
import { botsChecker, outgoingChecker } from '../../simulator/checkers/programs.ts';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import type { PlanStep, StepKind } from '../../simulator/plan/step.ts';
import { programNeeds } from '../../simulator/recorder/programs-of.ts';
import { Recorder } from '../../simulator/recorder/recorder.ts';
import { playPlan } from '../../simulator/run/run.ts';
import { createWorld } from '../../simulator/world/world.ts';
import type { World } from '../../simulator/world/world-type.ts';

/** The second user owns the group on top. */
const step = (kind: StepKind, at: number, b: number): PlanStep => ({
  atMs: at * 4_000,
  kind,
  who: 1,
  a: 0,
  b,
});
const PLAN: readonly PlanStep[] = [
  'makeBot',
  'addOutgoing',
  'addHook',
  'useCommand',
  'write',
  'postHook',
  'botAway',
  'write',
  'useCommand',
  'write',
  'pressButton',
  'open',
  'write',
  'pressButton',
].map((kind, at) => step(kind as StepKind, at, kind === 'addOutgoing' ? 2 : 0));

describe('SIM-51: bots and hooks beside users', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ seed: 7, clients: 2, nodes: 1, keepTrace: false, subjects: ['programs'] });
    await playPlan(world, PLAN);
  }, 300_000);
  afterAll(() => world.store.close());

  it('SIM-51: a World with bots, hooks and a receiver that fails keeps every promise', () => {
    const { counts, problems } = world.record;
    expect(problems).toEqual([]);
    expect(world.programs?.bots).toHaveLength(1);
    const reached = ['bot: given a message', 'hook: 200 ok', 'receiver: fails'];
    expect(reached.filter((name) => !counts.has(name))).toEqual([]);
    const presses = world.recorder.requests.filter(({ call }) => call === 'pressbutton');
    expect(presses.map(({ answer }) => answer?.code)).toContain(0);
  });

  it('SIM-51: a missing message, delivery or order is a fault', async () => {
    const ledger = await readLedger(world);
    const [heard, deliveries] = [
      world.programs?.bots[0]?.heard ?? [],
      world.environment.receivers?.deliveries,
    ];
    if (!deliveries) throw new Error('no receivers');
    const faults = async () => [
      ...((await botsChecker.end?.(world, ledger)) ?? []),
      ...((await outgoingChecker.end?.(world, ledger)) ?? []),
    ];
    expect(await faults()).toEqual([]);
    const last = heard.pop();
    expect((await faults()).join()).toContain('was not given');
    if (last) heard.push(last, last);
    expect((await faults()).join()).toContain(`gave ${last?.n} after ${last?.n}`);
    heard.pop();
    deliveries.reverse();
    expect((await faults()).join()).toMatch(/was sent \d+ after/);
    deliveries.splice(0, deliveries.length);
    expect((await faults()).join()).toContain('was never sent');
  });

  it('SIM-51: a refused list of commands is not an empty one', () => {
    const oracle = new Oracle();
    const recorder = new Recorder(() => 5);
    const isRight = (code: number): boolean => {
      const body = '{"toContactId":"group-1"}';
      const request = recorder.arrived('/enterprise/im/botCommands', 'Bearer x', body);
      recorder.answered(request, 200, JSON.stringify({ code, msg: 'muted', data: [] }));
      return programNeeds(oracle, request, (text) => text).every(({ isTrue }) => isTrue([5]));
    };
    expect([isRight(0), isRight(401)]).toEqual([false, true]);
  });

  it('SIM-51: a token that does more than it may is a fault', () => {
    const oracle = new Oracle();
    for (const id of [1, 2]) oracle.meet({ id, name: `Name ${id}` });
    const recorder = new Recorder(() => 5);
    const login = recorder.arrived('/enterprise/im/addToken', null, '{"bot":2}');
    const token = `parley_${'0'.repeat(64)}`;
    recorder.answered(login, 200, JSON.stringify({ code: 0, data: { id: 'x', token } }));
    const isRight = (call: string, body: object): boolean => {
      const request = recorder.arrived(`/enterprise/im/${call}`, `Bearer ${token}`, JSON.stringify(body));
      recorder.answered(request, 200, '{"code":0}');
      return programNeeds(oracle, request, (text) => text).every(({ isTrue }) => isTrue([5]));
    };
    const about = (writes: boolean, chats: readonly string[] | null) =>
      oracle.programs.apply({ what: 'token', hash: token, token: { user: 2, writes, chats, untilMs: 10 } });
    const send = { toContactId: 'group-1' };
    expect(isRight('sendMessage', send)).toBe(false);
    about(false, null);
    expect([isRight('sendMessage', send), isRight('getContacts', {}), isRight('addBot', {})]).toEqual([
      false,
      true,
      false,
    ]);
    about(true, ['group-1']);
    expect(isRight('sendMessage', send)).toBe(true);
    expect(isRight('sendMessage', { toContactId: 'group-2' })).toBe(false);
    oracle.apply({ do: 'appoint', by: null, person: 2, active: false }, 5);
    expect(isRight('sendMessage', send)).toBe(false);
  });
});
