import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  GROUP_ACTIONS,
  GROUP_TABLE,
  OVER_ACTIONS,
  refusalFor,
  refusalOver,
} from '../../src/domain/permissions.ts';
import type { AccessFacts } from '../../src/domain/permissions.ts';
import type { Role } from '../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { KINDS, SCENARIOS } from '../support/matrix-scenarios.ts';
import type { Cast, Cell, Kind, Scenario } from '../support/matrix-scenarios.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { TAKES_EVENTS, startWorld, type World } from '../support/world.ts';

let world: World;
let cast: Cast;
let made = 0;
const counts = { cells: 0, allowed: 0, refused: 0 };

beforeAll(async () => {
  world = await startWorld({
    uploads: await localUploads(temporaryFolder()),
    mail: { send: () => Promise.resolve() },
    hookPosts: TAKES_EVENTS,
  });
  const administrator = await world.person('boss');
  const person = (name: string) => world.person(name);
  cast = {
    administrator,
    owner: await person('owner'),
    manager: await person('manager'),
    member: await person('member'),
    muted: await person('muted'),
    former: await person('former'),
    stranger: await person('stranger'),
    victim: await person('victim'),
    friend: await person('friend'),
  };
  for (const one of [cast.manager, cast.member, cast.muted, cast.former, cast.victim])
    await world.befriend(cast.owner, one);
  for (const one of Object.values(cast)) if (one !== cast.friend) await world.befriend(cast.friend, one);
});
afterAll(() => world.close());

/** A group with one user of each kind, named after it. */
async function group(): Promise<string> {
  const { owner, manager, member, muted, former, victim } = cast;
  const id = await world.group(owner, [manager, member, muted, former, victim]);
  await world.ok(owner, 'group/removeUser', { id, user_id: former.id });
  await world.ok(owner, 'group/setManager', { id, user_id: manager.id, role: 2 });
  await world.ok(owner, 'group/setNoSpeak', { id, user_id: muted.id, noSpeakDay: 1 });
  return id;
}

/** `left`: the group of the previous kind, whose call was refused and changed nothing. */
async function cellOf(kind: Kind, scenario: Scenario, left: string | null): Promise<Cell> {
  made += 1;
  // Rate limits are not checked here.
  world.clock.pass(60_000);
  const fresh = `m${made}`;
  const id = scenario.inGroup ? (left ?? (await group())) : '';
  const words = { id: `said-${fresh}`, toContactId: id, type: 'text', content: `victim words ${fresh}` };
  const sentMessage = scenario.inGroup
    ? await world.ok(cast.victim, 'im/sendMessage', words)
    : ({} as Cell['said']);
  return {
    world,
    cast,
    kind,
    me: kind === 'nobody' ? null : cast[kind],
    group: id,
    fresh,
    said: sentMessage,
  };
}

