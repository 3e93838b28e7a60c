import { ROLE, type Action } from './actions.ts';
import { settingLines } from './group-settings.ts';
import type { Happening, OracleChat } from './state.ts';

/** Actions on a group and its members. */
export type Governing = Extract<
  Action,
  { do: 'remove' | 'dissolve' | 'rename' | 'set' | 'promote' | 'handOver' | 'silence' }
>;

/** Recorded before the action is applied. */
export function happens(chat: OracleChat, action: Governing): void {
  const fresh = happeningsOf(chat, action).map((what) => ({ after: chat.lines.length, by: action.by, what }));
  if (chat.group) chat.group.happenings = [...chat.group.happenings, ...fresh];
}

/** Clearing all lines up to one also removes the changes listed below them. */
export function dropHappenings({ group }: OracleChat, n: number): void {
  if (group) group.happenings = group.happenings.filter(({ after }) => after > n);
}

/** Unchanged values are not reported, and neither is the end of a group without members. */
function happeningsOf({ group, seats }: OracleChat, action: Governing): readonly string[] {
  switch (action.do) {
    case 'remove':
      return [action.person === action.by ? 'left' : `removed ${action.person}`];
    case 'rename':
      return action.name === group?.title ? [] : [`renamed ${action.name}`];
    case 'promote':
      return [`${action.role === ROLE.manager ? 'manager' : 'noManager'} ${action.person}`];
    case 'handOver':
      return [`owner ${action.person}`];
    case 'silence': {
      const isSame = seats.get(action.person)?.mutedUntilSec === action.untilSec;
      return isSame ? [] : [`${action.untilSec === 0 ? 'heard' : 'silenced'} ${action.person}`];
    }
    case 'set':
      return settingLines(group?.setting ?? {}, action.setting);
    case 'dissolve':
      return [];
  }
}

export const happeningKept = (chat: string, { after, by, what }: Happening): string =>
  `${chat} after ${after} by ${by}: ${what}`;
