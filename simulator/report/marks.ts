/**
 * What must happen somewhere, or the sweep proves less than it seems to: reached within 1,000 seeds (SIM-6).
 */
export const MARKS = [
  'caught up by sync',
  'resync of a stream',
  'hole asked for',
  'send repeated',
  'several sent at once',
  'message gone',
  'taken back',
  'joined a group',
  'left a group',
  'muted somebody',
  'reload',
  'login elsewhere',
  'logout',
  'two tabs',
  'killed with an open transaction',
  'killed after the commit',
  'killed before the answer',
  'commit failed',
  'wake-up lost',
  'storage was full',
  'node stopped in peace',
  'stored between two events',
  'rang',
  'talked',
  'call refused',
  'call cancelled',
  'call noAnswer',
  'call busy',
  'call interrupted',
  'answered elsewhere',
  'a glare happened',
  'vanished in a call',
  'asked to come back to a talk',
  'came back to a talk',
  'a read failed',
  'a command ran twice',
  'broke at a frame',
  'a handshake hung',
  'a reader was slow',
] as const;
export type CoverageMark = (typeof MARKS)[number];

const FROM_COUNTS: Readonly<Partial<Record<CoverageMark, string>>> = {
  'killed with an open transaction': 'kill: open',
  'killed after the commit': 'kill: committed',
  'killed before the answer': 'kill: answering',
  'commit failed': 'commit failed',
  'wake-up lost': 'bus loss',
  'storage was full': 'storage full',
  'a read failed': 'read failed',
  'a command ran twice': 'command ran twice',
  'broke at a frame': 'broke at a frame',
  'a handshake hung': 'handshake hung',
  'a reader was slow': 'slow reader',
};

export const timesReached = (counts: ReadonlyMap<string, number>, mark: CoverageMark): number =>
  counts.get(FROM_COUNTS[mark] ?? `mark: ${mark}`) ?? 0;
