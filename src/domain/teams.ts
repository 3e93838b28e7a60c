import { folded } from './folded.ts';

/** A named set of members of a group, which a text mentions with "@" and its name (MENTION-13). */
export interface Team {
  readonly name: string;
  readonly members: readonly number[];
}

export const teamLimits = { teamsMax: 20, membersMax: 50, nameMax: 24 } as const;

/** One word, so that a text shows where the name ends. */
const NAME = /^[\p{L}\p{M}\p{N}_-]+$/u;
export const isTeamName = (name: string): boolean =>
  NAME.test(name) && [...name].length <= teamLimits.nameMax;

/** Teams as a setting of the group stores them: one a line, the name and then the IDs of its members. */
export const teamsText = (teams: readonly Team[]): string =>
  teams.map(({ name, members }) => [name, ...members].join(' ')).join('\n');

export function teamsIn(text: string): readonly Team[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', ...members] = line.split(' ');
    const ids = members.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
    return isTeamName(name) ? [{ name, members: ids }] : [];
  });
}

/** Checks that a text is exactly what `teamsText` writes, within the limits. */
export function isTeamsText(text: string): boolean {
  if (text === '') return true;
  const teams = teamsIn(text);
  const names = new Set(teams.map(({ name }) => folded(name)));
  return (
    teamsText(teams) === text &&
    names.size === teams.length &&
    teams.length <= teamLimits.teamsMax &&
    teams.every(({ members }) => new Set(members).size === members.length) &&
    teams.every(({ members }) => members.length > 0 && members.length <= teamLimits.membersMax)
  );
}

export const teamNamed = (text: string, name: string): Team | null =>
  teamsIn(text).find((team) => folded(team.name) === folded(name)) ?? null;
