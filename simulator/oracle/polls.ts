/** The question of a line, and the votes. */
export interface OraclePoll {
  readonly options: readonly string[];
  readonly many: boolean;
  /** Ends this long after it was sent; null: when a user ends it. */
  readonly lastsSec: number | null;
  readonly ended: boolean;
  /** Option numbers from 0, ascending; only of voters. */
  readonly votes: ReadonlyMap<number, readonly number[]>;
}

/** A question as it is asked. */
export type AskedPoll = Pick<OraclePoll, 'options' | 'many' | 'lastsSec'>;

/** Prefix of a question in one-line previews. */
export const POLL_LABEL = '[投票] ';

export const newPoll = (poll: AskedPoll): OraclePoll => ({ ...poll, ended: false, votes: new Map() });

/** Returns why a choice is invalid. */
export function choiceFault({ options, many }: OraclePoll, choice: readonly number[]): string | null {
  if (choice.some((one) => !(one >= 0 && one < options.length && Number.isInteger(one)))) return 'no option';
  if (new Set(choice).size < choice.length) return 'an option twice';
  return choice.length > 1 && !many ? 'more than one' : null;
}

export const isOver = ({ ended, lastsSec }: OraclePoll, sentAtMs: number, nowMs: number): boolean =>
  ended || (lastsSec !== null && nowMs >= sentAtMs + lastsSec * 1_000);

/** Votes for each option, the number of voters, and a star at the user's own. */
export function pollStands(poll: OraclePoll, me: number): string {
  const all = [...poll.votes.values()];
  return pollShown(
    poll.options.map((_, at) => all.filter((one) => one.includes(at)).length),
    { voters: all.length, mine: poll.votes.get(me) ?? [], ended: poll.ended },
  );
}

/** The same for a screen's text. */
export function pollShown(
  counts: readonly number[],
  {
    voters,
    mine,
    ended,
  }: { readonly voters: number; readonly mine: readonly number[]; readonly ended: boolean },
): string {
  const each = counts.map((count, at) => `${count}${mine.includes(at) ? '*' : ''}`);
  return ` ?${each.join()} of ${voters}${ended ? ' ended' : ''}`;
}

/** The text a base-protocol client receives, without the counts, which depend on the moment. */
export const contractPoll = (words: string, { options }: AskedPoll): string =>
  POLL_LABEL + [words, ...options.map((one, at) => `${at + 1}. ${one} ()`)].join('<br>');

export const withoutCounts = (text: string): string => text.replaceAll(/ \(\d+\)(?=<br>|$)/g, ' ()');
