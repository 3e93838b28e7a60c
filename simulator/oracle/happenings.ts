import type { Deed } from './deeds.ts';
import type { Happening, OracleChat } from './state.ts';

/** Actions on a group and its members. */
export type Governing = Extract<
  Deed,
  { do: 'remove' | 'dissolve' | 'rename' | 'set' | 'promote' | 'handOver' | 'silence' }
>;

/** Recorded before the action is applied. */
export function happens(chat: OracleChat, deed: Governing): void {
  const fresh = happeningsOf(chat, deed).map((what) => ({ after: chat.lines.length, by: deed.by, what }));
  if (chat.group) chat.group.happenings = [...chat.group.happenings, ...fresh];
}

/** Clearing all lines up to one also removes the changes listed below them. */
export function dropHappenings({ group }: OracleChat, n: number): void {
  if (group) group.happenings = group.happenings.filter(({ after }) => after > n);
}

/** Unchanged values are not reported, and neither is the end of a group without members. */
function happeningsOf({ group, seats }: OracleChat, deed: Governing): readonly string[] {
  switch (deed.do) {
    case 'remove':
      return [deed.person === deed.by ? 'left' : `removed ${deed.person}`];
    case 'rename':
      return deed.name === group?.title ? [] : [`renamed ${deed.name}`];
    case 'promote':
      return [`${deed.role === 2 ? 'manager' : 'noManager'} ${deed.person}`];
    case 'handOver':
      return [`owner ${deed.person}`];
    case 'silence': {
      const isSame = seats.get(deed.person)?.mutedUntilSec === deed.untilSec;
      return isSame ? [] : [`${deed.untilSec === 0 ? 'heard' : 'silenced'} ${deed.person}`];
    }
    case 'set':
      return (['slowSec', 'nospeak'] as const).flatMap((key) => {
        const now = deed.setting[key];
        return now === undefined || now === group?.setting[key] ? [] : [`${key} ${now}`];
      });
    case 'dissolve':
      return [];
  }
}

export const happeningKept = (chat: string, { after, by, what }: Happening): string =>
  `${chat} after ${after} by ${by}: ${what}`;
