import type { Rules } from '../oracle/deeds.ts';
import type { ToldDeed } from './told-deed.ts';
import type { Ran } from './witnessed.ts';

/** New users of the server. */
export const arrivals = ({ arrived = [] }: Ran): readonly ToldDeed[] =>
  arrived.map(({ id: person, name }) => ({ deed: { do: 'arrive', by: null, person, name }, asked: null }));

/** The operator's changes for all users. */
export function ruled({ config, people = [] }: Ran): readonly ToldDeed[] {
  const appointed = people.filter(
    ({ patch: { role, active } }) => role !== undefined || active !== undefined,
  );
  const told: ToldDeed[] = appointed.map(({ id, patch: { role, active } }) => ({
    deed: {
      do: 'appoint',
      by: null,
      person: id,
      ...(role === undefined ? {} : { staff: role > 0 }),
      ...(active === undefined ? {} : { active }),
    },
    asked: null,
  }));
  if (config === undefined) return told;
  const { chatInfo, sysInfo } = config;
  const rules: Rules = {
    privately: chatInfo.simpleChat,
    founding: chatInfo.groupChat,
    groupMax: chatInfo.groupUserMax,
    recallSec: chatInfo.redoTimeSec,
    editSec: chatInfo.editTimeSec,
    erasing: chatInfo.dbDelMsg,
    closed: sysInfo.runMode === 1,
    demo: config.demonMode,
    listing: sysInfo.directory === true,
    welcome: sysInfo.welcomeGroup ? `group-${sysInfo.welcomeGroup}` : null,
  };
  return [...told, { deed: { do: 'configure', by: null, rules }, asked: null }];
}
