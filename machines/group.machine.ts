import { assign, setup } from 'xstate';
import { DEFAULT_GROUP_SETTING } from '../src/domain/group-fields.ts';
import { GROUP_ROLE, type Role } from '../src/domain/contact.ts';
import type { GroupSetting } from '../src/domain/group-fields.ts';
import { refusalFor } from '../src/domain/permissions.ts';
import type { GroupAction, AccessFacts } from '../src/domain/permissions.ts';

/**
 * A user in a group: the role, and beside it the reasons that prevent writing (ROLE-1, ROLE-2). The
 * permission table of the domain decides which actions a state accepts, through one guard. The states make
 * the situation visible, and a test proves that both always agree.
 */
export interface GroupContext {
  readonly role: Role | null;
  readonly setting: GroupSetting;
  /** Remaining milliseconds of the mute when it is reported; 0 = not muted. */
  readonly mutedForMs: number;
  /** The last accepted action, for observers. */
  readonly did: GroupAction | null;
}

export type GroupInput = Partial<Pick<GroupContext, 'role' | 'setting' | 'mutedForMs'>>;

export type GroupEvent =
  | { readonly type: 'role.given'; readonly role: Role }
  | { readonly type: 'member.gone' }
  | { readonly type: 'setting.changed'; readonly setting: GroupSetting }
  /** `forMs` 0 lifts the mute. */
  | { readonly type: 'mute.set'; readonly forMs: number }
  | { readonly type: 'action.asked'; readonly action: GroupAction };

/** The table's view of a state. A mute counts while its timer runs, so the moment itself plays no part. */
const accessOf = (context: GroupContext): AccessFacts => ({
  role: context.role,
  setting: context.setting,
  mutedUntilSec: context.mutedForMs > 0 ? 1 : 0,
});

export const groupMachine = setup({
  types: {
    context: {} as GroupContext,
    events: {} as GroupEvent,
    input: undefined as GroupInput | undefined,
  },
  delays: { muteLasts: ({ context }) => context.mutedForMs },
  guards: {
    isOwner: ({ context }) => context.role === GROUP_ROLE.owner,
    isManager: ({ context }) => context.role === GROUP_ROLE.manager,
    isMember: ({ context }) => context.role === GROUP_ROLE.member,
    ownerOnly: ({ context }) => refusalFor('speak', accessOf(context), 0) === 'mutedOwner',
    managersOnly: ({ context }) => refusalFor('speak', accessOf(context), 0) === 'mutedManagers',
    muteRuns: ({ context }) => context.mutedForMs > 0,
    isMuted: ({ context }) => refusalFor('speak', accessOf(context), 0) === 'mutedUntil',
    mayDo: ({ context, event }) =>
      event.type === 'action.asked' && refusalFor(event.action, accessOf(context), 0) === null,
  },
  actions: {
    giveRole: assign({
      role: ({ context, event }) => (event.type === 'role.given' ? event.role : context.role),
    }),
    takeRole: assign({ role: null, mutedForMs: 0 }),
    keepSetting: assign({
      setting: ({ context, event }) => (event.type === 'setting.changed' ? event.setting : context.setting),
    }),
    keepMute: assign({
      mutedForMs: ({ context, event }) =>
        event.type === 'mute.set' ? Math.max(0, event.forMs) : context.mutedForMs,
    }),
    liftMute: assign({ mutedForMs: 0 }),
    noteAction: assign({
      did: ({ context, event }) => (event.type === 'action.asked' ? event.action : context.did),
    }),
  },
}).createMachine({
  id: 'group',
  type: 'parallel',
  context: ({ input }) => ({
    role: input?.role ?? null,
    setting: input?.setting ?? DEFAULT_GROUP_SETTING,
    mutedForMs: input?.mutedForMs ?? 0,
    did: null,
  }),
  on: {
    'role.given': { target: ['.role.judging', '.speaking.judging'], actions: 'giveRole' },
    'member.gone': { target: ['.role.judging', '.speaking.judging'], actions: 'takeRole' },
    'setting.changed': { target: '.speaking.judging', actions: 'keepSetting' },
    'mute.set': { target: ['.speaking.judging', '.mute.judging'], actions: 'keepMute' },
    'action.asked': { guard: 'mayDo', actions: 'noteAction' },
  },
  states: {
    role: {
      initial: 'judging',
      states: {
        judging: {
          always: [
            { guard: 'isOwner', target: 'owner' },
            { guard: 'isManager', target: 'manager' },
            { guard: 'isMember', target: 'member' },
            { target: 'none' },
          ],
        },
        none: {},
        member: {},
        manager: {},
        owner: {},
      },
    },
    speaking: {
      initial: 'judging',
      states: {
        judging: {
          always: [
            { guard: 'ownerOnly', target: 'ownerOnly' },
            { guard: 'managersOnly', target: 'managersOnly' },
            { guard: 'isMuted', target: 'mutedUntil' },
            { target: 'free' },
          ],
        },
        free: {},
        mutedUntil: {},
        managersOnly: {},
        ownerOnly: {},
      },
    },
    /** The mute's own time continues while the group's setting also silences the member. */
    mute: {
      initial: 'judging',
      states: {
        judging: { always: [{ guard: 'muteRuns', target: 'running' }, { target: 'none' }] },
        none: {},
        running: {
          after: {
            muteLasts: { target: ['#group.mute.none', '#group.speaking.judging'], actions: 'liftMute' },
          },
        },
      },
    },
  },
});
