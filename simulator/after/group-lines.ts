import type { GroupLine } from '../../src/domain/group-lines.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import { triedOf } from '../checkers/tried.ts';
import { happeningKept } from '../oracle/happenings.ts';
import { expectedReadableAbove } from '../oracle/shown.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { firstTabOf } from './people.ts';

/** Every user receives the changes of their groups, as far as they may read there (GROUP-27). */
export async function groupLinesRead(world: World): Promise<readonly string[]> {
  const { oracle } = triedOf(world);
  const faults: string[] = [];
  for (const person of world.people) {
    const { id } = person;
    const tab = firstTabOf(person);
    if (!tab) continue;
    for (const { name, group } of oracle.chats.values()) {
      const above = expectedReadableAbove(oracle, id, name);
      if (group === null || above === null || group.over) continue;
      const asked = tab.client.actions.groupLines(name as ContactId, 0, Number.MAX_SAFE_INTEGER);
      const answer = await drive(world.clock, asked, 60_000);
      const given = answer.ok ? answer.value.map((line) => happeningKept(name, happeningIn(line))) : ['none'];
      const theirs = group.happened.filter(({ after }) => after > above);
      const wanted = theirs.map((one) => happeningKept(name, one));
      if (given.join() !== wanted.join())
        faults.push(`${tab.name} is told [${given.join('; ')}], it should be [${wanted.join('; ')}]`);
    }
  }
  return faults;
}

function happeningIn({ afterN, by, who, what, value }: GroupLine) {
  const key = { slow: 'slowSec', speaking: 'nospeak' }[what as string] ?? what;
  const about = value === '' ? who?.id : value;
  return { after: afterN, by: by.id, what: what === 'left' ? what : `${key} ${about}` };
}