async function isAllowed(scenario: Scenario, cell: Cell): Promise<boolean> {
  const { kind } = cell;
  const answer = scenario.ask
    ? await scenario.ask(cell)
    : await world.call(cell.me, scenario.path, (await scenario.body?.(cell)) ?? {});
  counts.cells += 1;
  const isFound = !scenario.mustFind || (Array.isArray(answer.data) && answer.data.length > 0);
  if (answer.code === 0 && isFound) {
    counts.allowed += 1;
    return true;
  }
  counts.refused += 1;
  const open = ENDPOINTS.some((row) => row.paths[0] === scenario.path && row.who === 'anyone');
  if (kind === 'nobody' && !open) expect([scenario.path, answer.code]).toEqual([scenario.path, -1]);
  // A refusal holds nothing that was asked for.
  if (answer.code !== 0)
    expect([scenario.path, JSON.stringify(answer.data)]).toEqual([
      scenario.path,
      expect.stringMatching(
        /^(?:""|\[\]|\{"(?:retry_ms":\d+|field":"\w+"|account":"[^"]*",(?:"\w+":(?:true|false),?){3})\})$/,
      ),
    ]);
  return false;
}

describe('every call × every kind of caller', () => {
  it('ROLE-8: the matrix has a row for every endpoint', () => {
    const allNames = new Set(SCENARIOS.map((scenario) => scenario.path));
    expect(ENDPOINTS.map((row) => row.paths[0]).filter((path) => !allNames.has(path ?? ''))).toEqual([]);
  });

  it.each(
    SCENARIOS.map(
      (scenario) => [`${scenario.path}${scenario.about ? ` (${scenario.about})` : ''}`, scenario] as const,
    ),
  )('ROLE-8: %s', async (_, scenario) => {
    let view = '';
    let left: string | null = null;
    for (const kind of KINDS) {
      const cell = await cellOf(kind, scenario, left);
      const allowed = await isAllowed(scenario, cell);
      view += allowed ? 'x' : '.';
      left = allowed ? null : cell.group;
    }
    expect(view).toBe(scenario.allowed);
  });

  it('ROLE-8: the matrix is whole', () => {
    expect(counts.cells).toBe(SCENARIOS.length * KINDS.length);
    process.stdout.write(
      `Permission matrix: ${ENDPOINTS.length} calls, ${SCENARIOS.length} questions, ${counts.cells} cells: ${counts.allowed} allowed, ${counts.refused} refused\n`,
    );
  });
});

const refusal = (role: Role, nospeak: 0 | 1 | 2, mutedUntilSec: number) =>
  refusalFor('speak', { role, setting: { ...DEFAULT_GROUP_SETTING, nospeak }, mutedUntilSec }, 100);

describe('the table itself', () => {
  it('ROLE-1: says for every action, role, setting and mute what its table says', () => {
    const roles: readonly (Role | null)[] = [null, 1, 2, 3];
    const rows = GROUP_ACTIONS.map((action) => {
      const cells = roles.flatMap((role) =>
        ([true, false] as const).map((invite): string => {
          const who: AccessFacts = {
            role,
            setting: { ...DEFAULT_GROUP_SETTING, invite, profile: invite, pin: invite, media: invite },
            mutedUntilSec: 0,
          };
          return refusalFor(action, who, 0) === null ? 'x' : '.';
        }),
      );
      return [action, cells.join('')];
    });
    expect(Object.fromEntries(rows)).toEqual({
      speak: '..xxxxxx',
      sendMedia: '..xxxxx.',
      invite: '..xxxxx.',
      letBack: '..xxxx..',
      letIn: '..xxxx..',
      rename: '..xxxx..',
      editNotice: '..xxxx..',
      editSetting: '..xxxx..',
      setManager: '..xx....',
      transfer: '..xx....',
      dissolve: '..xx....',
      clear: '..xx....',
      leave: '....xxxx',
      mentionAll: '..xxxx..',
      recallOthers: '..xxxx..',
      pinMessage: '..xxxxx.',
      setTimer: '..xxxx..',
      closePoll: '..xxxx..',
      showQr: '..xxxxx.',
      openMember: '..xxxxx.',
    });
    expect(Object.keys(GROUP_TABLE).toSorted()).toEqual([...GROUP_ACTIONS, ...OVER_ACTIONS].toSorted());
  });

  it('ROLE-2: silence is by setting, by time, or none', () => {
    expect(
      ([1, 2, 3] as const).map((role) => [
        refusal(role, 0, 0),
        refusal(role, 1, 0),
        refusal(role, 2, 0),
        refusal(role, 0, 101),
        refusal(role, 0, 100),
      ]),
    ).toEqual([
      [null, null, null, 'mutedUntil', null],
      [null, null, 'mutedOwner', 'mutedUntil', null],
      [null, 'mutedManagers', 'mutedOwner', 'mutedUntil', null],
    ]);
  });

  it('ROLE-9: over others, by rank', () => {
    const roles = [null, 1, 2, 3] as const;
    expect(
      roles.map((actor) => roles.map((target) => (refusalOver(actor, target) === null ? 'x' : '.')).join('')),
    ).toEqual(['....', '..xx', '...x', '....']);
  });
});
